import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answers } from "../../../worker/features/forms/forms.schema.ts";
import type { Admission } from "../../../worker/features/joining/joining.schema.ts";
import { storeOf } from "../../testing/storage.ts";

const { ApiError } = await import("../../lib/api.ts");
const { createAnswerDraft, keptTyped } = await import("./answer-draft.ts");

const refusal = (status: number, code: string, current: unknown = null) =>
  new ApiError({ status, code, detail: "Refused.", errors: {}, current, debug: null });

const draftOf = (answers: Answers, version: number, status: Admission["status"] = "draft") =>
  ({ answers, version, status, updatedAt: "2026-11-29T10:00:00.000Z" }) as Admission;

/** A draft over a server that stores it, with what was sent, kept and planned. */
function begin(saved: Admission | null = null, typed = {}) {
  const server = { draft: saved, fails: null as unknown };
  const sent: [Answers, number][] = [];
  const kept: unknown[] = [];
  const planned: { run: () => void; ms: number }[] = [];
  let outdated = 0;
  const gate = { until: Promise.resolve() };
  const draft = createAnswerDraft({
    saved,
    typed,
    save: async (answers, version) => {
      sent.push([answers, version]);
      await gate.until;
      if (server.fails) throw server.fails;
      const known = server.draft?.version ?? 0;
      if (version !== known) throw refusal(409, "stale_version", server.draft);
      server.draft = draftOf(answers, known + 1);
      return server.draft;
    },
    keep: (next) => {
      kept.push(next);
      return true;
    },
    onOutdated: () => {
      outdated += 1;
    },
    timer: (run, ms) => {
      const entry = { run, ms };
      planned.push(entry);
      return () => void planned.splice(planned.indexOf(entry), 1);
    },
  });
  return { draft, server, sent, kept, planned, gate, outdated: () => outdated };
}

test("what is typed is kept at once and saved after a pause, several changes together", async () => {
  const { draft, sent, kept, planned } = begin();
  draft.change("name", "V");
  draft.change("name", "Vega");
  draft.change("voice", true);
  assert.deepEqual(kept.at(-1), { name: "Vega", voice: true });
  assert.equal(planned.length, 1);
  assert.equal(await draft.flush(), true);
  assert.deepEqual(sent, [[{ name: "Vega", voice: true }, 0]]);
  assert.equal(draft.store.get().saving.kind, "saved");
  assert.equal(kept.at(-1), null);
});

test("saves follow each other, and what is typed during one is saved by the next", async () => {
  const { draft, sent, gate } = begin(draftOf({ name: "Vega" }, 4));
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.until = promise;
  draft.change("name", "Vega Rook");
  const first = draft.flush();
  draft.change("name", "Vega");
  const second = draft.flush();
  resolve();
  await Promise.all([first, second]);
  assert.deepEqual(sent, [
    [{ name: "Vega Rook" }, 4],
    [{ name: "Vega" }, 5],
  ]);
});

test("an answer that is taken back is sent without it, one typed back to what is saved is not sent", async () => {
  const { draft, sent } = begin(draftOf({ name: "Vega", hours: 3 }, 2));
  draft.change("hours", undefined);
  draft.change("name", "V");
  draft.change("name", "Vega");
  await draft.flush();
  assert.deepEqual(sent, [[{ name: "Vega" }, 2]]);
  draft.change("name", "V");
  draft.change("name", "Vega");
  await draft.flush();
  assert.equal(sent.length, 1);
});

test("a draft that another device saved is taken, and what was typed here stays", async () => {
  const { draft, server, sent } = begin(draftOf({ name: "Vega" }, 1));
  server.draft = draftOf({ name: "Vega", hours: 3 }, 2);
  draft.change("name", "Vega Rook");
  assert.equal(await draft.flush(), true);
  assert.deepEqual(sent.at(-1), [{ name: "Vega Rook", hours: 3 }, 2]);
  assert.deepEqual(draft.store.get().answers, { name: "Vega Rook", hours: 3 });
  draft.meet(draftOf({ name: "Other", hours: 4 }, 9));
  assert.deepEqual(draft.store.get().answers, { name: "Other", hours: 4 });
});

test("without a connection it is kept here and tried again, a refusal says why and is not repeated", async () => {
  const { draft, server, kept, planned, outdated } = begin();
  server.fails = refusal(0, "network_error");
  draft.change("name", "Vega");
  assert.equal(await draft.flush(), false);
  assert.deepEqual(draft.store.get().saving, { kind: "kept", isSignedOut: false, error: null });
  assert.deepEqual(kept.at(-1), { name: "Vega" });
  assert.equal(planned.length, 1);
  server.fails = refusal(409, "door_closed");
  await draft.flush();
  assert.deepEqual(draft.store.get().saving, { kind: "kept", isSignedOut: false, error: "Refused." });
  assert.equal(planned.length, 0);
  assert.equal(outdated(), 1);
});

test("after an ended session nothing is sent until the user asks for it", async () => {
  const { draft, server, planned } = begin();
  server.fails = refusal(401, "signed_out");
  draft.change("name", "Vega");
  await draft.flush();
  draft.change("name", "Vega Rook");
  assert.equal(planned.length, 0);
  server.fails = null;
  assert.equal(await draft.flush(), true);
  assert.deepEqual(server.draft?.answers, { name: "Vega Rook" });
});

test("what the browser had kept is saved when the form is opened", async () => {
  const { draft, planned, server } = begin(draftOf({ name: "Vega" }, 3), { hours: 5 });
  assert.deepEqual(draft.store.get().answers, { name: "Vega", hours: 5 });
  draft.begin();
  planned[0]?.run();
  await draft.flush();
  assert.deepEqual(server.draft?.answers, { name: "Vega", hours: 5 });
});

test("sending takes a newer draft first, and one that is sent already is sent", async () => {
  const { draft, kept, planned } = begin(draftOf({ name: "Vega" }, 1));
  const posted: number[] = [];
  draft.change("hours", 2);
  await draft.send(async (answers, version) => {
    posted.push(version);
    if (version === 1) throw refusal(409, "stale_version", draftOf({ name: "Rook" }, 2));
    assert.deepEqual(answers, { name: "Rook", hours: 2 });
    throw refusal(409, "stale_version", draftOf(answers, 3, "sent"));
  });
  assert.deepEqual(posted, [1, 2]);
  assert.equal(kept.at(-1), null);
  assert.equal(planned.length, 0);
});

test("a refused sending keeps what was typed, and it is saved on", async () => {
  const { draft, planned } = begin(draftOf({ name: "Vega" }, 1));
  draft.change("hours", 2);
  await assert.rejects(draft.send(() => Promise.reject(refusal(429, "applications_full"))));
  assert.deepEqual(draft.store.get().answers, { name: "Vega", hours: 2 });
  assert.equal(planned.length, 1);
});

test("the browser keeps a text that is too long to be saved", () => {
  Object.assign(globalThis, { localStorage: storeOf(new Map()) });
  const typed = { evening: "x".repeat(5_000), name: null };
  assert.equal(keptTyped.keep(4, 1, typed), true);
  assert.deepEqual(keptTyped.read(4, 1), typed);
});

test("what was typed stays in the browser where another device sent other answers meanwhile", async () => {
  const { draft, kept, outdated } = begin(draftOf({ name: "Vega" }, 3));
  draft.change("why", "Written on the train");
  const other = refusal(409, "stale_version", draftOf({ name: "Vega" }, 4, "sent"));
  await assert.rejects(
    draft.send(async () => Promise.reject(other)),
    other,
  );
  assert.deepEqual(kept.at(-1), { why: "Written on the train" });
  assert.equal(outdated(), 1);
});
