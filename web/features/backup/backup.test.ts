/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWith } from "../../testing/hooks.ts";

const { loadTexts } = await import("../../lib/i18n/i18n.ts");
const { toastStore } = await import("../../lib/toast.ts");
const { createBackup, progressStore } = await import("./backup.api.ts");
await loadTexts((language) => [import(`./backup.${language}.json`)]);

test("a backup that failed is shown with its request for administrators in debug mode, and can be created again", async () => {
  const problem = { code: "unknown", detail: "Broken.", requestId: "r-1", durationMs: 12 };
  const sent = answerWith(() => [500, problem]);
  const first = createBackup();
  assert.notEqual(progressStore.get(), null);
  await Promise.all([first, createBackup()]);
  assert.equal(sent.length, 1);
  assert.equal(progressStore.get(), null);
  assert.equal(toastStore.get().at(-1)?.description, "HTTP 500 Broken.");
  assert.match(String(toastStore.get().at(-1)?.debug), /r-1/);
  await createBackup();
  assert.equal(sent.length, 2);
});

test("a backup that arrives in part says so", async () => {
  answerWith(() => [200, undefined]);
  await createBackup();
  assert.match(String(toastStore.get().at(-1)?.description), /^It ended early/);
});
