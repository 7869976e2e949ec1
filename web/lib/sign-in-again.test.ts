/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerSignInAgain, askToSignInAgain, forgetSignInAgain, signInQuestion } from "./sign-in-again.ts";

test("does not ask while no component shows the question", async () => {
  assert.equal(await askToSignInAgain({ quiet: false }), false);
  assert.equal(signInQuestion.get(), null);
  signInQuestion.subscribe(() => undefined);
});

test("requests that fail together wait for one answer", async () => {
  const first = askToSignInAgain({ quiet: false });
  const second = askToSignInAgain({ quiet: true });
  assert.equal(signInQuestion.get() !== null, true);
  answerSignInAgain(true);
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  assert.equal(signInQuestion.get(), null);
});

test("after the user has declined, only an action of the user asks again", async () => {
  const asked = askToSignInAgain({ quiet: true });
  answerSignInAgain(false);
  assert.equal(await asked, false);
  assert.equal(await askToSignInAgain({ quiet: true }), false);
  assert.equal(signInQuestion.get(), null);
  const again = askToSignInAgain({ quiet: false });
  assert.equal(signInQuestion.get() !== null, true);
  answerSignInAgain(true);
  assert.equal(await again, true);
});

test("after the user has signed out elsewhere the question is closed, and asked again in the next session", async () => {
  const asked = askToSignInAgain({ quiet: true });
  forgetSignInAgain();
  assert.equal(await asked, false);
  assert.equal(signInQuestion.get(), null);
  const again = askToSignInAgain({ quiet: true });
  assert.equal(signInQuestion.get() !== null, true);
  answerSignInAgain(true);
  assert.equal(await again, true);
});
