import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { MemberContext, SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import type { Refused } from "../../lib/feature.ts";
import { page } from "../../lib/page.ts";
import { FIRST_ORGANIZATION } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { MOST_COUNTED, type SecurityEntry, type SecurityQuery } from "./security-log.schema.ts";
import { securityLog } from "./security-log.table.ts";

/** Entries of an organization and day; further refusals are counted by hour and kind alone. */
export const MOST_ENTRIES = 200;
/** Days for which entries are kept. */
const KEPT_DAYS = 90;

/**
 * Counts a refusal in the entry of its hour, kind, user and network: one row at most. Typed texts are never stored, and an
 * attack from many networks ends in one entry for each hour and kind.
 */
export async function noteRefusal({ db, now }: SystemContext, refused: Refused): Promise<void> {
  const { kind, user, network, permission } = refused;
  const at = now.toISOString();
  const [day, hour] = [at.slice(0, 10), at.slice(0, 13)];
  const organization = user ? sql`${user.organizationId}` : FIRST_ORGANIZATION;
  const whole = `${hour}|${kind}|${user?.id ?? ""}|${network ?? ""}`;
  await db.run(sql`insert into ${securityLog} (organization_id, key, kind, user_id, network, permission, count, last_at)
    select id, iif(fits, ${whole}, ${`${hour}|${kind}`}), ${kind}, iif(fits, ${user?.id ?? null}, null),
      iif(fits, ${network}, null), iif(fits, ${permission}, null), 1, ${at}
    from (select o.id, exists (select 1 from ${securityLog} where organization_id = o.id and key = ${whole})
      or (select count(*) from (select 1 from ${securityLog} where organization_id = o.id
        and key > ${day} and key < ${`${day}~`} limit ${MOST_ENTRIES})) < ${MOST_ENTRIES} as fits
      from (select ${organization} as id) o)
    where true
    on conflict do update set count = count + 1, last_at = excluded.last_at, permission = excluded.permission
      where count < ${MOST_COUNTED}`);
}

const ORDER = {
  by: securityLog.key,
  type: "string",
  direction: "desc",
  positionOf: ({ key }: { key: string }) => key,
} as const;

/** Rows that one filtered answer reads: each twice, of 2,000 that a request may read. */
const LOOKED_THROUGH = 900;

/** One page of the security log of the caller's organization, the newest first. @throws AppError invalid_input */
export async function listRefusals(context: MemberContext, query: SecurityQuery) {
  const { db, actor, language } = context;
  const paging = page(query, ORDER, language);
  const range = and(eq(securityLog.organizationId, actor.organizationId), paging.after) as SQL;
  const window = paging.window(db, securityLog, range, LOOKED_THROUGH);
  const { kind, user } = query;
  const wanted = and(
    kind === undefined ? undefined : eq(securityLog.kind, kind),
    user === undefined ? undefined : eq(securityLog.userId, user),
  );
  const isNarrowed = wanted !== undefined;
  const source = isNarrowed ? window.rows : securityLog;
  const { key, userId, network, permission, count, lastAt } = securityLog;
  const select = db
    .select({
      ...{ key, kind: securityLog.kind, userId, network, permission, count, lastAt },
      name: sql<string | null>`(select display_name from ${users} where id = security_log.user_id)`.as(
        "user_name",
      ),
    })
    .from(source)
    .where(isNarrowed ? wanted : range)
    .orderBy(paging.order)
    .limit(paging.limit);
  const [rows, ended] = isNarrowed ? await readBatch(db, [select, window.end]) : [await select, []];
  return paging.toPage(
    rows,
    (row): SecurityEntry => ({
      ...row,
      id: row.key,
      hour: `${row.key.slice(0, 13)}:00:00.000Z`,
      user: row.userId === null ? null : { id: row.userId, name: row.name },
    }),
    ended[0]?.lookedTo,
  );
}

export const deleteOldRefusals = ({ db, now }: SystemContext) =>
  db.delete(securityLog).where(lt(securityLog.lastAt, hoursFrom(now, -KEPT_DAYS * 24)));
