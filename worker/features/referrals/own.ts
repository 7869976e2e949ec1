import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../lib/context.ts";
import { record } from "../../lib/record.ts";
import { newCode } from "./code.ts";
import { type OwnLink, ownLink } from "./referrals.schema.ts";
import { sourceFigures, sources } from "./referrals.table.ts";
import { referralAudit } from "./referrals.texts.ts";

const OWNER = sql`owner.id`;

function selectLink({ db, actor }: Context, which: SQL) {
  const { id: _, version, ...columns } = getTableColumns(sources);
  const counted = sql`from ${sourceFigures} f, json_each(f.counted) c where f.organization_id = ${actor.organizationId}
    and c.value ->> 'period' = 'all' and c.value ->> 'key' = cast(${sources.id} as text)`;
  return db
    .select({
      ...columns,
      id: sql<number>`${OWNER}`.as("owner_id"),
      version: sql<number>`coalesce(${version}, 0)`.as("link_version"),
      figures: sql<string | null>`(select c.value ${counted})`.as("figures"),
      countedAt: sql<string | null>`(select counted_at from ${sourceFigures}
        where organization_id = ${actor.organizationId})`.as("counted_at"),
    })
    .from(sql`(select ${actor.userId} as id) owner`)
    .leftJoin(sources, sql`${sources.userId} = owner.id and ${sources.kind} = 'member'`)
    .where(which);
}

type LinkRow = Awaited<ReturnType<typeof selectLink>>[number];

/** The link of a member, by their user's id; of version 0 before the first. */
const linkRecord = record({
  table: sources,
  by: OWNER,
  identity: ({ id: userId }, { actor }) => ({
    ...{ userId, kind: "member" as const, organizationId: actor.organizationId },
  }),
  select: selectLink,
  answers: ownLink,
  present({ code, createdAt, endedAt, version, figures, countedAt }: LinkRow): OwnLink {
    const counted = { came: 0, active: 0, afterQuarter: 0, ...(figures ? JSON.parse(figures) : {}) };
    const { came, active, afterQuarter } = counted;
    return { code, since: createdAt, endedAt, version, came, active, afterQuarter, countedAt };
  },
  nameOf: (_: LinkRow, { actor }) => actor.name,
  audit: referralAudit,
});

/** The caller's own link. */
export const getOwnLink = (context: MemberContext): Promise<OwnLink> =>
  linkRecord.get(context, context.actor.userId);

/** Makes the caller's link, or gives it another code: the old one ends at once. @throws AppError stale_version */
export function makeOwnLink(context: MemberContext, { version }: { version: number }): Promise<OwnLink> {
  const { actor, now } = context;
  return linkRecord.upsert(context, actor.userId, version || undefined, (row) => {
    // A second press of the same button made it already.
    if (version === 0 && row.version > 0) return null;
    return {
      set: { code: newCode(), endedAt: null, createdAt: row.createdAt ?? now.toISOString() },
      audit: [
        { action: row.version === 0 ? "link.made" : "link.replaced", entity: { id: null, name: null } },
      ],
    };
  });
}

/** Switches the caller's link off; who came by it stays counted. @throws AppError stale_version */
export const endOwnLink = (context: MemberContext, { version }: { version: number }): Promise<OwnLink> =>
  linkRecord.edit(context, context.actor.userId, version, (row) =>
    row.code === null
      ? null
      : {
          set: { code: null, endedAt: context.now.toISOString() },
          audit: [{ action: "link.ended", entity: { id: null, name: null } }],
        },
  );
