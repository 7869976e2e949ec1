import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, readProblem } from "./api.ts";
import { answeredOr } from "./fallback.ts";

test("says what the server answered, and before any other reason what failed", () => {
  const refusal = new ApiError(readProblem(403, null, "Refused."));
  assert.equal(answeredOr(refusal, "Not synced")("Refused."), "Refused.");
  assert.equal(answeredOr(new Error("lost"), "Not synced")("Try again."), "Not synced. Try again.");
});
