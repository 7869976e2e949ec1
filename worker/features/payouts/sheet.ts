import { eq, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { jsonList } from "../../lib/db/client.ts";
import { invalidInput } from "../../lib/validation.ts";
import { contractRecord } from "../contracts/index.ts";
import { isHolder, members } from "../members/index.ts";
import { users } from "../users/index.ts";
import { assertOpen, assertOwner } from "./payouts.policy.ts";
import { type PayoutState, payoutRecord, plainLine } from "./payouts.rows.ts";
import type { DonateInput, SheetInput, SheetLine } from "./payouts.schema.ts";
import { LINE_TEXTS, payoutErrors } from "./payouts.texts.ts";

type Member = { userId: number; name: string };

/** The statement that reads which of these users are active members whose role sees contracts. */
const selectMembers = ({ db, actor }: MemberContext, userIds: readonly number[]) =>
  db
    .select({ userId: users.id, name: users.displayName })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(sql`${members.userId} in ${jsonList(userIds)}
      and +${members.organizationId} = ${actor.organizationId} and +${members.status} = 'active'
      and ${isHolder(sql`${members.userId}`, "contracts.read")}`);

/**
 * Saves the split sheet of a contract, also where it does not add up yet. Only members themselves choose to donate their
 * share: the lines of other members keep their choice.
 * @throws AppError not_found, contract_not_yours, payout_locked, payout_not_open, stale_version with the payout as it
 *   is, invalid_input for a user who is no active member and was not in the split before, or who is in it twice
 */
export function saveSheet(context: MemberContext, { id: contractId, ...input }: ById<SheetInput>) {
  const userIds = [input.payer, ...input.lines.map(({ userId }) => userId)].filter((id) => id != null);
  const plan = (state: PayoutState, [found]: readonly unknown[]) => {
    assertOwner(context, state);
    assertOpen(context, state);
    payoutRecord.assertVersion(context, state, input.version);
    const { sheet } = state;
    const { mode, payer = sheet.payer } = input;
    const lines = linesOf(context, state, input, found as Member[]);
    const isSame =
      mode === sheet.mode &&
      payer === sheet.payer &&
      JSON.stringify(lines) === JSON.stringify(sheet.lines.map(plainLine));
    if (isSame) return null;
    const change = mode === sheet.mode ? {} : { from: sheet.mode, to: mode };
    return {
      set: { mode, payer, lines },
      unchanged: [contractRecord.isUnchanged(context, state.contract)],
      history: [
        { action: "split" as const, previousValue: sheet.version ? sheet.mode : null, newValue: mode },
      ],
      audit: [{ action: "payout.split" as const, details: { ...change, people: lines.length } }],
    };
  };
  const more = [selectMembers(context, userIds)];
  return payoutRecord.upsert(context, contractId, undefined, plan, { more });
}

/** The lines of an input, with known names and choices filled in. @throws AppError invalid_input by line */
function linesOf(
  { actor, language }: MemberContext,
  { sheet, contract }: PayoutState,
  input: SheetInput,
  found: readonly Member[],
): SheetLine[] {
  const wrong: Record<string, string[]> = {};
  const refuse = (field: string, why: keyof typeof LINE_TEXTS) => {
    wrong[field] = [LINE_TEXTS[why][language]];
  };
  const isKnown = (userId: number) =>
    sheet.lines.some((line) => line.userId === userId) || contract.assignedTo === userId;
  const isMember = (userId: number) => found.some((each) => each.userId === userId);
  const seen = new Set<number | string>();
  const lines = input.lines.map(({ userId, name = "", value, holds = 0, donates }, at): SheetLine => {
    const before = userId === null ? undefined : sheet.lines.find((line) => line.userId === userId);
    const key = userId ?? name.toLowerCase();
    if (seen.has(key)) refuse(`lines.${at}.${userId === null ? "name" : "userId"}`, "twice");
    seen.add(key);
    if (userId !== null && !isMember(userId) && !isKnown(userId))
      refuse(`lines.${at}.userId`, "not_a_member");
    const known =
      found.find((each) => each.userId === userId)?.name ?? before?.name ?? contract.assigneeName ?? "";
    const isTheirs = userId !== null && userId !== actor.userId;
    return {
      userId,
      name: userId === null ? name : known,
      value,
      holds,
      donates: isTheirs ? (before?.donates ?? false) : (donates ?? before?.donates ?? false),
    };
  });
  const { payer } = input;
  if (payer !== undefined && payer !== sheet.payer && !isMember(payer)) refuse("payer", "not_a_member");
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
  return lines;
}

/**
 * Donates the actor's own share to the organization, or takes the donation back.
 * @throws AppError not_found, payout_locked, payout_not_open, not_in_split, stale_version
 */
export const donateShare = (context: MemberContext, { id, donates, version }: ById<DonateInput>) =>
  payoutRecord.upsert(context, id, undefined, (state) => {
    const { sheet } = state;
    assertOpen(context, state);
    const isOwn = ({ userId }: SheetLine) => userId === context.actor.userId;
    const own = sheet.lines.find(isOwn);
    if (!own) throw payoutErrors.not_in_split();
    if (own.donates === donates) return null;
    payoutRecord.assertVersion(context, state, version);
    const lines = sheet.lines.map((line) => (isOwn(line) ? { ...line, donates } : line));
    return {
      set: { mode: sheet.mode, payer: sheet.payer, lines },
      unchanged: [contractRecord.isUnchanged(context, state.contract)],
      history: [{ action: "split", newValue: donates ? "donated" : "kept" }],
      audit: [{ action: donates ? "payout.donated" : "payout.kept" }],
    };
  });
