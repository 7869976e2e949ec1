import assert from "node:assert/strict";
import { test } from "node:test";
import { placeErrors, toInput } from "./form-input.ts";

test("trims texts, omits empty ones and keeps null", () => {
  const form = { name: " Nova Hale ", email: "  ", assignedTo: 7, deadline: null, notes: undefined };
  assert.deepEqual(toInput(form), { name: "Nova Hale", assignedTo: 7, deadline: null });
});

test("places the server's sentences at fields of the form only", () => {
  const errors = { name: ["Too long.", "Too odd."], version: ["Wrong."], toString: ["Hm."] };
  assert.deepEqual(placeErrors(errors, ["name", "email"]), [["name", "Too long. Too odd."]]);
});
