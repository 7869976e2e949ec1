import {
  COUNTED,
  type Contract,
  type ContractHistoryEntry,
  type ContractState,
  type ContractStatus,
  isAvailable,
  STEPS,
} from "../../../worker/features/contracts/contracts.schema.ts";
import { calendarDays, type Tone } from "../../lib/format.ts";

export const STATE_TONE = {
  draft: "idle",
  open: "go",
  assigned: "wait",
  late: "wait",
  accepted: "wait",
  completed: "go",
  awaiting_payment: "wait",
  payment_sent: "go",
  closed: "idle",
  cancelled: "stop",
} as const satisfies Record<ContractState, Tone>;

/** A number of the server, which counts to COUNTED + 1: "99+" for more. */
export const atMost = (count: number): string => (count > COUNTED ? `${COUNTED}+` : String(count));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The distance of a contract's deadline with its colour; only a date after the work is done. */
export function deadlineOf(contract: Pick<Contract, "status" | "deadline">, now: number) {
  const { status, deadline } = contract;
  if (deadline === null) return { left: "none", amount: 0, tone: null } as const;
  if (status !== "draft" && status !== "accepted" && !isAvailable(status))
    return { left: "date", amount: 0, tone: null } as const;
  const distance = Date.parse(deadline) - now;
  if (distance <= 0) return { left: "late", amount: 0, tone: "stop" } as const;
  if (distance < HOUR)
    return { left: "minutes", amount: Math.max(1, Math.floor(distance / MINUTE)), tone: "wait" } as const;
  if (distance < 24 * HOUR)
    return { left: "hours", amount: Math.floor(distance / HOUR), tone: "wait" } as const;
  const days = calendarDays(deadline, now) ?? 0;
  if (days <= 1) return { left: "tomorrow", amount: 1, tone: null } as const;
  return { left: days < 7 ? "days" : "date", amount: days, tone: null } as const;
}

/** The next step of the payment; null before the work is done. */
export function paymentOf(contract: Pick<Contract, "status" | "transfers" | "transfersConfirmed">) {
  const { status, transfers, transfersConfirmed } = contract;
  if (status === "completed") return { state: "to_approve", tone: "wait" } as const;
  if (status === "awaiting_payment")
    return { state: transfers ? "paid_of" : "to_pay", tone: "wait" } as const;
  if (status === "payment_sent") return { state: "can_close", tone: null } as const;
  const isUnconfirmed = (transfers ?? 0) > (transfersConfirmed ?? 0);
  if (status === "closed" && isUnconfirmed) return { state: "confirmed_of", tone: "wait" } as const;
  return status === "closed" ? ({ state: "paid", tone: null } as const) : null;
}

/** Index of a state among the six steps; -1 for a cancelled contract. */
export function stepOf(status: ContractStatus): number {
  if (status === "draft" || isAvailable(status)) return 0;
  return STEPS.indexOf(status as (typeof STEPS)[number]);
}

/** When each step was last reached since the contract was a draft, from its history, newest first; null for a skipped one. */
export function reachedAt(contract: Contract, history: readonly ContractHistoryEntry[]): (string | null)[] {
  const drafted = history.findIndex(({ action, newValue }) => action === "status" && newValue === "draft");
  const since = drafted < 0 ? history : history.slice(0, drafted);
  const entered = (status: ContractStatus) =>
    since.find(({ action, newValue }) => action === "status" && newValue === status)?.createdAt ?? null;
  const dates = STEPS.map((step) => (step === "open" ? contract.postedAt : entered(step)));
  return dates.with(-1, contract.closedAt);
}
