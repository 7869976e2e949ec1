import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../testing/hooks.ts";

const { ApiError } = await import("./api.ts");
const { createDrafts: createAny, draftShape } = await import("./drafts.ts");
const { privateStorage } = await import("./private-storage.ts");
const { useDrafts } = await import("./use-drafts.ts");

type Note = { version: number; text: string; color?: string };
type Draft = { version: number; text: string };
const createDrafts = createAny<Draft, Note>;
const ID = 9;
const USER = 1;
privateStorage.hold();

const refusal = (status: number, code: string, current: unknown = null) =>
  new ApiError({ status, code, detail: "Refused.", errors: {}, current, debug: null });

/** Opens a note of version 1 into which the user has typed "Mine". */
async function begin(drafts = createDrafts(`note-${crypto.randomUUID()}`, draftShape)) {
  const editing = await run(() => useDrafts(drafts, USER));
  const type = (text: string, isBack = false) =>
    editing.act(({ type }) => type(ID, { text, version: editing.now.draftOf(ID)?.version ?? 1 }, isBack));
  await type("Mine");
  return { drafts, editing, type, stored: () => drafts.read(USER, ID) };
}

/** A server that has `current` and refuses an older version, with the versions that it was sent. */
function serverOf(current: Note) {
  const sent: number[] = [];
  const send = async ({ text }: { text: string }, version: number): Promise<Note> => {
    sent.push(version);
    if (version === current.version) return { ...current, text, version: version + 1 };
    throw refusal(409, "stale_version", current);
  };
  return { sent, send };
}

/** Begins a save whose answer waits for `end`. */
async function beginSave({ editing }: Awaited<ReturnType<typeof begin>>) {
  const answer = Promise.withResolvers<Note>();
  let sent = 0;
  const send = () => {
    sent += 1;
    return answer.promise;
  };
  await editing.act(({ save }) => void save(ID, { send }));
  return {
    send,
    sent: () => sent,
    end: () => editing.act(() => answer.resolve({ text: "Mine", version: 2 })),
  };
}

test("removes a draft once it is saved", async () => {
  const { editing, stored } = await begin();
  assert.equal(stored()?.text, "Mine");
  const { send, sent } = serverOf({ version: 1, text: "Calm" });
  const result = await editing.act(({ save }) => save(ID, { send }));
  assert.deepEqual(result, { kind: "saved", saved: { version: 2, text: "Mine" } });
  assert.deepEqual([sent, editing.now.stateOf(ID)], [[1], null]);
  assert.deepEqual([editing.now.drafts.size, stored()], [0, null]);
  assert.equal(await editing.now.save(ID, { send }), null);
  await editing.end();
});

test("keeps a draft that conflicts with another user's newer record, until the user decides to replace that record", async () => {
  const { editing, stored } = await begin();
  const current = { version: 4, text: "Theirs" };
  const { send, sent } = serverOf(current);
  await editing.act(({ save }) => save(ID, { send }));
  const state = editing.now.stateOf(ID);
  assert.deepEqual(state?.kind === "clash" && state.current, current);
  assert.equal(stored()?.text, "Mine");
  await editing.act(({ save }) => save(ID, { send, over: current.version }));
  assert.deepEqual([sent, editing.now.stateOf(ID), stored()], [[1, 4], null, null]);
  await editing.end();
});

test("saves on top of a change that is harmless to the draft", async () => {
  const { editing } = await begin();
  const { send, sent } = serverOf({ version: 4, text: "Calm", color: "red" });
  const isHarmless = ({ text }: Note) => text === "Calm";
  const result = await editing.act(({ save }) => save(ID, { send, isHarmless }));
  assert.deepEqual(result, { kind: "saved", saved: { version: 5, text: "Mine", color: "red" } });
  assert.deepEqual(sent, [1, 4]);
  await editing.end();
});

test("does not send again to a server whose record is not newer", async () => {
  for (const theirs of [0, 1]) {
    const { editing } = await begin();
    const sent: number[] = [];
    const send = async ({ text }: Draft, version: number): Promise<Note> => {
      sent.push(version);
      if (sent.length > 1) return { text, version };
      throw refusal(409, "stale_version", { version: theirs, text: "Calm" });
    };
    const result = await editing.act(({ save }) => save(ID, { send, isHarmless: () => true }));
    assert.deepEqual([result?.kind, sent], ["clash", [1]]);
    await editing.end();
  }
});

test("keeps a draft through every other failure and tells its sentence, until that is forgotten", async () => {
  const { editing, stored } = await begin();
  const failure = refusal(403, "missing_permission");
  await editing.act(({ save }) => save(ID, { send: () => Promise.reject(failure) }));
  assert.deepEqual(editing.now.stateOf(ID), { kind: "failed", error: "Refused.", failure });
  assert.equal(stored()?.text, "Mine");
  await editing.act(({ settle }) => settle(ID));
  assert.equal(editing.now.stateOf(ID), null);
  assert.equal(stored()?.text, "Mine");
  await editing.end();
});

test("saves once at a time, and typing does not end that", async () => {
  const begun = await begin();
  const { editing } = begun;
  const { send, sent, end } = await beginSave(begun);
  await editing.act(({ settle }) => settle(ID));
  assert.equal(editing.now.stateOf(ID)?.kind, "saving");
  assert.equal(await editing.now.save(ID, { send }), null);
  assert.equal(sent(), 1);
  await end();
  assert.equal(editing.now.stateOf(ID), null);
  await editing.end();
});

test("keeps what is typed during a save as a draft of the saved record", async () => {
  const begun = await begin();
  const { end } = await beginSave(begun);
  await begun.type("Mine, and more");
  await end();
  assert.deepEqual(begun.stored(), { text: "Mine, and more", version: 2 });
  assert.deepEqual(begun.editing.now.draftOf(ID), begun.stored());
  await begun.editing.end();
});

test("drops a draft whose text is again that of the record, but not while a save of another text is running", async () => {
  const begun = await begin();
  const { end } = await beginSave(begun);
  await begun.type("Calm", true);
  await end();
  assert.deepEqual(begun.stored(), { text: "Calm", version: 2 });
  await begun.type("Mine", true);
  assert.equal(begun.stored(), null);
  await begun.editing.end();
});

test("discards a draft with its clash", async () => {
  const { editing, stored } = await begin();
  await editing.act(({ compare }) => compare(ID, { version: 4, text: "Theirs" }));
  assert.equal(editing.now.stateOf(ID)?.kind, "clash");
  await editing.act(({ discard }) => discard(ID));
  assert.deepEqual([editing.now.stateOf(ID), editing.now.drafts.size, stored()], [null, 0, null]);
  await editing.end();
});

test("shows a draft to every component, and again after all of them have gone", async () => {
  const { drafts, editing, type } = await begin();
  const other = await begin(drafts);
  await type("Mine, and more");
  assert.equal(other.editing.now.drafts.get(ID)?.text, "Mine, and more");
  await editing.end();
  await other.editing.end();
  const again = await run(() => useDrafts(drafts, USER));
  assert.equal(again.now.drafts.get(ID)?.text, "Mine, and more");
  await again.end();
});

test("tells a component that opens during a save how the save goes", async () => {
  const begun = await begin();
  const { drafts, editing, stored } = begun;
  const answer = Promise.withResolvers<Note>();
  await editing.act(({ save }) => void save(ID, { send: () => answer.promise }));
  await editing.end();
  const again = await run(() => useDrafts(drafts, USER));
  assert.equal(again.now.isSaving(ID), true);
  await again.act(() => answer.reject(refusal(503, "unavailable")));
  assert.equal(again.now.stateOf(ID)?.kind, "failed");
  assert.equal(stored()?.text, "Mine");
  await again.end();
  const later = await run(() => useDrafts(drafts, USER));
  assert.equal(later.now.stateOf(ID), null);
  await later.end();
});

test("keeps another tab's draft when this tab's draft is discarded or its text is again that of the record", async () => {
  const [mine, ofOtherTab] = [createDrafts("two-tabs", draftShape), createDrafts("two-tabs", draftShape)];
  const { editing, type, stored } = await begin(mine);
  const other = { text: "Typed in another tab", version: 1 };
  ofOtherTab.keep(USER, ID, other);
  await editing.act(({ discard }) => discard(ID));
  assert.deepEqual(stored(), other);
  await type("Mine");
  ofOtherTab.keep(USER, ID, other);
  await type("Calm", true);
  assert.deepEqual(stored(), other);
  await editing.end();
});

test("asks before the page is left while the browser could not store a draft", async () => {
  const page = globalThis as { addEventListener: unknown };
  const add = page.addEventListener;
  const left = new Set<(event: object) => void>();
  page.addEventListener = (kind: string, listener: (event: object) => void) =>
    kind === "beforeunload" && left.add(listener);
  let isFull = false;
  const kept = new Map<string, string>();
  const drafts = createDrafts("note", draftShape, () => ({
    length: 0,
    key: () => null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => {
      if (isFull) throw new Error("full");
      kept.set(key, value);
    },
  }));
  const { editing, type } = await begin(drafts);
  const asks = () => {
    let asked = false;
    for (const listener of left) listener({ preventDefault: () => (asked = true) });
    return asked;
  };
  assert.equal(asks(), false);
  isFull = true;
  await type("Mine, and more");
  assert.equal(asks(), true);
  await editing.act(({ discard }) => discard(ID));
  assert.equal(asks(), false);
  page.addEventListener = add;
  await editing.end();
});
