import { Hono } from "hono";
import { signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { input } from "../../lib/http/input.ts";
import { account, currentUser, languageInput, userRole } from "./account.schema.ts";
import { getAccount } from "./account.ts";
import { changeLanguage, getCurrentUser, getUserRole } from "./profile.ts";

export const accountRoutes = new Hono<App>()
  .get("/user", signedIn(), async (c) => answer(c, currentUser, await getCurrentUser(contextOf(c))))
  .get("/user/account", signedIn(), async (c) => answer(c, account, await getAccount(contextOf(c))))
  .patch("/user/language", signedIn(), input("json", languageInput), async (c) => {
    const { language } = c.req.valid("json");
    await changeLanguage(contextOf(c), language);
    return answer(c, languageInput, { language });
  })
  .get("/users/:id/role", signedIn(), async (c) =>
    answer(c, userRole, await getUserRole(contextOf(c), idParameter(c))),
  );
