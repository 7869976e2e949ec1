import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesOf, faultsOf, isSameForm } from "./changes.schema.ts";
import { DEFAULT_FORM } from "./default-form.ts";
import {
  type Answers,
  type AnswerValue,
  answers as answersSchema,
  checkAnswers,
  type FormContent,
  formContent,
  keptAnswers,
  openQuestions,
  progressOf,
  QUESTION_KINDS,
  type Question,
  questionsOf,
  shownQuestions,
  textIn,
} from "./forms.schema.ts";

const form = (...questions: (Partial<Question> & Pick<Question, "id" | "kind">)[]): FormContent => ({
  sections: [
    {
      id: "only",
      title: { en: "Only" },
      questions: questions.map((each) => ({ label: { en: each.id }, ...each })),
    },
  ],
});
const OPTIONS = [
  { id: "a", label: { en: "A" } },
  { id: "b", label: { en: "B" } },
];
const shown = (content: FormContent, answers: Answers) =>
  shownQuestions(content, answers).map(({ id }) => id);

describe("a text", () => {
  it("is in the language, or in the other one and marked", () => {
    expect(textIn({ en: "Hi", da: "Hej" }, "da")).toEqual({ text: "Hej", isOther: false, language: "da" });
    expect(textIn({ en: "Hi", da: " " }, "da")).toEqual({ text: "Hi", isOther: true, language: "en" });
    expect(textIn({}, "da")).toEqual({ text: "", isOther: false, language: "da" });
  });
});

describe("a question with a condition", () => {
  const content = form(
    { id: "ships", kind: "yes_no" },
    { id: "which", kind: "several", options: OPTIONS, when: { question: "ships", has: "yes" } },
    { id: "why", kind: "short", when: { question: "which", has: "b" } },
    { id: "since", kind: "number", when: { question: "which", has: "any" } },
  );

  it("is shown by the answer that it names, and by any", () => {
    expect(shown(content, {})).toEqual(["ships"]);
    expect(shown(content, { ships: false })).toEqual(["ships"]);
    expect(shown(content, { ships: true })).toEqual(["ships", "which"]);
    expect(shown(content, { ships: true, which: ["a"] })).toEqual(["ships", "which", "since"]);
    expect(shown(content, { ships: true, which: ["a", "b"] })).toEqual(["ships", "which", "why", "since"]);
  });

  it("is hidden with the question that shows it, and asks nothing then", () => {
    const answers = { ships: false, which: ["b"], why: "x" };
    expect(shown(content, answers)).toEqual(["ships"]);
    expect(keptAnswers(content, answers)).toEqual({ ships: false });
    expect(checkAnswers(content, answers, { complete: true })).toEqual({});
  });

  it("is not shown by an option that is gone", () => {
    expect(shown(content, { ships: true, which: ["c"] })).toEqual(["ships", "which"]);
  });
});

describe("answers", () => {
  it("of each kind are kept where they fit, and said to be wrong where they can be put right", () => {
    const content = form(
      { id: "age", kind: "number", least: 16, most: 99 },
      { id: "ship", kind: "ship" },
      { id: "rsi", kind: "handle" },
      { id: "note", kind: "long", most: 5 },
      { id: "pick", kind: "one", options: OPTIONS, required: true },
    );
    const wrong: Answers = {
      age: "sixteen",
      ship: { ids: [1, 2], names: ["A", "B"] },
      rsi: { handle: "not a handle" },
      note: "123456",
      pick: "c",
    };
    expect(checkAnswers(content, wrong, { complete: true })).toEqual({
      age: { fault: "number" },
      ship: { fault: "one_ship" },
      rsi: { fault: "handle" },
      note: { fault: "long", most: 5, over: 1 },
      pick: { fault: "missing" },
    });
    expect(checkAnswers(content, { age: 15 }, { complete: false })).toEqual({
      age: { fault: "least", least: 16 },
    });
    expect(checkAnswers(content, { age: 100 }, { complete: false })).toEqual({
      age: { fault: "most", most: 99 },
    });
    expect(openQuestions(content, { pick: "c", age: 20 }).map(({ id }) => id)).toEqual(["pick"]);
    expect(progressOf(content, content.sections[0] as never, { age: 20, ship: "none" })).toEqual({
      answered: 2,
      of: 5,
    });
  });
});

describe("a form", () => {
  it("of nine questions to start from can be published", () => {
    expect(formContent.parse(DEFAULT_FORM)).toEqual(DEFAULT_FORM);
    expect(faultsOf(DEFAULT_FORM)).toEqual({});
    expect(questionsOf(DEFAULT_FORM)).toHaveLength(9);
  });

  it("is the same with its keys in another order, empty texts and what is off", () => {
    const one = form({ id: "a", kind: "short", required: false, help: { en: " " } });
    const other = form({ kind: "short", id: "a" });
    expect(isSameForm(one, other)).toBe(true);
    expect(isSameForm(one, form({ id: "a", kind: "short", required: true }))).toBe(false);
  });

  it("names what was added, removed, reworded, altered and moved", () => {
    const before = form(
      { id: "a", kind: "short" },
      { id: "b", kind: "short" },
      { id: "c", kind: "short" },
      { id: "d", kind: "short" },
    );
    const after = form(
      { id: "c", kind: "short" },
      { id: "a", kind: "long" },
      { id: "b", kind: "short", label: { en: "B?" } },
      { id: "e", kind: "short" },
    );
    const { added, removed, reworded, altered, moved, sections } = changesOf(before, after);
    const ids = (all: Question[]) => all.map(({ id }) => id);
    expect([ids(added), ids(removed), ids(moved), sections]).toEqual([["e"], ["d"], ["c"], 0]);
    expect(reworded.map((pair) => pair.after.id)).toEqual(["b"]);
    expect(altered.map((pair) => pair.after.id)).toEqual(["a"]);
  });
});

const id = fc.constantFrom("a", "b", "c", "d", "e", "f");
const value: fc.Arbitrary<AnswerValue> = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.nat(50),
  fc.boolean(),
  fc.array(id, { maxLength: 3 }),
  fc.record({
    ids: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
    names: fc.array(fc.constant("Cutter"), { maxLength: 2 }),
  }),
  fc.record({ handle: fc.string({ maxLength: 5 }) }),
);
const someAnswers: fc.Arbitrary<Answers> = fc.dictionary(id, value, { maxKeys: 6 });
const someForm: fc.Arbitrary<FormContent> = fc
  .uniqueArray(
    fc.record(
      {
        id,
        kind: fc.constantFrom(...QUESTION_KINDS),
        label: fc.constant({ en: "Label" }),
        required: fc.boolean(),
        options: fc.constant(OPTIONS),
        when: fc.record({ question: id, has: fc.constantFrom("a", "b", "any", "yes", "no") }),
      },
      { requiredKeys: ["id", "kind", "label"] },
    ),
    { selector: (question) => question.id, maxLength: 6 },
  )
  .chain((questions) =>
    fc.nat(questions.length).map((cut) => ({
      sections: [
        { id: "one", title: { en: "One" }, questions: questions.slice(0, cut) },
        { id: "two", title: { en: "Two" }, questions: questions.slice(cut) },
      ],
    })),
  );

describe("of any form and answers", () => {
  it("what is kept shows the same questions, is kept again, and is allowed to be stored", () => {
    fc.assert(
      fc.property(someForm, someAnswers, (content, answers) => {
        const kept = keptAnswers(content, answers);
        expect(keptAnswers(content, kept)).toEqual(kept);
        expect(shown(content, kept)).toEqual(shown(content, answers));
        expect(answersSchema.safeParse(kept).success).toBe(true);
      }),
    );
  });

  it("an open question is one that lacks, and answers that are complete leave none open", () => {
    fc.assert(
      fc.property(someForm, someAnswers, (content, answers) => {
        const open = openQuestions(content, answers).map((question) => question.id);
        const issues = Object.entries(checkAnswers(content, answers, { complete: true }));
        expect(issues.filter(([, { fault }]) => fault === "missing").map(([each]) => each)).toEqual(open);
      }),
    );
  });

  it("nothing changes between a form and itself, and what was added one way was removed the other", () => {
    fc.assert(
      fc.property(someForm, someForm, (a, b) => {
        const own = changesOf(a, a);
        expect([own.added, own.removed, own.reworded, own.altered, own.moved, own.sections]).toEqual([
          [],
          [],
          [],
          [],
          [],
          0,
        ]);
        const [there, back] = [changesOf(a, b), changesOf(b, a)];
        expect(there.added.map((each) => each.id)).toEqual(back.removed.map((each) => each.id));
        expect(there.moved.length).toBe(back.moved.length);
        const isNothing = Object.values(there).every(
          (each) => (typeof each === "number" ? each : each.length) === 0,
        );
        expect(isNothing).toBe(isSameForm(a, b));
      }),
    );
  });

  it("a form without faults has no condition on a later or unknown question", () => {
    fc.assert(
      fc.property(someForm, (content) => {
        const faults = faultsOf(content);
        const before = new Set<string>();
        for (const question of questionsOf(content)) {
          const isBroken = question.when !== undefined && !before.has(question.when.question);
          if (isBroken) expect(Object.keys(faults)).toContain(question.id);
          before.add(question.id);
        }
      }),
    );
  });
});
