import { Hono } from "hono";
import { requires } from "../../../lib/http/access.ts";
import { answer, answerPage } from "../../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../../lib/http/app.ts";
import { depends } from "../../../lib/http/depends.ts";
import { input } from "../../../lib/http/input.ts";
import {
  applicantProfile,
  application,
  applicationListQuery,
  applyInput,
  decideInput,
  withdrawInput,
} from "./applications.schema.ts";
import { apply } from "./apply.ts";
import { acceptApplication, declineApplication, withdrawApplication } from "./decide.ts";
import { getProfile, listApplications } from "./list.ts";

const BASE = "/contract-applications";
/** Who applies for contracts or for the security team; the verbs ask for the one that it takes. */
const applies = requires("contracts.read", "security.view");
const decides = requires("contracts.read", "security.review");

export const applicationRoutes = new Hono<App>()
  .post(BASE, applies, input("json", applyInput), async (c) =>
    answer(c, application, await apply(contextOf(c), c.req.valid("json")), 201),
  )
  .get(
    `${BASE}/:orgId`,
    applies,
    input("query", applicationListQuery),
    depends(["contracts", "applications"]),
    async (c) => answerPage(c, application, await listApplications(contextOf(c), c.req.valid("query"))),
  )
  .get(`${BASE}/:orgId/profile`, applies, async (c) =>
    answer(c, applicantProfile, await getProfile(contextOf(c))),
  )
  .patch(`${BASE}/:id/accept`, decides, input("json", decideInput), async (c) =>
    answer(c, application, await acceptApplication(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch(`${BASE}/:id/decline`, decides, input("json", decideInput), async (c) =>
    answer(c, application, await declineApplication(contextOf(c), idParameter(c), c.req.valid("json"))),
  )
  .patch(`${BASE}/:id/withdraw`, applies, input("json", withdrawInput), async (c) =>
    answer(
      c,
      application,
      await withdrawApplication(contextOf(c), idParameter(c), c.req.valid("json").version),
    ),
  );
