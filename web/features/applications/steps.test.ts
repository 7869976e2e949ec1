/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyInput } from "../../../worker/features/applications/applications.schema.ts";
import { toInput } from "../../lib/form-input.ts";
import {
  beginning,
  FIELDS,
  isVerified,
  payloadOf,
  pick,
  STEPS,
  stepAfter,
  stepOf,
  type Values,
} from "./steps.ts";

const profile = {
  ...{ displayName: "Vega Rook", discordUsername: "vega.rook", ships: [], last: null },
  ...{ rsiHandle: "VegaRook", isHandleVerified: true },
};
const filled: Values = {
  ...beginning(profile),
  ...{ experience: "Years", shipType: "Cutter", availability: "Evenings" },
  ...{ firstName: "Vega ", lastName: " Rook", termsAccepted: true },
};

test("sends every field of the call, and the server accepts it", () => {
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

test("checks each step by its own fields, which together are the whole form", () => {
  const empty = beginning(undefined);
  const passes = (values: Values) =>
    STEPS.slice(0, 4).map(({ schema }, at) => schema.safeParse(toInput(pick(values, FIELDS[at]))).success);
  assert.deepEqual(passes(filled), [true, true, true, true]);
  assert.deepEqual(passes(empty), [false, false, true, true]);
  assert.deepEqual([...FIELDS.flat(), "termsAccepted"].sort(), Object.keys(empty).sort());
});

test("begins with the names of the account, without the tag of a clan", () => {
  const namesOf = (displayName: string) => {
    const { firstName, lastName } = beginning({ ...profile, displayName });
    return [firstName, lastName];
  };
  assert.deepEqual(namesOf("Vega Rook"), ["Vega", "Rook"]);
  assert.deepEqual(namesOf("[CC] Ida Marie Storm"), ["Ida", "Marie Storm"]);
  assert.deepEqual(namesOf("|TAG| Nova"), ["Nova", ""]);
  assert.deepEqual(namesOf("Åse"), ["Åse", ""]);
});

test("prefills a second application with the first one's answers except availability, and skips to their confirmation", () => {
  const { termsAccepted, ...answers } = { ...filled, backgroundCheck: true };
  const again = { ...profile, last: { ...answers, timezone: "Etc/UTC", additionalNotes: "Once" } };
  assert.deepEqual(beginning(again), {
    ...{ ...answers, availability: "", additionalNotes: "", termsAccepted: false },
  });
  assert.equal(STEPS[stepAfter(0, again)]?.key, "confirmation");
  assert.deepEqual([stepAfter(0, profile), stepAfter(1, again)], [1, 2]);
});

test("finds the step of a refused field, and the one that sends for any other", () => {
  assert.deepEqual(
    ["shipType", "timezone", "references", "additionalNotes", "nonsense"].map(stepOf),
    [0, 1, 2, 3, 3],
  );
});

test("marks only the handle that RSI verified, in any case", () => {
  assert.deepEqual(
    ["VegaRook", " vegarook ", "VegaRooks", ""].map((handle) => isVerified(handle, profile)),
    [true, true, false, false],
  );
  assert.equal(isVerified("VegaRook", { ...profile, isHandleVerified: false }), false);
});
