import { Hono } from "hono";
import * as z from "zod/mini";
import { requires, signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { input } from "../../lib/http/input.ts";
import { recent } from "../../lib/http/recent.ts";
import { beginAuthenticator, confirmAuthenticator, removeAuthenticator } from "./authenticator.ts";
import { getSecondFactors } from "./factors.ts";
import { removeFactorsOfMember } from "./of-member.ts";
import { addPasskey, askPasskeys, beginPasskey, removePasskey } from "./passkeys.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import * as schema from "./second-factor.schema.ts";

export const secondFactorRoutes = new Hono<App>()
  .get("/user/second-factor", signedIn(), async (c) =>
    answer(c, schema.secondFactors, await getSecondFactors(contextOf(c))),
  )
  .post("/user/second-factor/authenticator", signedIn(), recent(), async (c) =>
    answer(c, schema.authenticatorSecret, await beginAuthenticator(contextOf(c)), 201),
  )
  .put(
    "/user/second-factor/authenticator",
    signedIn(),
    recent(),
    input("json", schema.codeInput),
    async (c) => {
      const { code } = c.req.valid("json");
      return answer(c, schema.newRecoveryCodes, await confirmAuthenticator(contextOf(c), code));
    },
  )
  .delete("/user/second-factor/authenticator", signedIn(), recent(), async (c) => {
    await removeAuthenticator(contextOf(c));
    return c.body(null, 204);
  })
  .post("/user/second-factor/passkeys/options", signedIn(), recent(), async (c) =>
    answer(c, schema.creationOptions, await beginPasskey(contextOf(c))),
  )
  .post("/user/second-factor/passkeys", signedIn(), recent(), input("json", schema.passkeyInput), async (c) =>
    answer(c, schema.newRecoveryCodes, await addPasskey(contextOf(c), c.req.valid("json")), 201),
  )
  .delete("/user/second-factor/passkeys/:id", signedIn(), recent(), async (c) => {
    await removePasskey(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .post("/user/second-factor/recovery-codes", signedIn(), recent(), async (c) =>
    answer(c, schema.newRecoveryCodes, { recoveryCodes: await makeRecoveryCodes(contextOf(c)) }, 201),
  )
  .post("/user/confirm/passkey", signedIn(), async (c) =>
    answer(c, z.nullable(schema.assertionOptions), await askPasskeys(contextOf(c))),
  )
  .delete("/members/:id/second-factor", requires("admin.users"), recent(), async (c) => {
    await removeFactorsOfMember(contextOf(c), idParameter(c));
    return c.body(null, 204);
  });
