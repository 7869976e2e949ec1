import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY_FORM, isFormField, toInput } from "./prospect-form.ts";

test("what was left empty is not sent, but the name always is", () => {
  assert.deepEqual(toInput(EMPTY_FORM), { displayName: "" });
  assert.deepEqual(toInput({ ...EMPTY_FORM, displayName: " Nova Hale ", email: "  ", assignedTo: "7" }), {
    displayName: "Nova Hale",
    assignedTo: 7,
  });
});

test("only fields of the form take the server's sentences", () => {
  assert.equal(isFormField("discordId"), true);
  assert.equal(isFormField("toString"), false);
});
