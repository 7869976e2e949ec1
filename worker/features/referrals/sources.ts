import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import { readBatch, type Statement } from "../../lib/db/client.ts";
import { guard } from "../../lib/guard.ts";
import { record } from "../../lib/record.ts";
import { members } from "../members/index.ts";
import { forgetReferrals } from "../prospects/index.ts";
import { users } from "../users/index.ts";
import { newCode } from "./code.ts";
import { countSources, yearFrom } from "./figures.ts";
import {
  type Bringer,
  type CreateSourceInput,
  type Figures,
  type Group,
  PERIODS,
  type Period,
  SOURCES_MOST,
  type Source,
  type SourceOverview,
  source,
} from "./referrals.schema.ts";
import { type Counted, sourceFigures, sources } from "./referrals.table.ts";
import { referralAudit, referralErrors } from "./referrals.texts.ts";

/** SQL condition: a source that officers made; members' links are their own. */
const isListed = sql`${sources.kind} <> 'member'`;

const selectSources = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({
      ...getTableColumns(sources),
      name: sql<string | null>`coalesce(${users.displayName}, ${sources.name})`.as("shown_name"),
    })
    .from(sources)
    .leftJoin(users, eq(users.id, sources.userId))
    .where(sql`${sources.organizationId} = ${actor.organizationId} and ${isListed} and ${which ?? sql`1`}`);

type SourceRow = Awaited<ReturnType<typeof selectSources>>[number];

const mayChange = ({ actor }: Context) => actor.permissions.has("prospects.write");

const toSource = (row: SourceRow, context: Context): Source => ({
  ...row,
  can: { end: row.endedAt === null && mayChange(context) },
});

const sourceRecord = record({
  table: sources,
  select: selectSources,
  answers: source,
  present: toSource,
  nameOf: ({ name }: SourceRow) => name ?? "",
  audit: referralAudit,
});

/** Makes the link of an advertisement or of a recruiter. @throws AppError sources_full, recruiter_unknown */
export function createSource(context: MemberContext, input: CreateSourceInput): Promise<Source> {
  const { actor, now } = context;
  const { organizationId } = actor;
  const at = now.toISOString();
  const isRecruiter = input.kind === "recruiter";
  const who = isRecruiter ? { userId: input.userId } : { name: input.name };
  return sourceRecord.create(context, {
    name: isRecruiter ? "" : input.name,
    values: {
      ...{ organizationId, kind: input.kind, ...who, code: newCode(), note: input.note || null },
      ...{ createdAt: at, updatedAt: at },
    },
    audit: [
      {
        action: "source.added",
        ...(isRecruiter ? { entity: { id: null, name: null } } : {}),
      },
    ],
    checkBefore: [
      guard(
        sql`(select count(*) from ${sources} where organization_id = ${organizationId} and ${isListed}) < ${SOURCES_MOST}`,
        referralErrors.sources_full({ most: SOURCES_MOST }),
      ),
      ...(isRecruiter
        ? [
            guard(
              sql`exists (select 1 from ${members} where user_id = ${input.userId} and status = 'active'
                and organization_id = ${organizationId})`,
              referralErrors.recruiter_unknown(),
            ),
          ]
        : []),
    ],
  });
}

/** Ends a source: its link no longer leads to it. @throws AppError not_found, stale_version, source_ended */
export const endSource = (context: MemberContext, { id, version }: ById<{ version: number }>) =>
  sourceRecord.edit(context, id, version, ({ name, endedAt }) => {
    if (endedAt !== null) throw referralErrors.source_ended({ name: name ?? "" });
    return {
      set: { code: null, endedAt: context.now.toISOString() },
      audit: [{ action: "source.ended" }],
    };
  });

type Brought = {
  period: Period;
  id: number;
  name: string | null;
  discordId: string | null;
  avatar: string | null;
} & Pick<Figures, "came" | "active" | "afterQuarter">;

/** The statements that read what was counted, the sources, and which members brought people. */
const reading = (context: Context): [Statement, Statement, Statement] => {
  const { db, actor } = context;
  const isOwn = sql`${sourceFigures.organizationId} = ${actor.organizationId}`;
  return [
    db.select().from(sourceFigures).where(isOwn),
    selectSources(context).orderBy(sql`${sources.id}`),
    db.all<Brought>(sql`select c.value ->> 'period' as period, s.id, u.display_name as name, u.discord_id as discordId,
        u.avatar, c.value ->> 'came' as came, c.value ->> 'active' as active, c.value ->> 'afterQuarter' as afterQuarter
      from ${sourceFigures}, json_each(counted) c cross join ${sources} s on s.id = cast(c.value ->> 'key' as integer)
        and s.kind = 'member' left join ${users} u on u.id = s.user_id
      where ${isOwn} order by came desc, s.id`),
  ];
};

const NONE: Figures = {
  came: 0,
  open: 0,
  active: 0,
  ofMonth: 0,
  afterMonth: 0,
  ofQuarter: 0,
  afterQuarter: 0,
};

const sumOf = (all: readonly Figures[]): Figures =>
  Object.fromEntries(
    (Object.keys(NONE) as (keyof Figures)[]).map((name) => [
      name,
      all.reduce((sum, each) => sum + each[name], 0),
    ]),
  ) as Figures;

/** The groups of a period: members' links as one, the server, the website, each other source, and everybody last. */
function groupsOf(counted: readonly Counted[], listed: readonly SourceRow[]): Group[] {
  const of = (key: string) => counted.find((each) => each.key === key) ?? NONE;
  const others = listed.map(({ id }) => String(id));
  const own = counted.filter(({ key }) => !["discord", "website", ...others].includes(key));
  return [
    { key: "members", ...sumOf(own) },
    ...["discord", "website", ...others].map((key) => ({ ...of(key), key })),
    { key: "everybody", ...sumOf(counted) },
  ];
}

/** Where people came from, and who stayed. */
export async function getSources(context: MemberContext): Promise<SourceOverview> {
  const { db, actor, now } = context;
  let read: unknown[] = await readBatch(db, reading(context));
  if ((read[0] as unknown[]).length === 0)
    read = (await readBatch(db, [countSources(context, actor.organizationId), ...reading(context)])).slice(1);
  const [[figures], listed, brought] = read as [
    (typeof sourceFigures.$inferSelect)[],
    SourceRow[],
    Brought[],
  ];
  const periodOf = (period: Period) => {
    const counted = (figures?.counted ?? []).filter((each) => each.period === period);
    const first = figures?.firstAt.slice(0, 10) ?? null;
    const from = period === "all" || first === null || first > yearFrom(now) ? first : yearFrom(now);
    return {
      from,
      groups: groupsOf(counted, listed),
      members: brought
        .filter((each) => each.period === period)
        .map(
          ({ discordId, avatar, ...each }): Bringer => ({ ...each, avatarUrl: avatarUrl(discordId, avatar) }),
        ),
    };
  };
  return {
    countedAt: figures?.countedAt ?? null,
    sources: listed.map((row) => toSource(row, context)),
    periods: Object.fromEntries(PERIODS.map((each) => [each, periodOf(each)])) as SourceOverview["periods"],
    can: { add: mayChange(context) },
  };
}

/** The statements that end the links of a deleted user; who came by them stays counted, without their name. */
export const forgetLinks = (context: MemberContext, userId: number): Statement[] => {
  const at = context.now.toISOString();
  return [
    forgetReferrals(context, sql`select id from ${sources} where user_id = ${userId}`),
    context.db.run(sql`update ${sources} set user_id = null, code = null, name = null, note = null, updated_at = ${at},
      ended_at = coalesce(ended_at, ${at}), version = version + 1 where user_id = ${userId}`),
  ];
};
