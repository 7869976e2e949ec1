import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./api.ts";
import { changeCached, createEditQueue, newerOf, PATIENCE, staleRecord } from "./records.ts";

const record = (id: number, version = 1, name = `n${id}`) => ({ id, version, name });
const rename = (item: ReturnType<typeof record>) => ({ ...item, name: "new" });

test("changes a record in its place in a list, in pages and as a single record", () => {
  const changed = { ...record(2), name: "new" };
  assert.deepEqual(changeCached([record(3), record(2)], 2, rename), [record(3), changed]);
  assert.deepEqual(changeCached({ items: [record(2)], more: true }, 2, rename), {
    items: [changed],
    more: true,
  });
  assert.deepEqual(changeCached(record(2), 2, rename), changed);
});

test("keeps a list without the record, or one that is not loaded", () => {
  const list = { items: [record(1)], more: true };
  assert.equal(changeCached(list, 2, rename), list);
  assert.equal(changeCached(undefined, 2, rename), undefined);
});

test("removes a record from its lists", () => {
  assert.deepEqual(
    changeCached([record(1), record(2)], 2, () => null),
    [record(1)],
  );
  assert.equal(
    changeCached(record(2), 2, () => null),
    undefined,
  );
});

test("keeps the known record when an older answer arrives", () => {
  assert.equal(newerOf(record(1, 7), record(1, 6)).version, 7);
  assert.equal(newerOf(record(1, 6, "guess"), record(1, 6, "saved")).name, "saved");
  assert.equal(newerOf(undefined, record(1, 6)).version, 6);
  const whole: ReturnType<typeof record> = Object.assign(record(1, 6), { more: true });
  assert.deepEqual(newerOf(whole, record(1, 7)), { ...record(1, 7), more: true });
});

/** A server that keeps versions and refuses an edit of an old one. */
function server(version: number) {
  const sent: number[] = [];
  let at = version;
  return {
    sent,
    meanwhile: () => {
      at += 1;
    },
    send: async (from: number) => {
      sent.push(from);
      await Promise.resolve();
      if (from !== at) throw new Error("stale_version");
      at += 1;
      return record(1, at);
    },
  };
}

const isStale = (error: unknown) => error instanceof Error && error.message === "stale_version";

test("sends edits of one version one after the other, each based on the one before", async () => {
  const { sent, send } = server(4);
  const queue = createEditQueue(isStale);
  const base = record(1, 4);
  const saved = await Promise.all([queue(base, send), queue(base, send), queue(base, send)]);
  assert.deepEqual(sent, [4, 5, 6]);
  assert.deepEqual(
    saved.map(({ version }) => version),
    [5, 6, 7],
  );
});

test("reports a conflict with another user's change and still sends the next edit", async () => {
  const { sent, send, meanwhile } = server(4);
  const queue = createEditQueue(isStale);
  await queue(record(1, 4), send);
  meanwhile();
  await assert.rejects(queue(record(1, 4), send), /stale_version/);
  assert.equal((await queue(record(1, 6), send)).version, 7);
  assert.deepEqual(sent, [4, 5, 6]);
});

test("keeps the version after an edit that changed nothing", async () => {
  const queue = createEditQueue(isStale);
  await queue(record(1, 4), async (version) => record(1, version));
  assert.equal((await queue(record(1, 4), async (version) => record(1, version + 1))).version, 5);
});

test("learns no version from a change that is based on none", async () => {
  const queue = createEditQueue(isStale);
  const sent: (number | null)[] = [];
  const send = async (version: number | null, saved: number) => {
    sent.push(version);
    return record(1, saved);
  };
  await queue({ id: 1, version: null }, (version) => send(version, 5));
  await queue(record(1, 4), (version) => send(version, 6));
  await queue({ id: 1, version: null }, (version) => send(version, 7));
  assert.deepEqual(sent, [null, 4, null]);
});

test("sends an edit on its own when the one before it hangs", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { send } = server(4);
  const queue = createEditQueue(isStale);
  void queue(record(1, 4), () => new Promise<never>(() => undefined));
  const second = queue(record(1, 4), send);
  t.mock.timers.tick(PATIENCE);
  assert.equal((await second).version, 5);
});

test("sends an edit again that was refused because of the user's own edit, which hung and was stored after all", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { sent, send } = server(4);
  const queue = createEditQueue(isStale);
  const answer = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  void queue(record(1, 4), async (version) => {
    const saved = await send(version);
    await answer.promise;
    return saved;
  });
  const second = queue(record(1, 4), (version) =>
    send(version).catch((error: unknown) => {
      refused.resolve();
      throw error;
    }),
  );
  t.mock.timers.tick(PATIENCE);
  await refused.promise;
  answer.resolve();
  assert.equal((await second).version, 6);
  assert.deepEqual(sent, [4, 4, 5]);
});

test("does not send an edit again that failed for another reason, whatever was stored meanwhile", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { sent, send } = server(4);
  const tried: number[] = [];
  const queue = createEditQueue(isStale);
  const answer = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const first = queue(record(1, 4), async (version) => {
    await answer.promise;
    return send(version);
  });
  const second = queue(record(1, 4), async (version) => {
    tried.push(version);
    begun.resolve();
    await first;
    throw new Error("unavailable");
  });
  t.mock.timers.tick(PATIENCE);
  await begun.promise;
  answer.resolve();
  await assert.rejects(second, /unavailable/);
  assert.deepEqual([sent, tried], [[4], [4]]);
});

test("returns the current record of a stale edit, and null for any other failure", () => {
  const refusal = (code: string) =>
    new ApiError({ status: 409, code, detail: "It changed.", errors: {}, current: record(1), debug: null });
  assert.deepEqual(staleRecord(refusal("stale_version")), record(1));
  assert.equal(staleRecord(refusal("name_taken")), null);
  assert.equal(staleRecord(new Error("offline")), null);
});
