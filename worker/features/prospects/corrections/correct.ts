import { type SQL, sql } from "drizzle-orm";
import { outranks } from "../../../lib/actor.ts";
import { changedDetails } from "../../../lib/audit.ts";
import { assertRecent, type ById, type Context, type MemberContext } from "../../../lib/context.ts";
import { changedFields, valuesAfter } from "../../../lib/fields.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { memberErrors, members } from "../../members/index.ts";
import { roles } from "../../roles/index.ts";
import { setDiscordId, users } from "../../users/index.ts";
import { CORRECTABLE, type Correctable, prospectFacts } from "../prospects.fields.ts";
import { type ProspectPlan, type ProspectRow, prospectRecord } from "../prospects.rows.ts";
import { prospects, REMOVED } from "../prospects.table.ts";
import { prospectErrors } from "../prospects.texts.ts";
import type { CorrectInput } from "./corrections.schema.ts";

/**
 * Corrects facts of a prospect. The Discord account of a prospect with a user becomes the user's sign-in.
 * @throws AppError stale_version, not_found, discord_id_taken, discord_id_removed, discord_id_fixed, outranked,
 * reauthentication_required
 */
export const correctProspect = (context: MemberContext, { id, version, ...input }: ById<CorrectInput>) =>
  prospectRecord.edit(context, id, version, (row) => planCorrection(context, row, input));

function planCorrection(
  context: MemberContext,
  row: ProspectRow,
  input: Omit<CorrectInput, "version">,
): ProspectPlan | null {
  const username = input.username === "" ? row.displayName : input.username;
  const facts = valuesAfter(prospectFacts, { ...input, username }, row);
  const changed = changedFields(prospectFacts, row, facts);
  if (changed.length === 0) return null;
  const recorded = CORRECTABLE.filter((field) => "audit" in prospectFacts[field]);
  const changeOf = (field: Correctable) =>
    recorded.includes(field) ? { from: row[field], to: facts[field] } : { from: null, to: null };
  const account = changed.includes("discordId") ? planAccount(context, row, facts.discordId) : {};
  return {
    ...account,
    set: { ...Object.fromEntries(changed.map((field) => [field, facts[field]])), ...account.set },
    history: [
      { action: "corrected", changes: Object.fromEntries(changed.map((field) => [field, changeOf(field)])) },
    ],
    audit: [{ action: "prospect.corrected", details: changedDetails(row, facts, recorded) }],
  };
}

/** The changes of another Discord account: picture and presence are cleared, and the user signs in with it. */
function planAccount(
  context: MemberContext,
  row: ProspectRow,
  discordId: string | null,
): Pick<ProspectPlan, "set" | "checkBefore" | "writeAfter"> {
  const { id, userId, displayName: name } = row;
  const set = { avatar: null, discordStatus: null, discordLastSeen: null };
  const checkBefore = discordId === null ? [] : [guardDiscordFree(context, discordId, { id, userId })];
  if (userId === null) {
    if (discordId === null) return { set, checkBefore };
    return {
      set: { ...set, userId: userOf(context, discordId) },
      checkBefore: [...checkBefore, ...guardOutranksUserOf(context, discordId)],
    };
  }
  if (row.discordId !== null) throw prospectErrors.discord_id_fixed({ name });
  if (!outranks(context.actor, row.rolePriority)) throw memberErrors.outranked({ name });
  assertRecent(context.actor, context.now);
  return { set, checkBefore, writeAfter: [setDiscordId(context, userId, discordId)] };
}

/** SQL: the user with a Discord account; null for none. */
export const userOf = ({ actor }: Context, discordId: string): SQL =>
  sql`(select ${users.id} from ${users} where ${users.organizationId} = ${actor.organizationId}
    and ${users.discordId} = ${discordId})`;

/**
 * The guard that the actor outranks the user with a Discord account, before a prospect becomes that user's, since changes of
 * the prospect change the membership. Empty for actors who outrank everybody.
 */
export function guardOutranksUserOf(context: MemberContext, discordId: string): Guard[] {
  const { db, actor } = context;
  if (!Number.isFinite(actor.rank)) return [];
  const higher = sql`from ${users} join ${members} on ${members.userId} = ${users.id}
    join ${roles} on ${roles.id} = ${members.roleId}
    where ${users.id} = ${userOf(context, discordId)} and ${roles.priority} >= ${actor.rank}`;
  return [
    guard(sql`not exists (select 1 ${higher})`, async () => {
      const [user] = await db.all<{ name: string }>(sql`select ${users.displayName} as name ${higher}`);
      return memberErrors.outranked({ name: user?.name ?? "" });
    }),
  ];
}

/**
 * The guard that no other prospect has a Discord account, and no other user than the prospect's. It names also a removed
 * prospect, since that can be restored.
 */
export function guardDiscordFree(
  context: MemberContext,
  discordId: string,
  { id, userId }: { id: number | null; userId: number | null } = { id: null, userId: null },
): Guard {
  const { db, actor } = context;
  const others = sql`from ${prospects} where organization_id = ${actor.organizationId}
    and discord_id = ${discordId} and id is not ${id}`;
  const isFree = sql`not exists (select 1 ${others})`;
  const isUsers = userId === null ? sql`1` : sql`coalesce(${userOf(context, discordId)} = ${userId}, 1)`;
  return guard(sql`${isFree} and ${isUsers}`, async () => {
    const [other] = await db.all<{ name: string; removed: 0 | 1 }>(
      sql`select display_name as name, status = ${REMOVED} as removed ${others}`,
    );
    return other?.removed
      ? prospectErrors.discord_id_removed({ discordId, name: other.name })
      : prospectErrors.discord_id_taken({ discordId });
  });
}
