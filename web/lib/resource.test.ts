import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { answerWith, type Running, run, type Sent } from "../testing/hooks.ts";

const { ApiError } = await import("./api.ts");
const { usePagedList } = await import("./list.ts");
const { PATIENCE } = await import("./records.ts");
const { resource } = await import("./resource.ts");

type Beacon = { id: number; version: number; name: string; color: string };
type Problem = { code: string; detail?: string; current?: unknown };

let beacons: ReturnType<typeof makeBeacons>;
let stored: Map<number, Beacon>;
let sent: Sent[];
/** The answer to every edit, and to every read from then on: what is shown does not come from reading again. */
let refusal: [status: number, body: Problem] | null;
let path = "";
let paths = 0;

const makeBeacons = (path: string) =>
  resource<Beacon>({ path, recordPath: (id) => `${path}/${id}/record`, topics: ["prospects" as LiveTopic] });

const beacon = (id: number, more: Partial<Beacon> = {}): Beacon => ({
  id,
  version: 1,
  name: `Beacon ${id}`,
  color: "red",
  ...more,
});

beforeEach(async () => {
  // Paths are keys of a cache that outlives a test.
  path = `/api/beacons-${++paths}`;
  beacons = makeBeacons(path);
  stored = new Map([1, 2, 3].map((id) => [id, beacon(id)]));
  refusal = null;
  sent = answerWith(({ method, path: asked, body }) => {
    if (asked === "/api/user") return [200, { id: 7, organizationId: 9, permissions: [] }];
    if (refusal) return method === "GET" ? [503, { code: "unavailable" }] : refusal;
    const [, id, what] = asked.slice(path.length).split("/");
    const known = stored.get(Number(id));
    if (method === "GET") return what === "record" ? [200, known] : [200, [...stored.values()]];
    if (method === "DELETE") {
      stored.delete(Number(id));
      return [204, undefined];
    }
    const saved = {
      ...beacon(stored.size + 1),
      ...known,
      ...(body as Partial<Beacon>),
      version: (known?.version ?? 0) + 1,
    };
    stored.set(saved.id, saved);
    return [method === "POST" ? 201 : 200, saved];
  });
});

const changes = () => sent.filter(({ method }) => method !== "GET");
const bodies = () => changes().map(({ body }) => body);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail("it succeeded"),
    (error: unknown) => error,
  );

/** A page that shows the list and the first record. */
const show = () =>
  run(() => ({ list: beacons.useList().list?.items, one: beacons.useOne(1).data, edits: beacons.useEdit() }));
type Shown = Running<Awaited<ReturnType<typeof show>>["now"]>;
const colors = ({ now }: Shown) => [now.one?.color, ...(now.list ?? []).map(({ color }) => color)];
const paint = (color: string, base = beacon(1)) =>
  beacons.edit(base, { call: "/color", body: { color }, patch: { color } });

const light = (color: string) => beacons.call(1, { call: "/light", body: { color }, patch: { color } });
/** What `page` shows as each change is sent; `before` is called first, with the number of changes before. */
function whileSending(page: Shown, before?: (sent: number) => void) {
  const shown: unknown[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const earlier = changes().length;
    const now = colors(page);
    before?.(earlier);
    const response = await answer(...asked);
    if (changes().length > earlier) shown.push(now);
    return response;
  };
  return shown;
}

test("shows an edit at once on the record and in the list, and the saved record after the answer", async () => {
  const page = await show();
  assert.deepEqual(colors(page), ["red", "red", "red", "red"]);
  const during = whileSending(page);
  const saved = await page.act(() => paint("green"));
  assert.equal(saved.version, 2);
  const body = { color: "green", version: 1 };
  assert.deepEqual(changes(), [{ method: "PATCH", path: `${path}/1/color`, body, key: null }]);
  assert.deepEqual(during, [["green", "green", "red", "red"]]);
  assert.deepEqual(colors(page), ["green", "green", "red", "red"]);
  await page.end();
});

test("reverts a failed edit everywhere, and throws its error", async () => {
  const page = await show();
  refusal = [503, { code: "unavailable", detail: "Later." }];
  const error = await page.act(() => failureOf(paint("green")));
  assert.ok(error instanceof ApiError && error.code === "unavailable");
  assert.deepEqual(colors(page), ["red", "red", "red", "red"]);
  await page.end();
});

test("shows the current record after a stale edit, and throws the error", async () => {
  const page = await show();
  refusal = [409, { code: "stale_version", current: beacon(1, { version: 4, color: "blue" }) }];
  const error = await page.act(() => failureOf(paint("green")));
  assert.ok(error instanceof ApiError && error.code === "stale_version");
  assert.deepEqual(colors(page), ["blue", "blue", "red", "red"]);
  await page.end();
});

test("leaves records of another kind with the same id as they are", async () => {
  const page = await show();
  const other = await run(() => makeBeacons(path.replace("beacons", "lamps")).useList().list?.items);
  assert.equal(other.now?.[0]?.id, 1);
  refusal = [200, beacon(1, { version: 2, color: "green" }) as never];
  await page.act(() => paint("green"));
  assert.deepEqual([colors(page)[1], other.now?.[0]?.color], ["green", "red"]);
  await other.end();
  await page.end();
});

test("keeps a newer version that is shown when an older one is read", async () => {
  const page = await show();
  await page.act(() => beacons.show(beacon(1, { version: 5, color: "green" })));
  await page.act(() => beacons.show(beacon(1, { version: 2, color: "blue" })));
  assert.deepEqual(colors(page), ["green", "green", "red", "red"]);
  await page.end();
});

test("sends edits and the removal of one record one after the other, each with the version of the one before", async () => {
  const page = await show();
  await page.act(() => Promise.all([paint("green"), paint("blue")]));
  assert.deepEqual(colors(page), ["blue", "blue", "red", "red"]);
  // As a dialog that was opened before the edits.
  const painting = paint("white");
  await new Promise(setImmediate);
  await page.act(() => Promise.all([painting, beacons.remove(beacon(1), { reason: "Lost" })]));
  assert.deepEqual(bodies(), [
    { color: "green", version: 1 },
    { color: "blue", version: 2 },
    { color: "white", version: 3 },
    { reason: "Lost", version: 4 },
  ]);
  await page.end();
});

test("sends an edit again that was refused because of the user's own edit before it, whose answer was late", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const late = Promise.withResolvers<void>();
  const answer = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const response = await answer(...asked);
    if (changes().length === 1) await late.promise;
    return response;
  };
  const first = paint("green");
  while (changes().length < 1) await new Promise(setImmediate);
  refusal = [409, { code: "stale_version", current: stored.get(1) }];
  const second = paint("blue");
  while (changes().length < 2) {
    t.mock.timers.tick(PATIENCE);
    await new Promise(setImmediate);
  }
  refusal = null;
  late.resolve();
  assert.deepEqual([(await first).color, (await second).color], ["green", "blue"]);
  assert.deepEqual(bodies(), [
    { color: "green", version: 1 },
    { color: "blue", version: 1 },
    { color: "blue", version: 2 },
  ]);
});

test("shows what a call changes at once, sends it without a version, and takes it back on failure", async () => {
  const page = await show();
  const during = whileSending(page);
  await page.act(() => light("green"));
  assert.deepEqual(changes(), [
    { method: "POST", path: `${path}/1/light`, body: { color: "green" }, key: null },
  ]);
  refusal = [503, { code: "unavailable" }];
  const error = await page.act(() => failureOf(light("blue")));
  assert.ok(error instanceof ApiError && error.code === "unavailable");
  assert.deepEqual(during, [
    ["green", "green", "red", "red"],
    ["blue", "blue", "red", "red"],
  ]);
  assert.deepEqual(colors(page), ["green", "green", "red", "red"]);
  await page.end();
});

test("sends calls of one record one after the other, and shows the last one whatever becomes of those before it", async () => {
  const page = await show();
  const during = whileSending(page, (sent) => {
    refusal = sent === 0 ? [503, { code: "unavailable" }] : null;
  });
  await page.act(() => Promise.all([failureOf(light("green")), light("blue"), light("white")]));
  const white = ["white", "white", "red", "red"];
  assert.deepEqual(during, [white, white, white]);
  assert.deepEqual(bodies(), [{ color: "green" }, { color: "blue" }, { color: "white" }]);
  assert.deepEqual(colors(page), white);
  await page.end();
});

test("shows the stored record after two calls that were sent at once have failed", async () => {
  const page = await show();
  refusal = [503, { code: "unavailable" }];
  await page.act(() => Promise.all([failureOf(light("green")), failureOf(light("blue"))]));
  assert.deepEqual(colors(page), ["red", "red", "red", "red"]);
  await page.end();
});

test("caches no record without its details at the path that answers them, and keeps the details of a cached one", async () => {
  const detailed = resource<Beacon, Beacon & { keepers: string[] }>({
    path,
    detailsPath: (id) => `${path}/${id}/record`,
    topics: ["prospects" as LiveTopic],
  });
  await detailed.show(beacon(1, { version: 2 }));
  refusal = [503, { code: "unavailable" }];
  const failed = await run(() => detailed.useOne(1).data);
  assert.equal(failed.now, undefined);
  await failed.end();
  refusal = null;
  stored.set(1, Object.assign(beacon(1), { keepers: ["Freja"] }));
  const page = await run(() => detailed.useOne(1).data);
  assert.deepEqual(page.now?.keepers, ["Freja"]);
  await page.act(() => detailed.show(beacon(1, { version: 2, color: "green" })));
  assert.deepEqual([page.now?.color, page.now?.keepers], ["green", ["Freja"]]);
  await page.end();
});

test("changes records in every list whose path was made", async () => {
  const list = await run(() => usePagedList<Beacon>(beacons.pathOf(9, "/similar"), {}, []).list?.items);
  await list.act(() => beacons.show(beacon(1, { version: 2, color: "green" })));
  assert.equal(list.now?.[0]?.color, "green");
  await list.end();
});

test("creates a record with the key of its form, and removes one from record and list", async () => {
  const page = await show();
  const created = await page.act(() => beacons.create({ name: "New" }, { key: "form-1", call: "/import" }));
  assert.deepEqual(
    [created.id, changes()[0]?.key, changes()[0]?.path.endsWith("/import")],
    [4, "form-1", true],
  );
  await page.act(() => beacons.remove(beacon(1)));
  assert.equal(changes()[1]?.method, "DELETE");
  assert.ok(!page.now.list?.some(({ id }) => id === 1));
  await page.end();
});

test("leaves a record where it is when its removal fails", async () => {
  const page = await show();
  refusal = [403, { code: "forbidden" }];
  await page.act(() => failureOf(beacons.remove(beacon(1))));
  assert.deepEqual(colors(page), ["red", "red", "red", "red"]);
  await page.end();
});

test("uses `addressOf` in the path of a record where the resource has it", async () => {
  const named = resource<Beacon>({ path: "/api/named", addressOf: ({ name }) => name as never, topics: [] });
  refusal = [200, beacon(1, { version: 2 }) as never];
  await named.edit(beacon(1, { name: "custom.one" }), { method: "PUT", body: {}, patch: {} });
  assert.deepEqual(changes(), [
    { method: "PUT", path: "/api/named/custom.one", body: { version: 1 }, key: null },
  ]);
});

test("an edit of a form that meets a newer record waits as a conflict, and is sent again on top of it", async () => {
  const page = await show();
  const wanted = { call: "/color", body: { color: "green" }, patch: { color: "green" } };
  const current = beacon(1, { version: 4, color: "blue" });
  refusal = [409, { code: "stale_version", current }];
  assert.equal(await page.act(({ edits }) => edits.run(beacon(1), wanted)), null);
  assert.deepEqual(page.now.edits.conflict, { base: beacon(1), edit: wanted, current });
  assert.equal(page.now.edits.pending, false);
  stored.set(1, current);
  refusal = null;
  const saved = await page.act(({ edits }) => edits.keepMine());
  assert.deepEqual([saved?.version, saved?.color, page.now.edits.conflict], [5, "green", null]);
  assert.deepEqual(changes().at(-1)?.body, { color: "green", version: 4 });
  await page.end();
});

test("a conflict that is decided for the newer record ends, and sends nothing", async () => {
  const page = await show();
  refusal = [409, { code: "stale_version", current: beacon(1, { version: 4, color: "blue" }) }];
  await page.act(({ edits }) => edits.run(beacon(1), { body: {}, patch: { color: "green" } }));
  await page.act(({ edits }) => edits.takeTheirs());
  assert.equal(page.now.edits.conflict, null);
  assert.equal(changes().length, 1);
  assert.deepEqual(colors(page), ["blue", "blue", "red", "red"]);
  await page.end();
});

test("any other failure of a form's edit is thrown, and is no conflict", async () => {
  const page = await show();
  refusal = [403, { code: "forbidden" }];
  const error = await page.act(({ edits }) => failureOf(edits.run(beacon(1), { body: {}, patch: {} })));
  assert.ok(error instanceof ApiError && error.code === "forbidden");
  assert.deepEqual([page.now.edits.conflict, page.now.edits.pending], [null, false]);
  await page.end();
});
