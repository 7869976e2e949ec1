import * as z from "zod/mini";
import { ownsOr, requires } from "../../lib/http/access.ts";
import { created, nothing, pageOf } from "../../lib/http/answers.ts";
import { everyDay, everyMinute } from "../../lib/http/depends.ts";
import { get, patch, post, put, remove } from "../../lib/http/route.ts";
import { createContract, deleteContract, editContract } from "./change.ts";
import { contractRecord } from "./contracts.rows.ts";
import * as schema from "./contracts.schema.ts";
import { countContracts, listContractHistory, listContractMembers, listContracts } from "./list.ts";
import { moveContract, postContract } from "./move.ts";
import { listOwnContracts } from "./own.ts";

const reads = ownsOr("contracts.admin", { among: ["contracts.read"], owned: "drafts" });
const writes = requires("contracts.write");
const owns = ownsOr("contracts.admin", { among: ["contracts.read"] });

export const listContractsRoute = get("/contracts/:orgId", {
  access: reads,
  query: schema.contractListQuery,
  answers: pageOf(schema.contract),
  depends: ["contracts", "members"],
  // The state of an available contract changes when its deadline passes; the reader's clock shows the others.
  moment: (context, { open, status }) => (open || status === "available" ? everyMinute(context) : null),
  summary: "List contracts",
  run: listContracts,
});

export const getContractRoute = get("/contracts/:id/record", {
  access: reads,
  answers: schema.contract,
  depends: ["contracts", "members"],
  summary: "Read one contract",
  run: (context, { id }) => contractRecord.get(context, id),
});

export const contractRoutes = [
  listContractsRoute,
  get("/contracts/:orgId/counts", {
    access: requires("contracts.read"),
    answers: schema.contractCounts,
    depends: ["contracts", "applications"],
    moment: everyMinute,
    summary: "Count the contracts of each tab, to 99",
    run: countContracts,
  }),
  get("/contracts/:orgId/own", {
    access: requires("contracts.read"),
    answers: schema.ownContracts,
    depends: ["contracts", "members", "hangars", "ships", "events"],
    moment: everyMinute,
    summary: "List what the caller does, and what their ships fit",
    run: listOwnContracts,
  }),
  get("/contracts/:orgId/members", {
    access: writes,
    query: schema.contractMembersQuery,
    answers: z.array(schema.contractMember),
    depends: ["members"],
    moment: everyDay,
    summary: "Find members to give a contract to",
    run: listContractMembers,
  }),
  getContractRoute,
  get("/contracts/:id/history", {
    access: reads,
    query: schema.contractHistoryQuery,
    answers: pageOf(schema.contractHistoryEntry),
    depends: ["contracts", "payouts"],
    summary: "List what happened to a contract",
    run: listContractHistory,
  }),
  post("/contracts", {
    access: writes,
    body: schema.createContractInput,
    answers: created(schema.contract),
    summary: "Write a draft, or post a contract at once",
    run: createContract,
  }),
  put("/contracts/:id", {
    access: owns,
    body: schema.editContractInput,
    answers: schema.contract,
    summary: "Edit a contract, and move it where the status is another",
    run: editContract,
  }),
  remove("/contracts/:id", {
    access: owns,
    answers: nothing,
    rows: 100,
    summary: "Delete a draft",
    run: deleteContract,
  }),
  patch("/contracts/:id/post", {
    access: ownsOr("contracts.admin", { among: ["contracts.write"] }),
    body: z.optional(schema.postInput),
    answers: schema.contract,
    summary: "Post a draft",
    run: postContract,
  }),
  patch("/contracts/:id/status", {
    access: owns,
    body: schema.moveInput,
    answers: schema.contract,
    summary: "Move a contract to another state",
    run: moveContract,
  }),
];
