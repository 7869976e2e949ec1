import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { answerPage } from "../../lib/http/answer-page.ts";
import { type App, contextOf } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { memberListQuery } from "./members.schema.ts";
import { listAssignableMembers, listMembers } from "./members.ts";

export const memberRoutes = new Hono<App>()
  .get(
    "/members/:orgId",
    requires("members.read"),
    input("query", memberListQuery),
    depends(["members"]),
    async (c) => answerPage(c, await listMembers(contextOf(c), c.req.valid("query"))),
  )
  .get("/members/:orgId/assignable", requires("prospects.read"), depends(["members"]), async (c) =>
    c.json(await listAssignableMembers(contextOf(c))),
  );
