import { Hono } from "hono";
import { signedIn } from "../../lib/http/access.ts";
import { answer } from "../../lib/http/answer.ts";
import { type App, contextOf, idParameter } from "../../lib/http/app.ts";
import { depends, everyMinute } from "../../lib/http/depends.ts";
import { input } from "../../lib/http/input.ts";
import { checkVerification } from "./check.ts";
import { cancelRequest, dismissLoss, removeVerification, requestVerification } from "./request.ts";
import { rsiRequest, rsiStatus, rsiVerified, verifyInput } from "./rsi.schema.ts";
import { getRsiStatus } from "./status.ts";

export const rsiRoutes = new Hono<App>()
  .get("/rsi/status", signedIn(), depends(["rsi"], { moment: everyMinute }), async (c) =>
    answer(c, rsiStatus, await getRsiStatus(contextOf(c))),
  )
  .post("/rsi/verify", signedIn(), input("json", verifyInput), async (c) =>
    answer(c, rsiRequest, await requestVerification(contextOf(c), c.req.valid("json")), 201),
  )
  .post("/rsi/verify/:id/check", signedIn(), async (c) =>
    answer(c, rsiVerified, await checkVerification(contextOf(c), idParameter(c))),
  )
  .delete("/rsi/verify/:id", signedIn(), async (c) => {
    await cancelRequest(contextOf(c), idParameter(c));
    return c.body(null, 204);
  })
  .delete("/rsi/verification", signedIn(), async (c) => {
    await removeVerification(contextOf(c));
    return c.body(null, 204);
  })
  .delete("/rsi/lost-handle", signedIn(), async (c) => {
    await dismissLoss(contextOf(c));
    return c.body(null, 204);
  });
