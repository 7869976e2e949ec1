import { Hono } from "hono";
import { type App, contextOf, idParameter, signedIn } from "../../access.ts";
import { AppError } from "../../errors.ts";
import { input } from "../../validation.ts";
import { endOtherSessions, endSessionOf, listSessions } from "../auth/sessions.service.ts";
import { countTasks } from "../prospects/prospects.service.ts";
import { languageInput } from "./users.schema.ts";
import { changeLanguage, getCurrentUser, getUserRole } from "./users.service.ts";

export const userRoutes = new Hono<App>()
  .get("/user", signedIn(), async (c) => c.json(await getCurrentUser(contextOf(c))))
  .get("/user/stats", signedIn(), async (c) => c.json(await countTasks(contextOf(c))))
  .patch("/user/language", signedIn(), input("json", languageInput), async (c) => {
    const { language } = c.req.valid("json");
    await changeLanguage(contextOf(c), language);
    return c.json({ language });
  })
  .get("/user/sessions", signedIn(), async (c) => c.json(await listSessions(contextOf(c))))
  .delete("/user/sessions", signedIn(), async (c) => {
    await endOtherSessions(contextOf(c));
    return c.body(null, 204);
  })
  .delete("/user/sessions/:id", signedIn(), async (c) => {
    if (!(await endSessionOf(contextOf(c), idParameter(c, "id")))) throw new AppError("not_found");
    return c.body(null, 204);
  })
  .get("/users/:id/role", signedIn(), async (c) =>
    c.json(await getUserRole(contextOf(c), idParameter(c, "id"))),
  );
