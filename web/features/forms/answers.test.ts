import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormContent, Question } from "../../../worker/features/forms/forms.schema.ts";
import { lacksOf, piecesOf, stopsOf } from "./answers.ts";

const evenings: Question = {
  id: "evenings",
  kind: "several",
  label: { en: "Evenings" },
  options: [
    { id: "tue", label: { en: "Tuesday", da: "Tirsdag" } },
    { id: "wed", label: { en: "Wednesday", da: "Onsdag" } },
    { id: "sat", label: { en: "Saturday" } },
  ],
};
const content: FormContent = {
  sections: [
    {
      id: "you",
      title: { en: "You" },
      questions: [
        { id: "name", kind: "short", label: { en: "Name" }, required: true },
        { id: "other", kind: "yes_no", label: { en: "Another organization?" } },
      ],
    },
    {
      id: "theirs",
      title: { en: "The other one" },
      questions: [
        {
          id: "which",
          kind: "short",
          label: { en: "Which?" },
          required: true,
          when: { question: "other", has: "yes" },
        },
      ],
    },
    { id: "time", title: { en: "Time" }, questions: [evenings] },
  ],
};

test("a section is left out while its answers show none of its questions", () => {
  const ids = (answers: Parameters<typeof stopsOf>[1]) =>
    stopsOf(content, answers).map(({ section }) => section.id);
  assert.deepEqual(ids({}), ["you", "time"]);
  assert.deepEqual(ids({ other: true }), ["you", "theirs", "time"]);
});

test("counts what is answered, and names what Send asks for", () => {
  const [you, theirs] = stopsOf(content, { other: true });
  assert.deepEqual([you?.answered, you?.of, you?.open.map(({ id }) => id)], [1, 2, ["name"]]);
  assert.deepEqual([theirs?.answered, theirs?.of], [0, 1]);
  const lacks = lacksOf(content, { other: true, name: "V" });
  assert.deepEqual(
    lacks.map(({ section, question, issue }) => [section.id, question.id, issue.fault]),
    [["theirs", "which", "missing"]],
  );
});

const said = (...[question, value, correction]: Partial<Parameters<typeof piecesOf>>) =>
  piecesOf(question as Question, value, correction, "en").map(({ text, kind }) => `${kind} ${text}`);
const of = (kind: Question["kind"]): Question => ({ id: "a", kind, label: { en: "A" } });

test("answers are said in words, in the reader's language", () => {
  assert.deepEqual(piecesOf(evenings, ["wed", "sat"], undefined, "da"), [
    { text: "Onsdag", kind: "same" },
    { text: "Saturday", kind: "same" },
  ]);
  assert.deepEqual(said(of("yes_no"), false, undefined), ["same No"]);
  assert.deepEqual(said(of("ship"), "none", undefined), ["same No ship yet"]);
  assert.deepEqual(said(of("ship"), { ids: [3], names: ["Cutlass Red"] }, undefined), ["same Cutlass Red"]);
  assert.deepEqual(said(of("handle"), { handle: "VegaRook " }, undefined), ["same VegaRook"]);
  assert.deepEqual(said(of("number"), 4, undefined), ["same 4"]);
  assert.deepEqual(said(of("short"), undefined, undefined), []);
});

test("a corrected answer says what it was, of several only what has changed", () => {
  const at = "2026-11-29T10:00:00.000Z";
  assert.deepEqual(said(evenings, ["wed", "sat"], { was: ["tue", "sat"], at }), [
    "old Tuesday",
    "new Wednesday",
    "same Saturday",
  ]);
  assert.deepEqual(said(of("short"), "new one", { was: null, at }), ["new new one"]);
});
