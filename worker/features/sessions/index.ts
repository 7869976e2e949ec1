import type { Feature } from "../../lib/feature.ts";
import type { Sessions } from "../../lib/http/app.ts";
import { sessionRoutes } from "./sessions.routes.ts";
import { deleteExpiredSessions, extendSession, findSession, sessionAudit } from "./sessions.ts";

export { sessions as sessionsTable } from "./sessions.table.ts";
export {
  deviceInWords,
  endDiscordSessions,
  endSessionsOfUser,
  endUnprovenSessions,
  findSessions,
  hasNoFactor,
  insertSession,
  isOfAdministration,
  isSecondFactorAsked,
  markProven,
  permissionsOf,
  signOut,
  stillSignedIn,
} from "./sessions.ts";
export { hashToken, newToken, sessionIdOf } from "./token.ts";

export const sessions: Sessions = { find: findSession, extend: extendSession };

export const sessionsFeature = {
  routes: [sessionRoutes],
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
