import { Hono } from "hono";
import { type App, contextOf, ownOrganization, requires } from "../../lib/http/access.ts";
import { unlessUnchanged } from "../../lib/http/revision.ts";
import { input } from "../../lib/http/validation.ts";
import { answerPage } from "../../lib/page.ts";
import { memberListQuery } from "./members.schema.ts";
import { listAssignableMembers, listMembers } from "./members.ts";

export const memberRoutes = new Hono<App>()
  .get("/members/:orgId", requires("members.read"), input("query", memberListQuery), (c) => {
    ownOrganization(c);
    const query = c.req.valid("query");
    return unlessUnchanged(c, ["members"], async () => answerPage(c, await listMembers(contextOf(c), query)));
  })
  .get("/members/:orgId/assignable", requires("prospects.read"), (c) => {
    ownOrganization(c);
    return unlessUnchanged(c, ["members"], async () => c.json(await listAssignableMembers(contextOf(c))));
  });
