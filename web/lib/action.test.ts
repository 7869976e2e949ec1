import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { run } from "../testing/hooks.ts";

const { act, useAction } = await import("./action.ts");
const { ApiError } = await import("./api.ts");
const { dismissToast, toastStore } = await import("./toast.ts");

beforeEach(() => dismissToast());

const refusal = new ApiError({
  status: 403,
  code: "missing_permission",
  detail: "Refused.",
  errors: {},
  current: null,
  debug: null,
});
const fail = () => Promise.reject(refusal);

test("shows a toast made of the answer and resolves to true", async () => {
  const done = (count: number) => ({ title: `${count} ships` });
  assert.equal(await act(async () => 3, { done, failed: "Not synced" }), true);
  assert.equal(toastStore.get().at(-1)?.title, "3 ships");
  assert.equal(toastStore.get().at(-1)?.variant, "default");
});

test("shows no toast without a message", async () => {
  assert.equal(await act(() => null, { failed: "Not synced" }), true);
  assert.equal(await act(() => null, { done: () => null, failed: "Not synced" }), true);
  assert.deepEqual(toastStore.get(), []);
});

test("shows a failure under its title and resolves to false", async () => {
  assert.equal(await act(fail, { done: { title: "Synced" }, failed: "Not synced" }), false);
  assert.equal(toastStore.get().at(-1)?.title, "Not synced");
  assert.equal(toastStore.get().at(-1)?.variant, "destructive");
});

test("takes the failure of an action away when it is tried again, and leaves those of others", async () => {
  await act(fail, { failed: "Not synced" });
  await act(fail, { failed: "Not saved" });
  const titles: string[][] = [];
  const look = () => void titles.push(toastStore.get().map(({ title }) => title));
  assert.equal(await act(look, { failed: "Not synced" }), true);
  assert.deepEqual(titles, [["Not saved"]]);
  await act(look, { failed: () => assert.fail("it succeeds") });
  assert.deepEqual(titles.at(-1), ["Not saved"], "an action that shows its failures itself");
});

test("shows a failure with a sentence made of the server's", async () => {
  await act(fail, { failed: { title: "Not synced", text: (detail) => `Ships: ${detail}` } });
  assert.match(String(toastStore.get().at(-1)?.description), /^Ships: Refused\.$/);
});

test("shows a failure with a button, for as long as it says", async () => {
  const action = { label: "Bots", run: () => undefined };
  await act(fail, { failed: { title: "Not synced", action, duration: 10_000 } });
  assert.deepEqual([toastStore.get().at(-1)?.action, toastStore.get().at(-1)?.duration], [action, 10_000]);
});

test("leaves a failure to the caller who shows it", async () => {
  let shown: unknown;
  const failed = (error: unknown) => {
    shown = error;
  };
  assert.equal(await act(fail, { failed }), false);
  assert.equal(shown, refusal);
  assert.deepEqual(toastStore.get(), []);
});

/** An action that ends when it is told to. */
async function begin() {
  let calls = 0;
  let end: (fails?: boolean) => void = () => undefined;
  const sync = (ship: string) =>
    new Promise<string>((resolve, reject) => {
      calls += 1;
      end = (fails = false) => (fails ? reject(refusal) : resolve(ship));
    });
  const action = await run(() =>
    useAction(sync, {
      done: (answer, ship) => ({ title: `${answer} and ${ship}` }),
      failed: "Not synced",
    }),
  );
  return { action, calls: () => calls, end: (fails?: boolean) => action.act(() => end(fails)) };
}

test("is pending with its arguments until it ends, and does nothing on a second click", async () => {
  const { action, calls, end } = await begin();
  assert.deepEqual([action.now.pending, action.now.running], [false, null]);
  await action.act(({ run: start }) => void start("Carrack"));
  assert.deepEqual([action.now.pending, action.now.running], [true, ["Carrack"]]);
  assert.equal(await action.now.run("Vulture"), false);
  assert.equal(calls(), 1);
  await end();
  assert.deepEqual([action.now.pending, action.now.running], [false, null]);
  assert.equal(toastStore.get().at(-1)?.title, "Carrack and Carrack");
  await action.end();
});

test("can be started again after a failure", async () => {
  const { action, calls, end } = await begin();
  await action.act(({ run: start }) => void start("Carrack"));
  await end(true);
  assert.deepEqual([action.now.pending, toastStore.get().at(-1)?.title], [false, "Not synced"]);
  await action.act(({ run: start }) => void start("Vulture"));
  assert.equal(calls(), 2);
  await end();
  await action.end();
});

test("shows its result also when its control is no longer on the page", async () => {
  const { action, end } = await begin();
  await action.act(({ run: start }) => void start("Carrack"));
  await action.end();
  await end();
  assert.equal(toastStore.get().at(-1)?.title, "Carrack and Carrack");
});
