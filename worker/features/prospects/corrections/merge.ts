import { type SQL, sql } from "drizzle-orm";
import { outranks } from "../../../lib/actor.ts";
import { assertRecent, type ById, type MemberContext } from "../../../lib/context.ts";
import type { Db, Statement } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { invalidField } from "../../../lib/validation.ts";
import { memberErrors } from "../../members/index.ts";
import { endSessionsOfUser } from "../../sessions/index.ts";
import { setDiscordId, users } from "../../users/index.ts";
import { whenMoved } from "../attached.ts";
import type { ProspectStatus } from "../pipeline.schema.ts";
import { type ProspectPlan, type ProspectRow, prospectRecord } from "../prospects.rows.ts";
import { prospects } from "../prospects.table.ts";
import { prospectErrors } from "../prospects.texts.ts";
import type { MergeInput } from "./corrections.schema.ts";
import type { Before, DiscordFacts } from "./removals.table.ts";
import { insertRemoval, REMOVAL } from "./removed.ts";

const NOTES_LENGTH = 20_000;

type SignIn = { userId: number; discordId: string | null; hasPassword: boolean };

/** The statement that reads the ways in which the users of two prospects sign in. */
const selectSignIns = (db: Db, ids: readonly [number, number]) =>
  db
    .select({
      userId: users.id,
      discordId: users.discordId,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`.mapWith(Boolean),
    })
    .from(users)
    .where(sql`${users.id} in (select user_id from ${prospects} where id in (${ids[0]}, ${ids[1]}))`);

/**
 * Merges another prospect into one, which gets missing values from it and shows its history. The Discord account and the user
 * come along, so that the person signs in as this prospect and a sync adds no second one.
 * @throws AppError not_found, stale_version, outranked, both_members, merge_other_way, reauthentication_required where an
 * account moves to another user
 */
export function mergeProspects(context: MemberContext, { id, otherId, version }: ById<MergeInput>) {
  if (id === otherId) throw invalidField("otherId", context.language);
  const reading = prospectRecord.reading(context, otherId);
  return prospectRecord.edit(
    context,
    id,
    version,
    (row, more) => {
      const other = prospectRecord.rowOf(more.slice(0, reading.length));
      if (!other) throw errors.not_found();
      return planMerge(context, row, other, more.at(-1) as SignIn[]);
    },
    { more: [...reading, selectSignIns(context.db, [id, otherId])] },
  );
}

function planMerge(
  context: MemberContext,
  row: ProspectRow,
  other: ProspectRow,
  signIns: readonly SignIn[],
): ProspectPlan {
  for (const { rolePriority, displayName: name } of [row, other])
    if (!outranks(context.actor, rolePriority)) throw memberErrors.outranked({ name });
  const { user, lead, signIn } = planUsers(row, other, signIns);
  if (signIn) assertRecent(context.actor, context.now);
  const account = (lead.discordId === null ? [row, other] : [lead]).find(
    ({ discordId }) => discordId !== null,
  );
  const membership = row.memberId === null && other.memberId !== null ? stageOf(other) : {};
  const wanted = {
    email: row.email ?? other.email,
    starCitizenId: row.starCitizenId ?? other.starCitizenId,
    ...cameBy(row, other),
    notes: joinedNotes(row.notes, other.notes),
    assignedTo: row.assignedTo ?? other.assignedTo,
    isTest: row.isTest && other.isTest,
    userId: user,
    ...(account === other ? discordOf(other) : {}),
    ...membership,
  };
  const kept = changesOf(row, wanted);
  const before: Before = {
    removed: removedOf(other),
    kept,
    memberId: row.memberId ?? other.memberId,
    signIn,
  };
  // The removed one keeps an own account, by which a sync finds it.
  const rest = {
    userId: user === other.userId ? null : other.userId,
    discordId: account === other ? null : other.discordId,
  };
  const { displayName } = other;
  return {
    // First: two prospects must never have the same user or account.
    writeBefore: [
      ...(kept.status
        ? whenMoved(
            context,
            sql`select ${row.id} as id union all select ${other.id}`,
            kept.status.to as ProspectStatus,
          )
        : []),
      ...prospectRecord.steps(context, other, { set: { ...REMOVAL, ...rest }, history: [], audit: [] }),
    ],
    unchanged: [
      prospectRecord.isUnchanged(context, other),
      ...(signIn ? [hasDiscord(signIn.from, signIn.discordId), hasDiscord(signIn.to, null)] : []),
    ],
    set: Object.fromEntries(Object.entries(kept).map(([column, { to }]) => [column, to])),
    history: [
      {
        action: "merged",
        newValue: displayName,
        changes: {
          ...(kept.status ? { status: kept.status } : {}),
          merged: { from: null, to: String(other.id) },
        },
      },
    ],
    audit: [{ action: "prospect.merged", details: { other: displayName, otherId: other.id } }],
    writeAfter: [
      ...(signIn ? moveSignIn(context, signIn) : []),
      insertRemoval(context, { prospectId: other.id, intoId: row.id, before }),
    ],
  };
}

/** By what a merged person came first: that of the record which is older, where it is not the same. */
function cameBy(row: ProspectRow, other: ProspectRow): Pick<ProspectRow, "sourceId" | "referralSource"> {
  const first = other.createdAt < row.createdAt ? other : row;
  const referralSource = row.referralSource ?? other.referralSource;
  if (first.sourceId === row.sourceId) return { sourceId: row.sourceId, referralSource };
  return { sourceId: first.sourceId, referralSource: first.referralSource ?? referralSource };
}

/**
 * The user of merged prospects: a member's, else one who can sign in, else the kept one's. A user without a Discord account
 * gets that of the other.
 */
function planUsers(row: ProspectRow, other: ProspectRow, signIns: readonly SignIn[]) {
  const signInOf = ({ userId }: ProspectRow) => signIns.find((each) => each.userId === userId);
  const [own, others] = [signInOf(row), signInOf(other)];
  if (row.memberId !== null && other.memberId !== null)
    throw prospectErrors.both_members({ name: row.displayName, other: other.displayName });
  if (!own || !others) {
    const user = own?.userId ?? others?.userId ?? null;
    return { user, lead: others && !own ? other : row, signIn: null };
  }
  const isWay = ({ discordId, hasPassword }: SignIn) => discordId !== null || hasPassword;
  const isOthers = other.memberId !== null || (row.memberId === null && isWay(others) && !isWay(own));
  // A user who can sign in would remain without a prospect.
  if (isOthers && isWay(own)) throw prospectErrors.merge_other_way({ name: other.displayName });
  const [stays, goes] = isOthers ? [others, own] : [own, others];
  const signIn =
    stays.discordId === null && goes.discordId !== null
      ? { from: goes.userId, to: stays.userId, discordId: goes.discordId }
      : null;
  const lead = isOthers ? other : row;
  return { user: stays.userId, lead, signIn };
}

/** SQL condition: a user has this Discord account, or none for null. */
export const hasDiscord = (userId: number, discordId: string | null): SQL =>
  sql`(select discord_id from ${users} where id = ${userId}) is ${discordId}`;

/** The statements that move a Discord account from one user to another, and sign the first out. */
export const moveSignIn = (
  context: MemberContext,
  { from, to, discordId }: NonNullable<Before["signIn"]>,
): Statement[] => [
  setDiscordId(context, from, null),
  setDiscordId(context, to, discordId),
  endSessionsOfUser(context.db, from),
];

function discordOf(row: DiscordFacts): DiscordFacts {
  const { discordId, avatar, discordStatus, discordLastSeen } = row;
  return { discordId, avatar, discordStatus, discordLastSeen };
}

const stageOf = ({ status, deadline, stageChangedAt }: ProspectRow) => ({ status, deadline, stageChangedAt });

/** The data that restores a removed prospect. */
export function removedOf(row: ProspectRow): Before["removed"] {
  const { assignedTo, userId } = row;
  return { ...stageOf(row), assignedTo, userId, ...discordOf(row) };
}

/** Both notes, or the kept one's where they are too long together: the history has the other's. */
function joinedNotes(own: string | null, others: string | null): string | null {
  if (own === null || others === null || own === others) return own ?? others;
  const both = `${own}\n\n${others}`;
  return both.length > NOTES_LENGTH ? own : both;
}

/** The columns that a merge changes, with their values before and after. */
function changesOf(row: ProspectRow, wanted: Partial<ProspectRow>): Before["kept"] {
  const columns = Object.keys(wanted) as (keyof Before["kept"] & keyof ProspectRow)[];
  const changed = columns.filter((column) => wanted[column] !== row[column]);
  return Object.fromEntries(
    changed.map((column) => [column, { from: row[column], to: wanted[column] }]),
  ) as Before["kept"];
}
