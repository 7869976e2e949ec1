import { Hono } from "hono";
import { signedIn } from "../../lib/http/access.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { input } from "../../lib/http/input.ts";
import { languageInput } from "./account.schema.ts";
import { getAccount } from "./account.ts";
import { changeLanguage, getCurrentUser, getUserRole } from "./profile.ts";

export const accountRoutes = new Hono<App>()
  .get("/user", signedIn(), async (c) => c.json(await getCurrentUser(contextOf(c))))
  .get("/user/account", signedIn(), async (c) => c.json(await getAccount(contextOf(c))))
  .patch("/user/language", signedIn(), input("json", languageInput), async (c) => {
    const { language } = c.req.valid("json");
    await changeLanguage(contextOf(c), language);
    return c.json({ language });
  })
  .get("/users/:id/role", signedIn(), async (c) => c.json(await getUserRole(contextOf(c), idParameter(c))));
