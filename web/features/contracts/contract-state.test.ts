/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Contract, ContractHistoryEntry } from "../../../worker/features/contracts/contracts.schema.ts";
import { atMost, deadlineOf, paymentOf, reachedAt, stepOf } from "./contract-state.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const left = (status: Contract["status"], hours: number | null) =>
  deadlineOf({ status, deadline: hours === null ? null : at(hours) }, NOW);

test("shows a deadline by its distance, for unfinished work only", () => {
  assert.deepEqual(left("posted", null), { left: "none", amount: 0, tone: null });
  assert.deepEqual(left("posted", 0.5), { left: "minutes", amount: 30, tone: "wait" });
  assert.deepEqual(left("accepted", 5.9), { left: "hours", amount: 5, tone: "wait" });
  assert.deepEqual(left("open", 25).left, "tomorrow");
  assert.deepEqual(left("active", 72), { left: "days", amount: 3, tone: null });
  assert.deepEqual(left("active", 24 * 9).left, "date");
  for (const status of ["draft", "posted", "accepted"] as const)
    assert.deepEqual(left(status, -1), { left: "late", amount: 0, tone: "stop" });
  for (const status of ["completed", "awaiting_payment", "closed", "cancelled"] as const)
    assert.deepEqual(left(status, -1), { left: "date", amount: 0, tone: null });
});

test("marks numbers above the server's limit of counting", () => {
  assert.deepEqual([0, 99, 100].map(atMost), ["0", "99", "99+"]);
});

test("shows the next step of the payment from completed on", () => {
  const states = (["accepted", "completed", "awaiting_payment", "payment_sent", "closed"] as const).map(
    (status) => paymentOf({ status, transfers: 4, transfersConfirmed: 4 })?.state,
  );
  assert.deepEqual(states, [undefined, "to_approve", "paid_of", "can_close", "paid"]);
  assert.equal(
    paymentOf({ status: "awaiting_payment", transfers: 0, transfersConfirmed: 0 })?.state,
    "to_pay",
  );
});

test("says of a closed contract that not all of its payments are confirmed", () => {
  const closed = (transfersConfirmed: number) =>
    paymentOf({ status: "closed", transfers: 4, transfersConfirmed });
  assert.deepEqual(closed(3), { state: "confirmed_of", tone: "wait" });
});

test("counts every available state as the first step, and a cancelled contract as none", () => {
  assert.deepEqual(
    (["draft", "posted", "open", "active", "accepted", "closed", "cancelled"] as const).map(stepOf),
    [0, 0, 0, 0, 1, 5, -1],
  );
});

test("dates the steps since the contract was last a draft", () => {
  const moved = (newValue: string, createdAt: string) =>
    ({ action: "status", newValue, createdAt }) as ContractHistoryEntry;
  const history = [
    moved("closed", "7"),
    moved("completed", "6"),
    moved("accepted", "5"),
    moved("posted", "4"),
    moved("draft", "3"),
    moved("awaiting_payment", "2"),
    moved("accepted", "1"),
  ];
  const contract = { postedAt: "4", closedAt: "7" } as Contract;
  assert.deepEqual(reachedAt(contract, history), ["4", "5", "6", null, null, "7"]);
});
