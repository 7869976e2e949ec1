import { ownsOr, requires, requiresAll } from "../../lib/http/access.ts";
import { created } from "../../lib/http/answers.ts";
import { get, patch, post, put, remove } from "../../lib/http/route.ts";
import { lockSplit, unlockSplit } from "./approve.ts";
import { addCorrection, withdrawCorrection } from "./corrections.ts";
import { addExpense, decideExpense, removeExpense } from "./expenses.ts";
import { getMoney } from "./money.ts";
import { payCrew } from "./pay-crew.ts";
import { payoutRecord } from "./payouts.rows.ts";
import * as schema from "./payouts.schema.ts";
import { donateShare, saveSheet } from "./sheet.ts";
import { CREW_LIMIT } from "./split.schema.ts";
import { confirmTransfer, sendTransfer, sendTransfers } from "./transfers.ts";

/** Reading is for the contract's owner, its assignee and people of the split; the verbs check who may change what. */
const owns = ownsOr("contracts.admin", { among: ["contracts.read"] });

/** Each change of a contract's payout returns the whole payout. */
const changes = { access: owns, answers: schema.payout };

export const payoutRoutes = [
  get("/contracts/:id/payout", {
    access: owns,
    answers: schema.payout,
    depends: ["contracts", "payouts", "members", "settings"],
    summary: "Read a contract's payout",
    run: (context, { id }) => payoutRecord.get(context, id),
  }),
  put("/contracts/:id/payout", {
    ...changes,
    body: schema.sheetInput,
    summary: "Save the split of a contract's pay",
    run: saveSheet,
  }),
  post("/events/:id/pay", {
    access: requiresAll("contracts.write", "events.read"),
    body: schema.payCrewInput,
    answers: schema.payout,
    rows: 50,
    summary: "Split a contract's pay among those who were confirmed at an event",
    run: payCrew,
  }),
  post("/contracts/:id/payout/lock", {
    ...changes,
    body: schema.lockInput,
    rows: 20 + 5 * (CREW_LIMIT + 1),
    summary: "Approve the split of a contract's pay",
    run: lockSplit,
  }),
  post("/contracts/:id/payout/unlock", {
    ...changes,
    body: schema.lockInput,
    rows: 20 + 5 * (CREW_LIMIT + 1),
    summary: "Take the approval of a split back",
    run: unlockSplit,
  }),
  patch("/contracts/:id/payout/donate", {
    ...changes,
    body: schema.donateInput,
    summary: "Donate the caller's own share to the organization, or take it back",
    run: donateShare,
  }),
  post("/contracts/:id/expenses", {
    access: owns,
    body: schema.expenseInput,
    answers: created(schema.payout),
    summary: "Add an expense to a contract",
    run: addExpense,
  }),
  patch("/contract-expenses/:id", {
    ...changes,
    body: schema.decideExpenseInput,
    summary: "Approve or decline an expense",
    run: decideExpense,
  }),
  remove("/contract-expenses/:id", { ...changes, summary: "Remove an expense", run: removeExpense }),
  patch("/contracts/:id/payout/sent", {
    ...changes,
    body: schema.sendAllInput,
    rows: ({ transfers }) => 20 + 3 * transfers.length,
    summary: "Mark several transfers of a contract as sent, or take that back",
    run: sendTransfers,
  }),
  patch("/payout-transfers/:id/sent", {
    ...changes,
    body: schema.sendInput,
    summary: "Mark a transfer as sent",
    run: sendTransfer,
  }),
  patch("/payout-transfers/:id/confirmed", {
    ...changes,
    body: schema.confirmInput,
    summary: "Confirm that a transfer has arrived",
    run: confirmTransfer,
  }),
  post("/contracts/:id/corrections", {
    access: owns,
    body: schema.correctionInput,
    answers: created(schema.payout),
    summary: "Add a correction of payments that were confirmed",
    run: addCorrection,
  }),
  remove("/payout-transfers/:id", {
    ...changes,
    summary: "Withdraw a correction that is not sent",
    run: withdrawCorrection,
  }),
  get("/user/money", {
    access: requires("contracts.read"),
    answers: schema.money,
    depends: ["contracts", "members"],
    summary: "Read what the caller owes and is owed",
    run: getMoney,
  }),
];
