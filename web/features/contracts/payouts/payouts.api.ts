import { useState } from "react";
import useSWR, { mutate } from "swr";
import {
  AVAILABLE,
  type Contract,
  type ContractStatus,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import type {
  ExpenseInput,
  Money,
  Payout,
  SheetInput,
  Transfer,
} from "../../../../worker/features/contracts/payouts/payouts.schema.ts";
import { ApiError, request } from "../../../lib/api.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { focusBack } from "../../../lib/focus.ts";
import { POLL } from "../../../lib/list.ts";
import { topicsChanged, usePolling } from "../../../lib/live.ts";
import { staleRecord } from "../../../lib/resource.ts";
import { readAgain } from "../contracts.api.ts";

const TOPICS = ["contracts", "payouts"];
const MONEY_PATH = "/api/user/money";
const payoutPath = (contractId: number) => `/api/contracts/${contractId}/payout`;

/** States in which there is nothing to split. */
const UNSPLIT: readonly ContractStatus[] = ["draft", ...AVAILABLE, "cancelled"];
export const isTaken = ({ status }: Pick<Contract, "status">): boolean => !UNSPLIT.includes(status);

/** A payout, null where the reader takes no part in it. @throws ApiError */
async function readPayout(path: string): Promise<Payout | null> {
  try {
    return await request<Payout>(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The payout of a contract, kept fresh; null where the reader takes no part in it, undefined while that is not known. */
export function usePayout(contract: Contract) {
  const isAsked = contract.can.decide || isTaken(contract);
  const answer = useSWR<Payout | null>(
    isAsked ? payoutPath(contract.id) : null,
    readPayout,
    usePolling(TOPICS, POLL),
  );
  return { payout: isAsked ? answer.data : null, error: answer.error, retry: () => void answer.mutate() };
}

type Call = { method: "POST" | "PUT" | "PATCH" | "DELETE"; body?: object; key?: string };

/** Changes the payout of a contract; what is answered is shown everywhere. @throws ApiError */
async function change(contractId: number, path: string, call: Call): Promise<Payout> {
  const show = (payout: Payout) => mutate(payoutPath(contractId), payout, { revalidate: false });
  try {
    const payout = await request<Payout>(path, call);
    // First, since the next step that the payout offers may be an edit of the contract.
    await readAgain(contractId);
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

type Versioned = { contractId: number; version: number };

/** The calls about payouts; each shows what it answers. @throws ApiError */
export const payouts = {
  save: (contractId: number, body: SheetInput) =>
    change(contractId, payoutPath(contractId), { method: "PUT", body }),
  lock: ({ contractId, version }: Versioned) =>
    change(contractId, `${payoutPath(contractId)}/lock`, { method: "POST", body: { version } }),
  unlock: ({ contractId, version }: Versioned) =>
    change(contractId, `${payoutPath(contractId)}/unlock`, { method: "POST", body: { version } }),
  donate: ({ contractId, version }: Versioned, donates: boolean) =>
    change(contractId, `${payoutPath(contractId)}/donate`, { method: "PATCH", body: { donates, version } }),
  spend: (contractId: number, body: ExpenseInput, key: string) =>
    change(contractId, `/api/contracts/${contractId}/expenses`, { method: "POST", body, key }),
  decide: ({ contractId, id, version }: Versioned & { id: number }, status: "approved" | "declined") =>
    change(contractId, `/api/contract-expenses/${id}`, { method: "PATCH", body: { status, version } }),
  removeExpense: ({ contractId, id }: Versioned & { id: number }) =>
    change(contractId, `/api/contract-expenses/${id}`, { method: "DELETE" }),
  send: ({ contractId, id, version }: Transfer, sent: boolean) =>
    change(contractId, `/api/payout-transfers/${id}/sent`, { method: "PATCH", body: { sent, version } }),
  confirm: ({ contractId, id, version }: Transfer) =>
    change(contractId, `/api/payout-transfers/${id}/confirmed`, { method: "PATCH", body: { version } }),
  /** Reads one again that was changed by a call about its contract. */
  refresh: (contractId: number) => mutate(payoutPath(contractId)),
};

/** What the reader owes and is owed, kept fresh. */
export const useMoney = () => useSWR<Money>(MONEY_PATH, usePolling(TOPICS, POLL));

/** Things to do of which one is under way at a time; a failure is told in a toast of that title. */
export function useTask(title: string) {
  const [pending, setPending] = useState<string | null>(null);
  const run = async (name: string, task: () => Promise<unknown>): Promise<void> => {
    if (pending !== null) return;
    setPending(name);
    try {
      await task();
    } catch (error) {
      tellFailure(error, { title });
    } finally {
      setPending(null);
      // The button may be gone with what it did.
      focusBack();
    }
  };
  return { pending, run: (name: string, task: () => Promise<unknown>) => void run(name, task) };
}
