import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith, run } from "../testing/hooks.ts";

const { listOf, usePagedList } = await import("./list.ts");
const { ApiError, readProblem } = await import("./api.ts");

test("shows no items to a user who may not see them any more, and keeps them through other failures", async () => {
  let status = 200;
  const itemsOf = () => list.now.list?.items;
  answerWith(() => [status, status === 200 ? [{ id: 1 }] : { code: "unknown", detail: "Refused." }]);
  const list = await run(() => usePagedList<{ id: number }>("/api/beacons/9", {}, ["prospects"]));
  assert.deepEqual(itemsOf(), [{ id: 1 }]);
  status = 503;
  await list.act(({ retry }) => retry());
  assert.deepEqual([itemsOf(), list.now.error], [[{ id: 1 }], undefined]);
  status = 403;
  await list.act(({ retry }) => retry());
  assert.equal(itemsOf(), undefined);
  assert.match(String(list.now.error), /Refused/);
  status = 200;
  await list.act(({ retry }) => retry());
  assert.deepEqual([itemsOf(), list.now.error], [[{ id: 1 }], undefined]);
  await list.end();
});

test("has no list before the first answer of a whole one, nor after a refusal, and keeps it through other failures", () => {
  const shown = (data: number[] | undefined, status?: number) =>
    listOf({
      data,
      error: status && new ApiError(readProblem(status, null, "Failed.")),
      mutate: async () => data,
    } as never).list?.items;
  assert.equal(shown(undefined), undefined);
  assert.deepEqual([shown([1]), shown([1], 503), shown([1], 403)], [[1], [1], undefined]);
});
