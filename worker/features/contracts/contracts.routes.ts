import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { type App, answerPage, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input, optionalInput } from "../../lib/http/input.ts";
import { createContract, deleteContract, editContract } from "./change.ts";
import { contractRecord } from "./contracts.rows.ts";
import {
  contractHistoryQuery,
  contractListQuery,
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
    async (c) => answerPage(c, await listContracts(contextOf(c), c.req.valid("query"))),
  )
  .get("/contracts/:orgId/counts", reads, depends(["contracts", "applications"]), async (c) =>
    c.json(await countContracts(contextOf(c))),
  )
  .get(
    "/contracts/:orgId/members",
    writes,
    input("query", contractMembersQuery),
    depends(["members"]),
    async (c) => c.json(await listContractMembers(contextOf(c), c.req.valid("query"))),
  )
  .get("/contracts/:id/record", reads, depends(["contracts", "members"]), async (c) =>
    c.json(await contractRecord.get(contextOf(c), idParameter(c))),
  )
  .get(
    "/contracts/:id/history",
    reads,
    input("query", contractHistoryQuery),
    depends(["contracts", "payouts"]),
    async (c) => answerPage(c, await listContractHistory(contextOf(c), idParameter(c), c.req.valid("query"))),
  )
  .post("/contracts", writes, input("json", createContractInput), async (c) =>
    c.json(await createContract(contextOf(c), c.req.valid("json")), 201),
  )
  .put("/contracts/:id", reads, input("json", editContractInput), async (c) =>
    c.json(await editContract(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .delete("/contracts/:id", reads, async (c) => {
    await deleteContract(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .patch("/contracts/:id/post", writes, optionalInput(postInput), async (c) =>
    c.json(await postContract(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch("/contracts/:id/status", reads, input("json", moveInput), async (c) =>
    c.json(await moveContract(contextOf(c), idParameter(c), c.req.valid("json"))),
  );
