import useSWR, { mutate } from "swr";
import type { Contract } from "../../../worker/features/contracts/contracts.schema.ts";
import type {
  CorrectionInput,
  Expense,
  ExpenseInput,
  Money,
  Payout,
  SheetInput,
  Transfer,
} from "../../../worker/features/payouts/payouts.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, request } from "../../lib/api.ts";
import { focusBack } from "../../lib/focus.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { POLL } from "../../lib/list.ts";
import { topicsChanged, usePolling } from "../../lib/live.ts";
import { staleRecord } from "../../lib/records.ts";
import { MONEY_PATH } from "./money-path.ts";

const TOPICS = ["contracts", "payouts"];
const contractPath = (contractId: number) => `/api/contracts/${contractId}/record`;
const payoutPath = (contractId: number) => `/api/contracts/${contractId}/payout`;

/** Fetches a payout; null for users who take no part in it. @throws ApiError */
async function readPayout(path: string): Promise<Payout | null> {
  try {
    return await request<Payout>(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The payout of a contract, kept fresh; null for users who take no part in it. */
export function usePayout(contract: Contract) {
  const path = contract.can.payout ? payoutPath(contract.id) : null;
  return useSWR<Payout | null>(path, readPayout, usePolling(TOPICS, POLL));
}

/** Changes the payout of a contract and shows the answer everywhere. @throws ApiError */
async function change(contractId: number, ...call: Parameters<typeof request>): Promise<Payout> {
  const show = (payout: Payout) => mutate(payoutPath(contractId), payout, { revalidate: false });
  try {
    const payout = await request<Payout>(...call);
    // First, since the next step of the payout may be an edit of the contract.
    await mutate(contractPath(contractId));
    await show(payout);
    return payout;
  } catch (error) {
    const current = staleRecord<Partial<Payout>>(error);
    if (current?.lines) await show(current as Payout);
    else await mutate(payoutPath(contractId));
    throw error;
  } finally {
    topicsChanged([...TOPICS, "activity"]);
    await mutate(MONEY_PATH);
  }
}

/** The calls about payouts; each shows its answer. @throws ApiError */
export const payouts = {
  save: (contractId: number, body: SheetInput) =>
    change(contractId, payoutPath(contractId), { method: "PUT", body }),
  lock: ({ contractId, version }: Payout) =>
    change(contractId, `${payoutPath(contractId)}/lock`, { method: "POST", body: { version } }),
  unlock: ({ contractId, version }: Payout) =>
    change(contractId, `${payoutPath(contractId)}/unlock`, { method: "POST", body: { version } }),
  donate: ({ contractId, version }: Payout, donates: boolean) =>
    change(contractId, `${payoutPath(contractId)}/donate`, { method: "PATCH", body: { donates, version } }),
  spend: (contractId: number, body: ExpenseInput, key: string) =>
    change(contractId, `/api/contracts/${contractId}/expenses`, { method: "POST", body, key }),
  decide: ({ contractId, id, version }: Expense, status: "approved" | "declined") =>
    change(contractId, `/api/contract-expenses/${id}`, { method: "PATCH", body: { status, version } }),
  removeExpense: ({ contractId, id }: Expense) =>
    change(contractId, `/api/contract-expenses/${id}`, { method: "DELETE" }),
  send: ({ contractId, id, version }: Transfer, sent: boolean) =>
    change(contractId, `/api/payout-transfers/${id}/sent`, { method: "PATCH", body: { sent, version } }),
  /** Marks several transfers of a payout as sent, or takes that back: all of them or none. */
  sendAll: (contractId: number, transfers: readonly Transfer[], sent: boolean) =>
    change(contractId, `${payoutPath(contractId)}/sent`, {
      method: "PATCH",
      body: { sent, transfers: transfers.map(({ id, version }) => ({ id, version })) },
    }),
  confirm: ({ contractId, id, version }: Transfer) =>
    change(contractId, `/api/payout-transfers/${id}/confirmed`, { method: "PATCH", body: { version } }),
  correct: (contractId: number, body: CorrectionInput, key: string) =>
    change(contractId, `/api/contracts/${contractId}/corrections`, { method: "POST", body, key }),
  withdraw: ({ contractId, id }: Transfer) =>
    change(contractId, `/api/payout-transfers/${id}`, { method: "DELETE" }),
};

export const useMoney = () => useSWR<Money>(MONEY_PATH, usePolling(TOPICS, POLL));

/** Calls about payouts, one at a time; `pending` is the name of the one that is running. */
export function useTask() {
  const failed = useT()("payouts.failed");
  // The button may be removed when the action succeeds.
  const start = (_name: string, task: () => Promise<unknown>) => task().finally(() => focusBack());
  const { running, run } = useAction(start, { failed });
  return { pending: running?.[0] ?? null, run: (...task: Parameters<typeof start>) => void run(...task) };
}
