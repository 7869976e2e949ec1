/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { storeOf } from "../testing/storage.ts";
import { privateStorage } from "./private-storage.ts";
import { answerSignInAgain, askToSignInAgain, forgetSignInAgain, signInQuestion } from "./sign-in-again.ts";

const NOTE = "prospect-note:7:1";
const kept = new Map([[NOTE, "Calm"]]);
Object.defineProperty(globalThis, "localStorage", { value: storeOf(kept), configurable: true });

test("does not ask while no component shows the question, and leaves what was typed where it is", async () => {
  assert.equal(await askToSignInAgain({ quiet: false }), false);
  assert.equal(signInQuestion.get(), null);
  assert.equal(kept.get(NOTE), "Calm");
  signInQuestion.subscribe(() => undefined);
});

test("keeps what was typed out of the browser's storage while it asks", async () => {
  const asked = askToSignInAgain({ quiet: false });
  assert.deepEqual([kept.has(NOTE), privateStorage.store.getItem(NOTE)], [false, "Calm"]);
  answerSignInAgain(true);
  assert.equal(await asked, true);
});

test("requests that fail together wait for one answer", async () => {
  const first = askToSignInAgain({ quiet: false });
  const second = askToSignInAgain({ quiet: true });
  assert.equal(signInQuestion.get() !== null, true);
  answerSignInAgain(true);
  assert.deepEqual(await Promise.all([first, second]), [true, true]);
  assert.equal(signInQuestion.get(), null);
});

test("after the user has declined, only an action of the user asks again, for all who ask meanwhile", async () => {
  const asked = askToSignInAgain({ quiet: true });
  answerSignInAgain(false);
  assert.equal(await asked, false);
  assert.equal(await askToSignInAgain({ quiet: true }), false);
  assert.equal(signInQuestion.get(), null);
  const again = askToSignInAgain({ quiet: false });
  assert.equal(signInQuestion.get() !== null, true);
  const meanwhile = askToSignInAgain({ quiet: true });
  answerSignInAgain(true);
  assert.deepEqual(await Promise.all([again, meanwhile]), [true, true]);
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
