/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyInput } from "../../../../worker/features/contracts/applications/applications.schema.ts";
import { toInput } from "../../../lib/form-input.ts";
import { beginning, FIELDS, isVerified, payloadOf, pick, STEPS, stepOf, type Values } from "./steps.ts";

const profile = {
  ...{ displayName: "Vega Rook", discordUsername: "vega.rook", ships: [] },
  ...{ rsiHandle: "VegaRook", isHandleVerified: true },
};
const filled: Values = {
  ...beginning(profile),
  ...{ experience: "Years", shipType: "Cutter", availability: "Evenings" },
  ...{ firstName: "Vega ", lastName: " Rook", termsAccepted: true },
};

test("what is sent has every field of the old client's payload, and the server takes it", () => {
  const payload = payloadOf(filled, { id: 7 }, 1);
  assert.deepEqual(
    Object.keys(payload).sort(),
    `contractId organizationId applicantName applicantDiscord experience shipType availability firstName lastName
     discordUsername timezone rsiHandle backgroundCheck references termsAccepted additionalNotes`
      .split(/\s+/)
      .sort(),
  );
  assert.equal(payload.applicantName, "Vega Rook");
  assert.equal(applyInput.safeParse(toInput(payload)).success, true);
  assert.equal(applyInput.safeParse(toInput(payloadOf(filled, null, 1))).success, true);
});

test("each step is checked by its own fields, which together are all of the form", () => {
  const empty = beginning(undefined);
  const passes = (values: Values) =>
    STEPS.slice(0, 4).map(({ schema }, at) => schema.safeParse(toInput(pick(values, FIELDS[at]))).success);
  assert.deepEqual(passes(filled), [true, true, true, true]);
  assert.deepEqual(passes(empty), [false, false, true, true]);
  assert.deepEqual([...FIELDS.flat(), "termsAccepted"].sort(), Object.keys(empty).sort());
});

test("a field that the server refuses leads to its step, any other to the last", () => {
  assert.deepEqual(
    ["shipType", "timezone", "references", "additionalNotes", "nonsense"].map(stepOf),
    [0, 1, 2, 3, 4],
  );
});

test("only the handle that RSI verified is marked, however it is spelt", () => {
  assert.deepEqual(
    ["VegaRook", " vegarook ", "VegaRooks", ""].map((handle) => isVerified(handle, profile)),
    [true, true, false, false],
  );
  assert.equal(isVerified("VegaRook", { ...profile, isHandleVerified: false }), false);
});
