import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../testing/hooks.ts";

const { createQuestion, createStore, useStore } = await import("./store.ts");

test("draws a component for each new value, and not for the same one", async () => {
  const store = createStore(1);
  let draws = 0;
  const page = await run(() => {
    draws += 1;
    return useStore(store);
  });
  assert.deepEqual([page.now, draws], [1, 1]);
  for (const value of [2, 2]) await page.act(() => store.set(value));
  assert.deepEqual([page.now, draws], [2, 2]);
  await page.end();
});

test("notifies followers of new values only, until they unfollow", () => {
  const store = createStore(1);
  const heard: number[] = [];
  assert.equal(store.isFollowed(), false);
  const end = store.subscribe(() => heard.push(store.get()));
  assert.equal(store.isFollowed(), true);
  for (const value of [2, 2, 3]) store.set(value);
  end();
  store.set(4);
  assert.deepEqual([heard, store.isFollowed()], [[2, 3], false]);
});

test("asks a question only where a component shows it, and gives all callers meanwhile the same answer", async () => {
  const question = createQuestion();
  const unasked = question.ask();
  assert.equal(question.get(), null);
  assert.equal(await unasked, false);
  const end = question.subscribe(() => undefined);
  const answers = Promise.all([question.ask(), question.ask()]);
  assert.notEqual(question.get(), null);
  question.answer(true);
  assert.deepEqual([await answers, question.get()], [[true, true], null]);
  end();
});
