import { Hono } from "hono";
import { requires } from "../../lib/http/access.ts";
import { answer, answerPage } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { explainPermissions } from "./permissions.ts";
import { memberPermissions, memberProfile, timelineEntry, timelineQuery } from "./profiles.schema.ts";
import { getProfile, listTimeline } from "./profiles.ts";

export const profileRoutes = new Hono<App>()
  .get(
    "/members/:id/profile",
    requires("members.read"),
    depends(["members", "prospects", "discord"]),
    async (c) => answer(c, memberProfile, await getProfile(contextOf(c), idParameter(c))),
  )
  .get("/members/:id/permissions", requires("admin.users"), depends(["members"]), async (c) =>
    answer(c, memberPermissions, await explainPermissions(contextOf(c), idParameter(c))),
  )
  .get(
    "/members/:id/history",
    requires("members.read"),
    input("query", timelineQuery),
    depends(["members", "prospects"]),
    async (c) =>
      answerPage(c, timelineEntry, await listTimeline(contextOf(c), idParameter(c), c.req.valid("query"))),
  );
