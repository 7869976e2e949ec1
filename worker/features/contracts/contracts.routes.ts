import { Hono } from "hono";
import * as z from "zod/mini";
import { requires } from "../../lib/http/access.ts";
import { answer, answerPage } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input, optionalInput } from "../../lib/http/input.ts";
import { createContract, deleteContract, editContract } from "./change.ts";
import { contractRecord } from "./contracts.rows.ts";
import {
  contract,
  contractCounts,
  contractHistoryEntry,
  contractHistoryQuery,
  contractListQuery,
  contractMember,
  contractMembersQuery,
  createContractInput,
  editContractInput,
  moveInput,
  postInput,
} from "./contracts.schema.ts";
import { countContracts, listContractMembers } from "./figures.ts";
import { listContractHistory } from "./history.ts";
import { listContracts } from "./list.ts";
import { moveContract, postContract } from "./move.ts";

const reads = requires("contracts.read");
const writes = requires("contracts.write");

export const contractRoutes = new Hono<App>()
  .get(
    "/contracts/:orgId",
    reads,
    input("query", contractListQuery),
    depends(["contracts", "members"]),
    async (c) => answerPage(c, contract, await listContracts(contextOf(c), c.req.valid("query"))),
  )
  .get("/contracts/:orgId/counts", reads, depends(["contracts", "applications"]), async (c) =>
    answer(c, contractCounts, await countContracts(contextOf(c))),
  )
  .get(
    "/contracts/:orgId/members",
    writes,
    input("query", contractMembersQuery),
    depends(["members"]),
    async (c) =>
      answer(c, z.array(contractMember), await listContractMembers(contextOf(c), c.req.valid("query"))),
  )
  .get("/contracts/:id/record", reads, depends(["contracts", "members"]), async (c) =>
    answer(c, contract, await contractRecord.get(contextOf(c), idParameter(c))),
  )
  .get(
    "/contracts/:id/history",
    reads,
    input("query", contractHistoryQuery),
    depends(["contracts", "payouts"]),
    async (c) =>
      answerPage(
        c,
        contractHistoryEntry,
        await listContractHistory(contextOf(c), idParameter(c), c.req.valid("query")),
      ),
  )
  .post("/contracts", writes, input("json", createContractInput), async (c) =>
    answer(c, contract, await createContract(contextOf(c), c.req.valid("json")), 201),
  )
  .put("/contracts/:id", reads, input("json", editContractInput), async (c) =>
    answer(c, contract, await editContract(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .delete("/contracts/:id", reads, async (c) => {
    await deleteContract(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .patch("/contracts/:id/post", writes, optionalInput(postInput), async (c) =>
    answer(c, contract, await postContract(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/contracts/:id/status", reads, input("json", moveInput), async (c) =>
    answer(c, contract, await moveContract(contextOf(c), idParameter(c), c.req.valid("json"))),
  );
