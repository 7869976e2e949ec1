import { Hono } from "hono";
import * as z from "zod/mini";
import { signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { recent } from "../../lib/http/recent.ts";
import { userSession } from "./sessions.schema.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";

export const sessionRoutes = new Hono<App>()
  .get("/user/sessions", signedIn(), async (c) =>
    answer(c, z.array(userSession), await listSessions(contextOf(c))),
  )
  .delete("/user/sessions", signedIn(), recent(), async (c) => {
    await endOtherSessions(contextOf(c));
    return c.body(null, 204);
  })
  .delete("/user/sessions/:id", signedIn(), recent(), async (c) => {
    await endSession(contextOf(c), idParameter(c));
    return c.body(null, 204);
  });
