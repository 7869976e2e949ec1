import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { newest } from "../../lib/guard.ts";
import { type Present, presentOf, selectPresent } from "../attendance/index.ts";
import {
  type ContractRow,
  contractRecord,
  contracts,
  insertCompleted,
  isAvailable,
  planMove,
} from "../contracts/index.ts";
import { assertOpen, assertOwner } from "./payouts.policy.ts";
import { type PayoutState, payoutRecord, plainLine } from "./payouts.rows.ts";
import { CREW_LIMIT, type PayCrewInput, type SheetLine, type SplitMode, withCrew } from "./payouts.schema.ts";
import { payoutErrors } from "./payouts.texts.ts";

/**
 * Splits the pay of a contract among the people who were confirmed at an event, with their minutes. The work is done by that:
 * a contract that nobody has taken goes to who was there longest, and is completed. The same people again change nothing.
 * @throws AppError not_found, contract_not_yours, payout_locked, payout_not_open, crew_large, stale_version, and as
 *   `presentOf`, `planMove` and `insertCompleted` say
 */
export function payCrew(context: MemberContext, { id: eventId, contract, version }: ById<PayCrewInput>) {
  const reads = selectPresent(context, eventId);
  if (typeof contract === "object")
    return payoutRecord.create(context, async () => {
      const { present } = presentOf(context, await readBatch(context.db, reads));
      const { mode, lines } = crewOf({ version: 0, mode: "time", lines: [] }, present);
      const { organizationId, userId } = context.actor;
      return {
        name: contract.title,
        values: {
          ...{ id: newest(contracts), organizationId, mode, payer: userId, lines },
          updatedAt: context.now.toISOString(),
        },
        writeBefore: insertCompleted(context, contract, leadOf(context, present).userId),
        ...recorded(null, mode, lines.length),
      };
    });
  return payoutRecord.upsert(
    context,
    contract,
    undefined,
    (state, results) => {
      const { present } = presentOf(context, results);
      assertOwner(context, state);
      if (!isAvailable(state.contract.status)) assertOpen(context, state);
      const { sheet } = state;
      const { mode, lines } = crewOf({ ...sheet, lines: sheet.lines.map(plainLine) }, present);
      const moves = movesOf(context, state.contract, present);
      const isSame = JSON.stringify(lines) === JSON.stringify(sheet.lines.map(plainLine));
      if (isSame && moves.length === 0) return null;
      payoutRecord.assertVersion(context, state, version);
      return {
        set: { mode, payer: sheet.payer ?? context.actor.userId, lines },
        unchanged: [contractRecord.isUnchanged(context, state.contract)],
        checkBefore: moves.flatMap(({ checkBefore = [] }) => checkBefore),
        writeBefore: moves.flatMap((move) => contractRecord.steps(context, state.contract, move)),
        ...recorded(sheet, mode, lines.length),
      };
    },
    { more: reads },
  );
}

/** @throws AppError crew_large */
function crewOf(sheet: Parameters<typeof withCrew<SheetLine>>[0], present: readonly Present[]) {
  const crew = withCrew(sheet, present);
  const { length: count } = crew.lines;
  if (count > CREW_LIMIT) throw payoutErrors.crew_large({ limit: CREW_LIMIT, count });
  return crew;
}

const recorded = (before: PayoutState["sheet"] | null, mode: SplitMode, people: number) => ({
  history: [
    { action: "split" as const, previousValue: before?.version ? before.mode : null, newValue: mode },
  ],
  audit: [{ action: "payout.split" as const, details: { people } }],
});

/** The member who was there longest, or the actor where none is left. */
function leadOf({ actor }: MemberContext, present: readonly Present[]) {
  const lead = present.find(({ userId }) => userId !== null);
  return { userId: lead?.userId ?? actor.userId, displayName: lead?.name ?? actor.name };
}

/** The plans that complete a contract whose work was not done yet. */
function movesOf(context: MemberContext, row: ContractRow, present: readonly Present[]) {
  const accepted = { ...row, status: "accepted" as const };
  const complete = (taken: ContractRow) => planMove(context, taken, "completed");
  if (row.status === "accepted") return [complete(row)];
  if (!isAvailable(row.status)) return [];
  const assignee = leadOf(context, present);
  const isGiven = row.assignedTo !== null;
  return [
    planMove(context, row, "accepted", isGiven ? {} : { assignee }),
    complete({ ...accepted, assignedTo: row.assignedTo ?? assignee.userId }),
  ];
}
