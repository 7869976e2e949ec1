import { Hono } from "hono";
import * as z from "zod/mini";
import { requires, signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { optionalInput } from "../../lib/http/input.ts";
import { recent } from "../../lib/http/recent.ts";
import { endSessionsInput, sessionOfUser, userSession } from "./sessions.schema.ts";
import { endOtherSessions, endSession, listSessions, listSessionsOfUser } from "./sessions.ts";

export const sessionRoutes = new Hono<App>()
  .get("/user/sessions", signedIn(), async (c) =>
    answer(c, z.array(userSession), await listSessions(contextOf(c))),
  )
  .delete("/user/sessions", signedIn(), recent(), optionalInput(endSessionsInput), async (c) => {
    const { id } = c.req.valid("json");
    await (id === undefined ? endOtherSessions(contextOf(c)) : endSession(contextOf(c), id));
    return c.body(null, 204);
  })
  .get("/users/:id/sessions", requires("admin.users"), async (c) =>
    answer(c, z.array(sessionOfUser), await listSessionsOfUser(contextOf(c), idParameter(c))),
  );
