import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormContent } from "../../../worker/features/forms/forms.schema.ts";
import { movedTo, putBack, removed } from "./edit.ts";

const question = (id: string) => ({ id, kind: "short" as const, label: {} });
const section = (id: string, ids: string[]) => ({ id, title: {}, questions: ids.map(question) });
const FORM: FormContent = { sections: [section("a", ["q1", "q2", "q3"]), section("b", ["q4"])] };
const shapeOf = ({ sections }: FormContent) =>
  sections.map(({ id, questions }) => [id, questions.map((each) => each.id).join(" ")]);

test("puts a removed question or section back into the newest form, and adds none twice", () => {
  assert.deepEqual(putBack(removed(FORM, "q2"), FORM, "q2"), FORM);
  assert.deepEqual(putBack(removed(FORM, "a"), FORM, "a"), FORM);
  assert.deepEqual(putBack(FORM, FORM, "q2"), FORM);
  assert.deepEqual(putBack(FORM, FORM, "a"), FORM);
  const elsewhere = putBack(removed(removed(FORM, "q2"), "a"), FORM, "q2");
  assert.deepEqual(shapeOf(elsewhere), [["b", "q4 q2"]]);
  const moved = movedTo(FORM, "q2", "b");
  assert.deepEqual(shapeOf(putBack(removed(moved, "a"), FORM, "a")), [
    ["a", "q1 q3"],
    ["b", "q4 q2"],
  ]);
});
