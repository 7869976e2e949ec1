import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { type App, answerPage, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { explainPermissions } from "./permissions.ts";
import { timelineQuery } from "./profiles.schema.ts";
import { getProfile, listTimeline } from "./profiles.ts";

export const profileRoutes = new Hono<App>()
  .get(
    "/members/:id/profile",
    requires("members.read"),
    depends(["members", "prospects", "discord"]),
    async (c) => c.json(await getProfile(contextOf(c), idParameter(c))),
  )
  .get("/members/:id/permissions", requires("admin.users"), depends(["members"]), async (c) =>
    c.json(await explainPermissions(contextOf(c), idParameter(c))),
  )
  .get(
    "/members/:id/history",
    requires("members.read"),
    input("query", timelineQuery),
    depends(["members", "prospects"]),
    async (c) => answerPage(c, await listTimeline(contextOf(c), idParameter(c), c.req.valid("query"))),
  );
