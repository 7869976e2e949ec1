/// <reference types="node" />
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createLiveKeys } from "./live-keys.ts";

/** Keys with a clock that stands still, and what was fetched again so far. */
function begin(options: { isActive?: () => boolean; answers?: () => Record<string, number> | null } = {}) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const fetched: string[] = [];
  const keys = createLiveKeys(
    (key) => {
      fetched.push(key);
      const answer = options.answers?.();
      if (answer) keys.load(key, answer);
      return answer === null ? Promise.reject(new Error("away")) : Promise.resolve();
    },
    options.isActive ?? (() => true),
  );
  return {
    keys,
    /** Returns the keys that were fetched again after some time. */
    async after(ms: number) {
      mock.timers.tick(ms);
      // What was fetched settles.
      for (let at = 0; at < 5; at++) await Promise.resolve();
      mock.timers.tick(0);
      return fetched.splice(0);
    },
  };
}

test("a change fetches the shown keys of its topic again, and no others", async () => {
  const { keys, after } = begin();
  keys.follow("/list", ["prospects", "members"], 30_000);
  keys.follow("/bots", ["bots"], 30_000);
  for (const key of ["/list", "/bots", "/other"]) keys.load(key, { prospects: 3, members: 1, bots: 1 });
  keys.tell({ prospects: 3, members: 1, bots: 1 }, true);
  assert.deepEqual(await after(0), []);
  keys.tell({ members: 2 }, false);
  assert.deepEqual(await after(0), ["/list"]);
});

test("an answer that is as new as the change is not fetched again", async () => {
  const { keys, after } = begin();
  keys.follow("/list", ["prospects"], 30_000);
  keys.load("/list", { prospects: 4 });
  keys.tell({ prospects: 4 }, false);
  assert.deepEqual(await after(60_000), []);
});

test("an older answer that was under way when the change was reported is fetched again", async () => {
  const { keys, after } = begin();
  keys.follow("/list", ["prospects"], 30_000);
  keys.tell({ prospects: 4 }, true);
  assert.deepEqual(await after(0), [], "it has not come yet");
  keys.load("/list", { prospects: 3 });
  assert.deepEqual(await after(0), ["/list"]);
});

test("after a break the current revisions decide which keys are fetched", async () => {
  const { keys, after } = begin();
  keys.follow("/list", ["prospects"], 30_000);
  keys.follow("/bots", ["bots"], 30_000);
  for (const key of ["/list", "/bots"]) keys.load(key, { prospects: 3, bots: 1 });
  keys.tell({ prospects: 9, bots: 1 }, true);
  assert.deepEqual(await after(0), ["/list"]);
});

test("a key that fell behind while hidden is fetched when it is shown again", async () => {
  const { keys, after } = begin();
  const leave = keys.follow("/list", ["prospects"], 30_000);
  keys.load("/list", { prospects: 3 });
  leave();
  keys.tell({ prospects: 4 }, false);
  assert.deepEqual(await after(60_000), []);
  keys.follow("/list", ["prospects"], 30_000);
  assert.deepEqual(await after(0), ["/list"]);
});

test("a hidden or disconnected page fetches nothing, and catches up afterwards", async () => {
  let isActive = false;
  const { keys, after } = begin({ isActive: () => isActive });
  keys.follow("/list", ["prospects"], 30_000);
  keys.load("/list", { prospects: 3 });
  keys.tell({ prospects: 4 }, false);
  assert.deepEqual(await after(60_000), []);
  isActive = true;
  keys.checkAll();
  assert.deepEqual(await after(0), ["/list"]);
});

test("fetches once a second for changes in quick succession", async () => {
  let prospects = 3;
  const { keys, after } = begin({ answers: () => ({ prospects }) });
  keys.follow("/list", ["prospects"], 30_000);
  keys.load("/list", { prospects });
  keys.tell({ prospects: ++prospects }, false);
  assert.deepEqual(await after(0), ["/list"]);
  for (let at = 0; at < 5; at++) keys.tell({ prospects: ++prospects }, false);
  assert.deepEqual(await after(999), []);
  assert.deepEqual(await after(1), ["/list"]);
});

test("presence refreshes lists every 30 seconds at most, and an open dialog at once", async () => {
  let discord = 1;
  const { keys, after } = begin({ answers: () => ({ discord }) });
  keys.follow("/list", ["prospects", "discord"], 30_000);
  keys.follow("/activities", ["discord"], 3_000);
  for (const key of ["/list", "/activities"]) keys.load(key, { discord });
  keys.tell({ discord: ++discord }, false);
  assert.deepEqual(await after(0), ["/list", "/activities"]);
  assert.deepEqual(await after(2_000), []);
  keys.tell({ discord: ++discord }, false);
  assert.deepEqual(await after(0), ["/activities"]);
  assert.deepEqual(await after(27_999), []);
  assert.deepEqual(await after(1), ["/list"]);
});

test("presence refreshes at once what is polled every ten seconds or more often", async () => {
  const { keys, after } = begin({ answers: () => ({ discord: 2 }) });
  keys.follow("/online", ["discord"], 10_000);
  keys.load("/online", { discord: 1 });
  keys.tell({ discord: 2 }, false);
  assert.deepEqual(await after(0), ["/online"]);
  keys.tell({ discord: 3 }, false);
  assert.deepEqual(await after(1_000), ["/online"]);
});

test("a list that waits for presence is fetched at once when another topic changes", async () => {
  let [discord, prospects] = [1, 1];
  const { keys, after } = begin({ answers: () => ({ discord, prospects }) });
  keys.follow("/list", ["prospects", "discord"], 30_000);
  keys.load("/list", { discord, prospects });
  keys.tell({ discord: ++discord }, false);
  await after(0);
  keys.tell({ discord: ++discord }, false);
  assert.deepEqual(await after(2_000), []);
  keys.tell({ prospects: ++prospects }, false);
  assert.deepEqual(await after(0), ["/list"]);
});

test("an answer that stays behind or fails is requested at growing intervals", async () => {
  for (const answer of [{ prospects: 3 }, null]) {
    const { keys, after } = begin({ answers: () => answer });
    keys.follow("/list", ["prospects"], 30_000);
    keys.load("/list", { prospects: 3 });
    keys.tell({ prospects: 4 }, false);
    const counts: number[] = [];
    for (let second = 0; second < 60; second++) counts.push((await after(second ? 1_000 : 0)).length);
    const times = counts.flatMap((count, second) => Array.from({ length: count }, () => second));
    assert.deepEqual(times, [0, 2, 6, 14, 30]);
  }
});

test("fetches a key once for two components that show it, and still when one of them is gone", async () => {
  const { keys, after } = begin({ answers: () => ({ bots: 2 }) });
  keys.follow("/bots", ["bots"], 30_000);
  keys.follow("/bots", ["bots"], 30_000)();
  keys.load("/bots", { bots: 1 });
  keys.tell({ bots: 2 }, false);
  assert.deepEqual(await after(0), ["/bots"]);
});

test("fetches due keys for the remaining one of two components, and nothing once none remains", async () => {
  const { keys, after } = begin({ answers: () => ({ bots: 1 }) });
  const leave = keys.follow("/bots", ["bots"], 30_000);
  const leaveToo = keys.follow("/bots", ["bots"], 30_000);
  keys.load("/bots", { bots: 1 });
  keys.tell({ bots: 2 }, false);
  leave();
  assert.deepEqual(await after(0), ["/bots"]);
  leaveToo();
  assert.deepEqual(await after(60_000), [], "the answer that stayed behind");
});

test("an answer without revisions counts as up to date", async () => {
  const { keys, after } = begin({ answers: () => ({ bots: 2 }) });
  keys.follow("/bots", ["bots"], 30_000);
  keys.tell({ bots: 1 }, true);
  keys.load("/bots", null);
  assert.deepEqual(await after(60_000), []);
  keys.tell({ bots: 2 }, false);
  assert.deepEqual(await after(0), ["/bots"]);
});

test("does not wait for a topic that the user's new role cannot read", async () => {
  const { keys, after } = begin();
  keys.follow("/stats", ["prospects", "bots"], 30_000);
  keys.tell({ prospects: 1, bots: 7 }, true);
  keys.tell({ prospects: 1 }, true);
  keys.load("/stats", { prospects: 1 });
  assert.deepEqual(await after(60_000), []);
});

test("without a connection a change by this page fetches shown keys at once, hidden ones when shown", async () => {
  const { keys, after } = begin({ isActive: () => false });
  keys.follow("/list", ["prospects", "members"], 30_000);
  keys.follow("/bots", ["bots"], 30_000);
  keys.follow("/counts", ["prospects"], 30_000)();
  keys.touch(["prospects", "activity"]);
  assert.deepEqual(await after(0), ["/list"]);
  keys.follow("/counts", ["prospects"], 30_000);
  assert.deepEqual(await after(0), ["/counts"]);
});

test("an answer that was discarded for an edit is fetched again even when its revisions are current", async () => {
  const { keys, after } = begin({ answers: () => ({ prospects: 4 }) });
  keys.follow("/list", ["prospects"], 30_000);
  keys.load("/list", { prospects: 3 });
  keys.tell({ prospects: 4 }, true);
  assert.deepEqual(await after(0), ["/list"]);
  keys.load("/list", {});
  assert.deepEqual(await after(1_000), ["/list"]);
  assert.deepEqual(await after(60_000), []);
});

test("fetches nothing of a record that is being deleted, until a component shows it anew", async () => {
  const { keys, after } = begin({ answers: () => ({ bots: 2 }) });
  const others = ["/bots", "/bots/12/details"];
  const leave = keys.follow("/bots/1/details", ["bots"], 30_000);
  for (const key of others) keys.follow(key, ["bots"], 30_000);
  for (const key of ["/bots/1/details", ...others]) keys.load(key, { bots: 1 });
  keys.tell({ bots: 2 }, false);
  await keys.deleting("/bots/1", async () => {
    assert.deepEqual(await after(0), others, "what was due before");
    keys.touch(["bots"]);
    assert.deepEqual(await after(0), others);
  });
  keys.tell({ bots: 2 }, false);
  keys.touch(["bots"]);
  assert.deepEqual(await after(0), others, "it is still shown");
  leave();
  keys.follow("/bots/1/details", ["bots"], 30_000);
  assert.deepEqual(await after(0), ["/bots/1/details"], "it was brought back");
});

test("a record that was not deleted after all catches up", async () => {
  const { keys, after } = begin();
  keys.follow("/bots/1/details", ["bots"], 30_000);
  keys.load("/bots/1/details", { bots: 1 });
  await assert.rejects(
    keys.deleting("/bots/1", async () => {
      keys.tell({ bots: 2 }, false);
      assert.deepEqual(await after(0), []);
      throw new Error("refused");
    }),
    /refused/,
  );
  assert.deepEqual(await after(0), ["/bots/1/details"]);
});
