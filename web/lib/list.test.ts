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

test("shows more entries of a list at each request for more, and keeps the earlier ones meanwhile", async () => {
  const all = [1, 2, 3, 4, 5, 6];
  let isDown = false;
  answerWith(({ path }) => {
    if (isDown) return [503, { code: "unavailable" }];
    const query = new URLSearchParams(path.split("?")[1]);
    return [200, all.slice(0, Number(query.get("limit"))).map((each) => (query.has("q") ? -each : each))];
  });
  const answer = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const response = await answer(...asked);
    // The server has further entries, whatever the limit.
    response.headers.set("Link", '</api/pages/9?cursor=b>; rel="next"');
    return response;
  };
  let q = "";
  const drawn: { items: number[] | undefined; isLoadingMore: boolean }[] = [];
  const list = await run(() => {
    const paged = usePagedList<number>("/api/pages/9", { q }, ["prospects"], 2);
    drawn.push({ items: paged.list?.items, isLoadingMore: paged.isLoadingMore });
    return paged;
  });
  const seen = () =>
    drawn.splice(0).filter((each, at, of) => each.isLoadingMore !== of[at - 1]?.isLoadingMore);
  assert.deepEqual(seen(), [{ items: undefined, isLoadingMore: false }]);
  assert.deepEqual(list.now.list, { base: "/api/pages/9", items: [1, 2], more: true });
  await list.act(({ retry }) => retry());
  assert.ok(
    seen().every(({ isLoadingMore }) => !isLoadingMore),
    "reading it again loads nothing more",
  );

  await list.act(({ loadMore }) => loadMore());
  assert.deepEqual(seen(), [
    { items: [1, 2], isLoadingMore: true },
    { items: [1, 2, 3, 4], isLoadingMore: false },
  ]);
  isDown = true;
  await list.act(({ loadMore }) => loadMore());
  assert.deepEqual([list.now.list?.items, list.now.isLoadingMore], [[1, 2, 3, 4], false]);

  isDown = false;
  q = "van";
  drawn.length = 0;
  await list.redraw();
  assert.equal(drawn[0]?.items, undefined, "entries of another search are not shown");
  assert.deepEqual(list.now.list?.items, [-1, -2], "another search begins with its first entries");
  await list.end();
});

test("has no list before the first complete answer and after a refusal, and keeps it through other failures", () => {
  const shown = (data: number[] | undefined, status?: number) =>
    listOf({
      data,
      error: status && new ApiError(readProblem(status, null, "Failed.")),
      mutate: async () => data,
    } as never).list;
  const whole = { items: [1], more: false };
  assert.equal(shown(undefined), undefined);
  assert.deepEqual([shown([1]), shown([1], 503), shown([1], 403)], [whole, whole, undefined]);
});
