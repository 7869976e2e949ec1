import { eq, type SQL, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import { type AppError, errors } from "../../../lib/errors.ts";
import { type Guard, guard, write } from "../../../lib/guard.ts";
import { named } from "../../../lib/named.ts";
import { owns } from "../contracts.policy.ts";
import { contractRecord, insertHistory } from "../contracts.rows.ts";
import { contracts } from "../contracts.table.ts";
import { contractErrors, STATUS_TEXTS } from "../contracts.texts.ts";
import { SPLITTABLE } from "./payouts.policy.ts";
import { findPayout, type PayoutState, selectPayout, stateAfter, toPayout } from "./payouts.rows.ts";
import { type Payout, payout } from "./payouts.schema.ts";
import { contractSplits } from "./payouts.table.ts";
import { payoutAudit, payoutErrors } from "./payouts.texts.ts";

/** How often a change is planned anew because what it was planned from changed meanwhile. */
const TRIES = 3;

type Step = Statement | Guard;
/** Plans a change of a payout as it was read, null for none; `changed` is the error of guards that it is still so. */
type Plan = (state: PayoutState, changed: AppError, more: unknown[]) => Step[] | null;

/**
 * Changes the payout of a contract in one batch and answers it.
 * @param more statements that the plan needs the answers of
 * @param taken as `write` has it
 * @throws AppError not_found, stale_version with the payout as it is when it keeps changing, and what the plan throws
 */
export async function changePayout(
  context: UserContext,
  contractId: number | SQL,
  plan: Plan,
  { more = [], taken }: { more?: Statement[]; taken?: Record<string, AppError> } = {},
): Promise<Payout> {
  for (let tries = 1; ; tries++) {
    const found = await findPayout(context, contractId, ...more);
    const changed = staleError(context, found.state);
    const steps = plan(found.state, changed, found.more);
    if (!steps) return toPayout(context, found.state);
    try {
      const results = await write(
        context.db,
        [...steps, ...selectPayout(context, found.state.contract.id)],
        taken,
      );
      return toPayout(context, stateAfter(results));
    } catch (error) {
      if (error !== changed) throw error;
      if (tries === TRIES) throw staleError(context, (await findPayout(context, contractId)).state);
    }
  }
}

/** The refusal of a change that was based on another version, with the payout as it is. */
export const staleError = (context: UserContext, state: PayoutState): AppError =>
  errors.stale_version({ name: state.contract.title }, { current: named(payout, toPayout(context, state)) });

/** Refuses what is based on another version than the one there is. @throws AppError stale_version */
export function checkVersion(
  context: UserContext,
  state: PayoutState,
  version: number | undefined,
  current: number,
): void {
  if (version !== undefined && version !== current) throw staleError(context, state);
}

/** The guards that contract and split are still as they were read. */
export const asRead = ({ contract, sheet }: PayoutState, changed: AppError): Guard[] => [
  contractRecord.atVersion(contract, changed),
  guard(
    sql`coalesce((select version from ${contractSplits} where id = ${contract.id}), 0) = ${sheet.version}`,
    changed,
  ),
];

/** @throws AppError contract_not_yours */
export function requireOwner({ actor }: UserContext, { contract }: PayoutState): void {
  if (!owns(actor, contract)) throw contractErrors.contract_not_yours();
}

/** Refuses a change of a split that is approved, or whose contract is at another step. @throws AppError */
export function requireOpen({ language }: UserContext, { contract: { status }, sheet }: PayoutState): void {
  if (sheet.lockedAt !== null) throw payoutErrors.payout_locked();
  if (!SPLITTABLE.includes(status))
    throw payoutErrors.payout_not_open({ status: STATUS_TEXTS[status][language] });
}

type Entry = Parameters<typeof insertHistory>[2];

/** The statements that record a change of a payout in the contract's history and in the audit log. */
export const recorded = (
  context: UserContext,
  { contract: { id, title } }: PayoutState,
  history: Entry,
  audit: Omit<Parameters<typeof payoutAudit.write>[1], "entity">,
): Statement[] => [
  insertHistory(context, id, history),
  payoutAudit.write(context, { ...audit, entity: { id, name: title } }),
];

/** The statement that counts transfers on their contract, whose edits stay valid. */
export const countTransfers = (
  { db }: UserContext,
  { contract: { id } }: PayoutState,
  counts: Partial<Record<"transfers" | "transfersSent" | "transfersConfirmed", number | SQL>>,
): Statement => db.update(contracts).set(counts).where(eq(contracts.id, id));
