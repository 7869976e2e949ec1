import { ownsOnly, signedIn } from "../../lib/http/access.ts";
import { created, nothing } from "../../lib/http/answers.ts";
import { everyMinute } from "../../lib/http/depends.ts";
import { get, post, remove } from "../../lib/http/route.ts";
import { rsiRequest, rsiStatus, rsiVerified, verifyInput } from "./rsi.schema.ts";
import * as verify from "./verify.ts";

const access = signedIn();

export const getStatusRoute = get("/rsi/status", {
  access,
  answers: rsiStatus,
  depends: ["rsi"],
  moment: everyMinute,
  summary: "Read the caller's RSI verification",
  run: verify.getRsiStatus,
});

export const askForCodeRoute = post("/rsi/verify", {
  access,
  body: verifyInput,
  answers: created(rsiRequest),
  summary: "Ask for the code that proves an RSI handle",
  run: verify.requestVerification,
});

export const checkCodeRoute = post("/rsi/verify/:id/check", {
  access: ownsOnly(),
  answers: rsiVerified,
  summary: "Look for the code in the public RSI profile",
  run: verify.checkVerification,
});

export const cancelRequestRoute = remove("/rsi/verify/:id", {
  access: ownsOnly(),
  answers: nothing,
  summary: "End the caller's request to verify a handle",
  run: verify.cancelRequest,
});

export const rsiRoutes = [
  getStatusRoute,
  askForCodeRoute,
  checkCodeRoute,
  cancelRequestRoute,
  remove("/rsi/verification", {
    access,
    answers: nothing,
    summary: "Remove the caller's RSI verification",
    run: verify.removeVerification,
  }),
  remove("/rsi/lost-handle", {
    access,
    answers: nothing,
    summary: "Note that the caller has read that their handle was taken over",
    run: verify.dismissLoss,
  }),
];
