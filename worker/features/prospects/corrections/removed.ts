import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context, SystemContext } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { hoursFrom } from "../../../lib/db/columns.ts";
import { deleteUsersWithoutMember, users } from "../../users/index.ts";
import { prospects, REMOVED } from "../prospects.table.ts";
import { RESTORE_DAYS } from "./corrections.schema.ts";
import { type Before, prospectRemovals } from "./removals.table.ts";

/** SQL: the ids of prospects and, for each, of those merged into it. */
export const withMerged = (ids: SQL): SQL => sql`(with recursive joined(id) as (
    ${ids} union select prospect_id from joined cross join ${prospectRemovals} on into_id = joined.id)
  select id from joined)`;

/** SQL: the ids of the prospects merged into one, directly or by others. */
export const mergedInto = (id: number): SQL =>
  withMerged(sql`select prospect_id as id from ${prospectRemovals} where into_id = ${id}`);

/** The columns that a removal sets. */
export const REMOVAL = { status: sql`${REMOVED}`, assignedTo: null, deadline: null };

/** The statement that records why a prospect was removed. */
export const insertRemoval = (
  { db, actor, now }: Context,
  removed: { prospectId: number; intoId?: number; reason?: string; before: Before },
): Statement =>
  db.insert(prospectRemovals).values({ ...removed, removedBy: actor.name, removedAt: now.toISOString() });

/** SQL condition: a row is a removed prospect of the actor's organization. */
export const isRemoved = ({ actor }: Context, id: number | SQL): SQL =>
  and(
    sql`${prospects.id} = ${id}`,
    sql`+${prospects.organizationId} = ${actor.organizationId}`,
    eq(prospects.status, sql`${REMOVED}`),
  ) as SQL;

/** The statements that delete the personal data of prospects that can no longer be restored. */
export function endRestoring(context: SystemContext): Statement[] {
  const { db, now } = context;
  const isOver = sql`before is not null and removed_at < ${hoursFrom(now, -24 * RESTORE_DAYS)}`;
  return [
    db.run(sql`update ${prospects} set email = null, star_citizen_id = null, referral_source = null, notes = null
      where status = ${REMOVED} and id in (select prospect_id from ${prospectRemovals} where ${isOver})`),
    // Users whose Discord account a merge gave to another one: nobody can sign in as them.
    deleteUsersWithoutMember(
      context,
      sql`select ${users.id} from ${prospectRemovals} cross join ${users}
        on ${users.id} = before ->> '$.signIn.from' and ${users.discordId} is null and ${users.passwordHash} is null
        where ${isOver}`,
    ),
    db.run(sql`update ${prospectRemovals} set before = null where ${isOver}`),
  ];
}
