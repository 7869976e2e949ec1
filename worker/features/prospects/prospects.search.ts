import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Source } from "../../lib/search/search.ts";
import type { Wanted } from "../../lib/search/wanted.ts";
import { assigns, isOurs, isOwnAdded, isOwnAssigned, seesOwnOnly, visibleById } from "./prospects.policy.ts";
import { isOpenStage, type ProspectStatus, STAGE_NAMES, stageOf } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { STATUS_TEXTS } from "./prospects.texts.ts";

type Row = {
  id: number;
  user_id: number | null;
  display_name: string;
  username: string;
  status: ProspectStatus;
  assigned_to: number | null;
  star_citizen_id: string | null;
  discord_id: string | null;
  avatar: string | null;
  updated_at: string;
};

/** A user's own prospects at each stage that a search reads besides matching names, the last ones by deadline. */
const OWN_READ = 15;

/** SQL queries: the ids of a user's own prospects, which may be older than the newest matches of the organization. */
const ownOf = (actor: Actor): SQL[] => {
  const last = (which: SQL | undefined) => sql`select id from (select ${prospects.id} from ${prospects}
    where ${and(isOurs(actor), which)} order by ${prospects.position} desc limit ${OWN_READ})`;
  const assigned = STAGE_NAMES.map((stage) => last(and(eq(prospects.stage, stage), isOwnAssigned(actor))));
  // Nested, since D1 takes at most five terms of a compound select.
  return [sql`select id from (${sql.join([...assigned, last(isOwnAdded(actor))], sql` union all `)})`];
};

const idsOf = (actor: Actor, wanted: Wanted): SQL[] => [
  wanted.named("prospect", actor.organizationId),
  ...(seesOwnOnly(actor) ? ownOf(actor) : []),
];

/** The weight by which open prospects come before all others. */
const OPEN = 1e13;

export const prospectSearch: Source = {
  group: "people",
  needs: ["prospects.read"],
  select: ({ db, actor }, wanted) =>
    db.all<Row>(sql`select prospects.id, user_id, display_name, username, status, assigned_to, star_citizen_id, discord_id,
        avatar, updated_at
      from (${sql.join(idsOf(actor, wanted), sql` union `)}) found
      cross join prospects on prospects.id = found.id where ${visibleById(actor)}`),
  present: (row: Row, { actor, language }) => {
    const isOpen = isOpenStage(stageOf(row.status));
    return {
      kind: "prospect",
      id: row.id,
      title: row.display_name,
      name: row.username,
      line: STATUS_TEXTS[row.status][language],
      path: `/crm?prospect=${row.id}`,
      avatarUrl: avatarUrl(row.discord_id, row.avatar),
      userId: row.user_id,
      alias: row.discord_id,
      canTake:
        isOpen &&
        actor.memberId !== null &&
        row.assigned_to !== actor.memberId &&
        actor.permissions.has("prospects.write") &&
        assigns(actor, row.assigned_to),
      // A member who left the pipeline is found as the member.
      weight: isOpen ? OPEN + Date.parse(row.updated_at) : -1,
    };
  },
};
