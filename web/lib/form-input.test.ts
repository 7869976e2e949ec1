import assert from "node:assert/strict";
import { test } from "node:test";
import { placeErrors, toInput } from "./form-input.ts";

test("texts are trimmed, empty ones are not sent, null is", () => {
  const form = { name: " Nova Hale ", email: "  ", assignedTo: 7, deadline: null, notes: undefined };
  assert.deepEqual(toInput(form), { name: "Nova Hale", assignedTo: 7, deadline: null });
});

test("only fields of the form take the server's sentences", () => {
  const said = { name: ["Too long.", "Too odd."], version: ["Wrong."], toString: ["Hm."] };
  assert.deepEqual(placeErrors(said, ["name", "email"]), [["name", "Too long. Too odd."]]);
});
