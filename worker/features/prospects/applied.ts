import { eq, type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Changed, type Guard, guard, newest } from "../../lib/guard.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { users } from "../users/index.ts";
import { atIntro, CREATED, cameBy } from "./change.ts";
import { prospectRemovals } from "./corrections/removals.table.ts";
import { isOpenStage, OPEN_STAGES, type ProspectStatus, stageOf } from "./pipeline.schema.ts";
import { insertHistories, insertHistory } from "./prospects.rows.ts";
import { prospectHistory, prospects, REMOVED } from "./prospects.table.ts";
import { prospectErrors } from "./prospects.texts.ts";

/** The user who applies, with what is proved of them. */
export type Applicant = {
  userId: number;
  username: string;
  displayName: string;
  email: string | null;
  discordId: string | null;
  avatar: string | null;
  isInServer: boolean;
  verifiedHandle: string | null;
  /** The handle that they typed. */
  typedHandle: string | null;
  /** SQL: the source whose link they came by, and its name; null without one. */
  source: { id: SQL; name: SQL } | null;
};

type Proved = {
  id: number;
  userId: number | null;
  discordId: string | null;
  status: ProspectStatus | typeof REMOVED;
  version: number;
  intoId: number | null;
};

const columns = sql`p.id, p.user_id as userId, p.discord_id as discordId, p.status, p.version, r.into_id as intoId`;

/** The statement that reads the prospects that a user, their Discord account or their verified RSI handle proves to be theirs. */
export const selectProved = (db: Db, userId: number) =>
  db.all<Proved>(sql`with own(id) as (
      select id from ${prospects} where user_id = ${userId}
      union select p.id from ${users} u cross join ${prospects} p
        on p.organization_id = u.organization_id and p.discord_id = u.discord_id where u.id = ${userId}
      union select p.id from ${users} u cross join ${rsiAccounts} a on a.user_id = u.id
        cross join ${prospects} p on p.organization_id = u.organization_id and p.star_citizen_id = a.handle collate nocase
          and p.star_citizen_id is not null and p.user_id is null and p.status <> ${REMOVED}
        where u.id = ${userId}),
    kept(id) as (select id from own union select into_id from own cross join ${prospectRemovals} on prospect_id = own.id
      where into_id is not null)
    select ${columns} from kept cross join ${prospects} p on p.id = kept.id
      left join ${prospectRemovals} r on r.prospect_id = p.id order by p.id`);

/**
 * The prospect that an application joins; null for none yet.
 * @throws AppError applicant_unclear where another user has the prospect that is proved to be this one's
 */
function provedOf({ userId, discordId }: Applicant, found: readonly Proved[]): Proved | null {
  const isAccounts = (each: Proved) => discordId !== null && each.discordId === discordId;
  const first =
    found.find((each) => each.userId === userId) ??
    found.find(isAccounts) ??
    found.find((each) => each.userId === null && each.discordId === null && each.intoId === null);
  const target = first?.intoId ? found.find(({ id }) => id === first.intoId) : first;
  if (!target) return null;
  if (target.userId !== null && target.userId !== userId) throw prospectErrors.applicant_unclear();
  return target;
}

/**
 * Makes the steps that add an applicant as a prospect at intro, or join the prospect that is proved to be theirs. A prospect that
 * has left the pipeline goes back to intro.
 * @returns also SQL for the prospect's id
 * @throws AppError applicant_unclear
 */
export function planApplied(
  context: MemberContext,
  applicant: Applicant,
  found: readonly Proved[],
  changed: Changed,
): { id: SQL; steps: (Guard | Statement)[]; name: string } {
  const { db, now } = context;
  const { userId, username, displayName, email, discordId, avatar, verifiedHandle, typedHandle } = applicant;
  const target = provedOf(applicant, found);
  const handle = verifiedHandle ?? typedHandle;
  if (!target) {
    const id = newest(prospects);
    const person = { userId, username, displayName, email, discordId, avatar, starCitizenId: handle };
    const { source, isInServer } = applicant;
    const values = { ...atIntro(context), ...person, discordStatus: isInServer ? "active" : null } as const;
    return {
      id,
      name: displayName,
      steps: [
        db.insert(prospects).values({ ...values, ...cameBy(source) }),
        insertHistory(context, id, CREATED),
      ],
    };
  }
  const isOpen = target.status !== REMOVED && isOpenStage(stageOf(target.status));
  const at = now.toISOString();
  const id = sql`cast(${target.id} as integer)`;
  const hasAccount = found.some((each) => each.id !== target.id && each.discordId === discordId);
  const account = hasAccount ? null : discordId;
  const again = { status: "intro", stageChangedAt: at, assignedTo: null, deadline: null } as const;
  return {
    id,
    name: displayName,
    steps: [
      guard(
        sql`(select version from ${prospects} where id = ${target.id} and (user_id is null or user_id = ${userId})) = ${target.version}`,
        changed,
      ),
      db
        .update(prospects)
        .set({
          ...(isOpen ? {} : again),
          ...(isOpen ? firstSource(applicant.source) : {}),
          userId,
          discordId: sql`coalesce(${prospects.discordId}, ${account})`,
          starCitizenId: verifiedHandle ?? sql`coalesce(${prospects.starCitizenId}, ${handle})`,
          updatedAt: at,
          version: sql`${prospects.version} + 1`,
        })
        .where(eq(prospects.id, target.id)),
      ...(target.status === REMOVED
        ? [db.delete(prospectRemovals).where(eq(prospectRemovals.prospectId, target.id))]
        : []),
      insertHistory(context, id, {
        action: "applied",
        ...(isOpen || target.status === REMOVED ? {} : { previousValue: target.status }),
        ...(isOpen ? {} : { newValue: "intro" }),
      }),
    ],
  };
}

/**
 * Returns the columns that count a person's first application for the link that they followed, also where a sync or a registration
 * made the prospect before: `/join` leads to both.
 */
function firstSource(source: Applicant["source"]) {
  if (!source) return {};
  const isFirst = sql`${prospects.sourceId} is null and ${prospects.referralSource} in ('discord', 'website') and not exists (
    select 1 from ${prospectHistory} where prospect_id = ${prospects.id} and action in ('applied', 'status'))`;
  return {
    sourceId: sql`iif(${isFirst}, ${source.id}, ${prospects.sourceId})`,
    referralSource: sql`iif(${isFirst}, coalesce(${source.name}, ${prospects.referralSource}), ${prospects.referralSource})`,
  };
}

/** SQL: the id of the prospect that one was merged into, else its own. */
export const keptProspect = (id: SQL): SQL =>
  sql`cast(coalesce((select into_id from ${prospectRemovals} where prospect_id = ${id}), ${id}) as integer)`;

/**
 * The statements that move an open prospect to inactive since the person took their application back.
 * @param isLast SQL condition: it was the only one of the prospect and those merged into it
 */
export function withdrawApplicant(context: MemberContext, prospectId: number, isLast: SQL): Statement[] {
  const at = context.now.toISOString();
  const isTheirs = sql`${prospects.id} = ${keptProspect(sql`${prospectId}`)} and ${isLast} and ${prospects.stage} in (${sql.join(
    OPEN_STAGES.map((stage) => sql`${stage}`),
    sql`, `,
  )})`;
  const outcome = JSON.stringify({ outcome: { from: null, to: "withdrawn" } });
  return [
    insertHistories(
      context,
      sql`id, 'status', status, 'inactive', null, ${outcome} from ${prospects} where ${isTheirs}`,
    ),
    context.db.run(sql`update ${prospects} set status = 'inactive', deadline = null, stage_changed_at = ${at},
        updated_at = ${at}, version = version + 1 where ${isTheirs}`),
  ];
}
