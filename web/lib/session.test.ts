import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith, run } from "../testing/hooks.ts";

const { setUser, useUser } = await import("./session.tsx");

const USER = { id: 7, organizationId: 9, permissions: [] };

test("a page without an answer about its user tries again, and one with a user keeps them without an answer", async () => {
  let status = 500;
  answerWith(() => [status, status === 200 ? USER : {}]);
  const page = await run(useUser);
  assert.deepEqual([page.now.user, (page.now.error as { status: number }).status], [undefined, 500]);
  status = 200;
  await page.act(({ reload }) => reload());
  assert.deepEqual([page.now.user, page.now.error], [USER, undefined]);
  const shown = page.now.user;
  await page.act(({ reload }) => reload());
  assert.equal(page.now.user, shown, "the same user is not drawn again");
  status = 500;
  await page.act(({ reload }) => reload());
  assert.deepEqual([page.now.user, page.now.error], [USER, undefined]);
  await page.end();
});

test("an answer that a newer question or a sign-out has overtaken is not shown", async () => {
  const open: ((name: string) => void)[] = [];
  answerWith(async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    open.push(resolve);
    return [200, { ...USER, displayName: await promise }];
  });
  await setUser(USER as never);
  const page = await run(useUser);
  await page.act(async ({ reload }) => {
    const both = [reload(), reload()];
    open[1]?.("newer");
    open[0]?.("older");
    await Promise.all(both);
  });
  assert.equal(page.now.user?.displayName, "newer");
  await page.act(async ({ reload }) => {
    const answer = reload();
    await setUser(null);
    open[2]?.("signed in");
    await answer;
  });
  assert.equal(page.now.user, null);
  await page.end();
});
