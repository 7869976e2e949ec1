import type { Feature } from "../../lib/feature.ts";
import { bySessionCookie } from "../../lib/http/ways-in.ts";
import { isOfUser, SECRET, type Tables, WITH_USER } from "../../lib/table-rules.ts";
import { sessionRoutes } from "./sessions.routes.ts";
import { deleteExpiredSessions, extendSession, querySession, sessionAudit } from "./sessions.ts";

export {
  type ActingRow,
  actingPeople,
  findActingPerson,
  hasNoFactor,
  isSecondFactorAsked,
  selectActingPeople,
  toFound,
} from "./person.ts";
export { sessions as sessionsTable } from "./sessions.table.ts";
export {
  deviceInWords,
  ENDING_ROWS,
  endDiscordSessions,
  endOfNew,
  endSessionsOfUser,
  endUnprovenSessions,
  entityOf,
  findSessions,
  guardProven,
  guardSession,
  insertSession,
  isSessionOf,
  markFactorShown,
  renewSession,
  signOut,
} from "./sessions.ts";
export { hashToken, newToken, sessionIdOf } from "./token.ts";

const sessionTables: Tables = {
  sessions: {
    guarded: { because: "the end of sessions", rows: "deleted" },
    backup: { leftOut: "Sessions are secrets of browsers: after restoring, everybody signs in again." },
    personal: {
      isOf: isOfUser,
      columns: [
        ...["method", "user_agent", "network", "place", "second_factor", "created_at", "verified_at"],
        ...["last_seen_at", "expires_at"],
      ],
      without: { id: SECRET, user_id: WITH_USER, token_hash: SECRET },
    },
  },
};

export const sessionsFeature = {
  routes: sessionRoutes,
  tables: sessionTables,
  waysIn: [bySessionCookie({ query: querySession, extend: extendSession })],
  daily: (context) => [deleteExpiredSessions(context)],
  audit: sessionAudit,
  topics: {
    sessions: [
      {
        table: "sessions",
        on: ["delete"],
        organization: "(SELECT organization_id FROM users WHERE id = row.user_id)",
      },
    ],
  },
} satisfies Feature;
