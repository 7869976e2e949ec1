/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerSignInAgain, askToSignInAgain, signInAgainStore } from "./sign-in-again.ts";

test("requests that fail together wait for one answer", async () => {
  const first = askToSignInAgain({ quiet: false });
  const second = askToSignInAgain({ quiet: true });
  assert.equal(signInAgainStore.get() !== null, true);
  answerSignInAgain(true);
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  assert.equal(signInAgainStore.get(), null);
});

test("once declined, what the page fetches by itself asks no more, but a person's own action does", async () => {
  const asked = askToSignInAgain({ quiet: true });
  answerSignInAgain(false);
  assert.equal(await asked, false);
  assert.equal(await askToSignInAgain({ quiet: true }), false);
  assert.equal(signInAgainStore.get(), null);
  const again = askToSignInAgain({ quiet: false });
  assert.equal(signInAgainStore.get() !== null, true);
  answerSignInAgain(true);
  assert.equal(await again, true);
});
