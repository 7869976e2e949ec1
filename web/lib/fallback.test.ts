import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, readProblem } from "./api.ts";
import { answeredOr } from "./fallback.ts";

test("shows a refusal in the server's sentence, and any other failure after the action that failed", () => {
  const refusal = new ApiError(readProblem(403, null, "Refused."));
  assert.equal(answeredOr(refusal, "Not synced")("Refused."), "Refused.");
  assert.equal(answeredOr(new Error("lost"), "Not synced")("Try again."), "Not synced. Try again.");
});
