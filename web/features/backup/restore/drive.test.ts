/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Restore } from "../../../../worker/features/backup/restore/restore.schema.ts";
import "../../../testing/hooks.ts";

const { ApiError, readProblem } = await import("../../../lib/api.ts");
const { drive } = await import("./drive.ts");

const inState = (state: Restore["state"]) => ({ state }) as Restore;
const failure = (status: number) => new ApiError(readProblem(status, {}, "Failed."));

type Step = Restore["state"] | "gone" | InstanceType<typeof ApiError>;

/** Drives a restore whose calls answer these in turn; returns the calls that were made, with the milliseconds waited. */
async function driven(...answers: Step[]): Promise<{ calls: (string | number)[]; error: unknown }> {
  const calls: (string | number)[] = [];
  const answer = (name: string) => async () => {
    calls.push(name);
    const next = answers.shift();
    if (next === undefined) throw new Error("One call too many.");
    if (next instanceof ApiError) throw next;
    return next === "gone" ? null : inState(next);
  };
  const wait = async (ms: number) => void calls.push(ms);
  const all = { apply: answer("apply"), look: answer("look"), wait, onCut: () => void calls.push("cut") };
  const error = await drive(all).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { calls, error };
}

test("a restore is applied part by part until it runs no longer", async () => {
  assert.deepEqual(await driven("running", "running", "done"), {
    calls: ["apply", "apply", "apply"],
    error: null,
  });
});

test("a cut connection is retried after longer waits, and continues where the restore still runs", async () => {
  const { calls, error } = await driven("running", failure(0), failure(0), "running", "done");
  assert.deepEqual(calls, ["apply", "apply", "cut", 2_000, "look", "cut", 4_000, "look", "apply"]);
  assert.equal(error, null);
});

test("a restore that another user stopped meanwhile is not started again", async () => {
  for (const ended of ["gone", "done", "failed"] as const)
    assert.deepEqual((await driven("running", failure(0), ended)).calls, [
      ...["apply", "apply", "cut", 2_000, "look"],
    ]);
});

test("a restore that a failure kept from starting fails with that failure", async () => {
  const lost = failure(0);
  const { calls, error } = await driven(lost, "rehearsed");
  assert.deepEqual(calls, ["apply", "cut", 2_000, "look"]);
  assert.equal(error, lost);
});

test("a refusal ends a restore at once, and so do ten failures in a row", async () => {
  const refused = failure(422);
  assert.deepEqual(await driven(refused), { calls: ["apply"], error: refused });
  const { calls, error } = await driven(...Array.from({ length: 11 }, () => failure(503)));
  assert.equal(calls.filter((call) => call === "look").length, 10);
  assert.equal(Math.max(...calls.filter((call) => typeof call === "number")), 30_000);
  assert.ok(error instanceof ApiError);
});
