import { Hono } from "hono";
import { AppError } from "../../lib/errors.ts";
import { type App, contextOf, idParameter, signedIn } from "../../lib/http/access.ts";
import { input } from "../../lib/http/validation.ts";
import { countTasks } from "../prospects/read.ts";
import { endOtherSessions, endSessionOf, listSessions } from "../sessions/sessions.ts";
import { languageInput } from "./account.schema.ts";
import { changeLanguage, getCurrentUser, getUserRole } from "./profile.ts";

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
