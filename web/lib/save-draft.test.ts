import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "./api.ts";
import { saveDraft } from "./save-draft.ts";

type Note = { version: number; text: string; color?: string };
const base: Note = { version: 1, text: "Calm" };

const refusal = (status: number, code: string, current: unknown = null) =>
  new ApiError({ status, code, detail: "Refused.", errors: {}, current, debug: null });

/** Saves the text "Mine" to a server that has `current`, which refuses an older version. */
async function save(current: Note, harmless?: (note: Note) => boolean) {
  const sent: number[] = [];
  const send = async ({ version }: { version: number }): Promise<Note> => {
    sent.push(version);
    if (version === current.version) return { ...current, text: "Mine", version: version + 1 };
    throw refusal(409, "stale_version", current);
  };
  return { sent, result: await saveDraft(base, send, harmless) };
}

test("returns the saved record", async () => {
  const { sent, result } = await save(base);
  assert.deepEqual(result, { kind: "saved", saved: { version: 2, text: "Mine" } });
  assert.deepEqual(sent, [1]);
});

test("reports a clash with the current record when another user saved first", async () => {
  const current = { version: 4, text: "Theirs" };
  const { sent, result } = await save(current);
  assert.equal(result.kind, "clash");
  assert.deepEqual(result.kind === "clash" && result.current, current);
  assert.deepEqual(sent, [1]);
});

test("saves on top of a change that is harmless to the draft", async () => {
  const { sent, result } = await save(
    { version: 4, text: "Calm", color: "red" },
    ({ text }) => text === "Calm",
  );
  assert.deepEqual(result.kind === "saved" && result.saved, { version: 5, text: "Mine", color: "red" });
  assert.deepEqual(sent, [1, 4]);
});

test("does not send again to a server whose record is not newer", async () => {
  const { sent, result } = await save({ version: 0, text: "Calm" }, () => true);
  assert.equal(result.kind, "clash");
  assert.deepEqual(sent, [1]);
});

test("reports every other failure with its sentence", async () => {
  const failure = refusal(403, "missing_permission");
  const result = await saveDraft(base, () => Promise.reject(failure));
  assert.deepEqual(result, { kind: "failed", error: "403: Refused.", failure });
});
