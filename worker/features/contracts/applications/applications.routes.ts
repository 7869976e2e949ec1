import { Hono } from "hono";
import { requires } from "../../../lib/http/access.ts";
import { type App, answerPage, contextOf, idParameter } from "../../../lib/http/app.ts";
import { depends } from "../../../lib/http/depends.ts";
import { input } from "../../../lib/http/input.ts";
import { applicationListQuery, applyInput, decideInput, withdrawInput } from "./applications.schema.ts";
import { apply } from "./apply.ts";
import { acceptApplication, declineApplication, withdrawApplication } from "./decide.ts";
import { getProfile, listApplications } from "./list.ts";

const BASE = "/contract-applications";
/** Who applies for contracts or for the security team; the verbs ask for the one that it takes. */
const applies = requires("contracts.read", "security.view");
const decides = requires("contracts.read", "security.review");

export const applicationRoutes = new Hono<App>()
  .post(BASE, applies, input("json", applyInput), async (c) =>
    c.json(await apply(contextOf(c), c.req.valid("json")), 201),
  )
  .get(
    `${BASE}/:orgId`,
    applies,
    input("query", applicationListQuery),
    depends(["contracts", "applications"]),
    async (c) => answerPage(c, await listApplications(contextOf(c), c.req.valid("query"))),
  )
  .get(`${BASE}/:orgId/profile`, applies, async (c) => c.json(await getProfile(contextOf(c))))
  .patch(`${BASE}/:id/accept`, decides, input("json", decideInput), async (c) =>
    c.json(await acceptApplication(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch(`${BASE}/:id/decline`, decides, input("json", decideInput), async (c) =>
    c.json(await declineApplication(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch(`${BASE}/:id/withdraw`, applies, input("json", withdrawInput), async (c) =>
    c.json(await withdrawApplication(contextOf(c), idParameter(c), c.req.valid("json").version)),
  );
