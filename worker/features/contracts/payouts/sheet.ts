import { and, eq, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { jsonList, type Statement } from "../../../lib/db/client.ts";
import { invalidInput } from "../../../lib/validation.ts";
import { members } from "../../members/index.ts";
import { users } from "../../users/index.ts";
import { asRead, changePayout, checkVersion, recorded, requireOpen, requireOwner } from "./change.ts";
import type { PayoutState } from "./payouts.rows.ts";
import type { Payout, SheetInput, SheetLine, SplitEvent } from "./payouts.schema.ts";
import { contractSplits } from "./payouts.table.ts";
import { LINE_TEXTS, payoutErrors } from "./payouts.texts.ts";

type Member = { userId: number; name: string };

/** The statement that reads which of some users are active members. */
const selectMembers = ({ db, actor }: UserContext, userIds: readonly number[]) =>
  db
    .select({ userId: users.id, name: users.displayName })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        sql`${members.userId} in ${jsonList(userIds)}`,
        sql`+${members.organizationId} = ${actor.organizationId}`,
        sql`+${members.status} = 'active'`,
      ),
    );

/**
 * Saves how a contract's pay is split, also where it does not add up yet. Whether to donate a share is each member's
 * own choice: lines of other members keep theirs.
 * @throws AppError not_found, contract_not_yours, payout_locked, payout_not_open, stale_version with the payout as it
 *   is, invalid_input for a person who is no active member and was not in the split before, or is in it twice
 */
export function saveSheet(context: UserContext, contractId: number, input: SheetInput): Promise<Payout> {
  const userIds = [input.payer, ...input.lines.map(({ userId }) => userId)].filter((id) => id != null);
  return changePayout(
    context,
    contractId,
    (state, changed, [found]) => {
      requireOwner(context, state);
      requireOpen(context, state);
      const { sheet } = state;
      checkVersion(context, state, input.version, sheet.version);
      const { mode } = input;
      const lines = linesOf(context, state, input, found as Member[]);
      const payer = input.payer ?? sheet.payer;
      const isSame =
        mode === sheet.mode &&
        payer === sheet.payer &&
        JSON.stringify(lines) === JSON.stringify(sheet.lines.map(plainLine));
      if (isSame) return null;
      return [
        ...asRead(state, changed),
        writeSheet(context, state, { mode, payer, lines }),
        ...recorded(
          context,
          state,
          { action: "split", previousValue: sheet.version ? sheet.mode : null, newValue: mode },
          {
            action: "payout.split",
            details: { ...(mode === sheet.mode ? {} : { from: sheet.mode, to: mode }), people: lines.length },
          },
        ),
      ];
    },
    { more: [selectMembers(context, userIds)] },
  );
}

/** A line without what only an approved split has. */
const plainLine = ({ userId, name, value, holds, donates }: SheetLine): SheetLine => ({
  userId,
  name,
  value,
  holds,
  donates,
});

/** The lines that are asked for, with names and choices as they are known. @throws AppError invalid_input by line */
function linesOf(
  { actor, language }: UserContext,
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
    const isTheirs = userId !== null && userId !== actor.userId;
    return {
      userId,
      name:
        userId === null
          ? name
          : (found.find((each) => each.userId === userId)?.name ??
            before?.name ??
            contract.assigneeName ??
            ""),
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

type Values = Pick<typeof contractSplits.$inferInsert, "mode" | "payer" | "lines"> &
  Partial<Pick<typeof contractSplits.$inferInsert, "feeRate" | "lockedAt" | "lockedBy">>;

/** The statement that stores the split of a contract. */
export function writeSheet(
  { db, actor, now }: UserContext,
  { contract: { id } }: PayoutState,
  values: Values,
): Statement {
  const set = { ...values, updatedAt: now.toISOString() };
  return db
    .insert(contractSplits)
    .values({ id, organizationId: actor.organizationId, ...set })
    .onConflictDoUpdate({
      target: contractSplits.id,
      set: { ...set, version: sql`${contractSplits.version} + 1` },
    });
}

/**
 * Leaves the actor's own share to the organization, or takes it after all.
 * @throws AppError not_found, payout_locked, payout_not_open, not_in_split, stale_version
 */
export const donateShare = (
  context: UserContext,
  contractId: number,
  { donates, version }: { donates: boolean; version?: number | undefined },
): Promise<Payout> =>
  changePayout(context, contractId, (state, changed) => {
    requireOpen(context, state);
    const { sheet } = state;
    const isOwn = ({ userId }: SheetLine) => userId === context.actor.userId;
    const own = sheet.lines.find(isOwn);
    if (!own) throw payoutErrors.not_in_split();
    if (own.donates === donates) return null;
    checkVersion(context, state, version, sheet.version);
    const lines = sheet.lines.map((line) => (isOwn(line) ? { ...line, donates } : line));
    const newValue: SplitEvent = donates ? "donated" : "kept";
    return [
      ...asRead(state, changed),
      writeSheet(context, state, { mode: sheet.mode, payer: sheet.payer, lines }),
      ...recorded(
        context,
        state,
        { action: "split", newValue },
        { action: donates ? "payout.donated" : "payout.kept" },
      ),
    ];
  });
