import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answerWith, run } from "../testing/hooks.ts";

const { actUndoable } = await import("./held.ts");
const { resource } = await import("./resource.ts");
const { dismissToast, toast, toastStore } = await import("./toast.ts");

type Flag = { id: number; version: number; color: string };

let sent: unknown[];
let refused: boolean;
let flags: ReturnType<typeof resource<Flag>>;
let paths = 0;

beforeEach(async () => {
  await dismissToast();
  sent = [];
  refused = false;
  // Paths are keys of a cache that outlives a test.
  const path = `/api/flags-${++paths}`;
  let stored: Flag = { id: 1, version: 1, color: "red" };
  flags = resource<Flag>({ path, recordPath: (id) => `${path}/${id}`, topics: ["events"] });
  answerWith(({ method, path: asked, body }) => {
    if (asked === "/api/user") return [200, { id: 7, organizationId: 9, permissions: [] }];
    if (method === "GET") return [200, asked === `${path}/1` ? stored : [stored]];
    sent.push((body as Flag).color);
    if (refused) return [409, { code: "taken", detail: "Taken." }];
    stored = { ...stored, color: (body as Flag).color, version: stored.version + 1 };
    return [200, stored];
  });
});

const show = () => run(() => ({ one: flags.useOne(1), list: flags.useList().list?.items }));
const paint = (color: string) =>
  actUndoable(
    { title: `Painted ${color}` },
    (when) => flags.call(1, { call: "/color", body: { color }, patch: { color }, when }),
    "Not painted",
  );
const titles = () => toastStore.get().map(({ title }) => title);

test("shows an act at once, also when it is read again, and sends it when its toast is gone", async () => {
  const page = await show();
  await page.act(() => void paint("green"));
  await page.act(({ one }) => one.mutate());
  assert.deepEqual([page.now.one.data?.color, page.now.list?.[0]?.color, sent], ["green", "green", []]);
  await page.act(() => dismissToast());
  assert.deepEqual([page.now.one.data?.color, sent], ["green", ["green"]]);
  await page.end();
});

test("never sends an act that is undone, and shows the record as it was without a failure", async () => {
  const page = await show();
  await page.act(() => void paint("green"));
  await page.act(() => {
    toastStore.get()[0]?.action?.run();
    return dismissToast();
  });
  assert.deepEqual([page.now.one.data?.color, page.now.list?.[0]?.color, sent], ["red", "red", []]);
  assert.deepEqual(titles(), []);
  await page.end();
});

test("sends an act before the next one, and before another change of the record", async () => {
  const page = await show();
  await page.act(() => void paint("green"));
  await page.act(() => void paint("blue"));
  assert.deepEqual([page.now.one.data?.color, sent], ["blue", ["green"]]);
  await page.act(() =>
    flags.call(1, { call: "/color", body: { color: "white" }, patch: { color: "white" } }),
  );
  assert.deepEqual([page.now.one.data?.color, sent], ["white", ["green", "blue", "white"]]);
  await page.end();
});

test("sends an act whose toast makes room for another one", async () => {
  const page = await show();
  await page.act(() => void paint("green"));
  await page.act(() => toast({ title: "Saved" }));
  assert.deepEqual([titles(), sent], [["Saved"], ["green"]]);
  await page.end();
});

test("tells of an act that is refused, and shows the record as it was", async () => {
  refused = true;
  const page = await show();
  await page.act(() => void paint("green"));
  await page.act(() => dismissToast());
  assert.deepEqual([page.now.one.data?.color, titles()], ["red", ["Not painted"]]);
  await page.end();
});
