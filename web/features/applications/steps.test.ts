/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyInput } from "../../../worker/features/applications/applications.schema.ts";
import { WIZARD } from "../../../worker/features/applications/wizard.schema.ts";
import type { Answers, FormContent } from "../../../worker/features/forms/forms.schema.ts";
import { toInput } from "../../lib/form-input.ts";
import { storeOf } from "../../testing/storage.ts";
import { beginning, issuesOf, payloadOf, readDraft, stepAfter, stepOf } from "./steps.ts";

const profile = {
  ...{ displayName: "Vega Rook", discordUsername: "vega.rook", ships: [], last: null },
  ...{ rsiHandle: "VegaRook", isHandleVerified: true },
  form: { number: null, content: WIZARD },
};
const filled: Answers = {
  ...beginning(profile),
  ...{ experience: "Years", shipType: "Cutter", availability: "Evenings" },
  ...{ firstName: "Vega ", lastName: " Rook" },
};
/** The form with a required question more in its second step. */
const more: FormContent = {
  sections: WIZARD.sections.map((section, at) =>
    at === 1
      ? {
          ...section,
          questions: [
            ...section.questions,
            { id: "callsign", kind: "short", label: { en: "Callsign" }, required: true },
          ],
        }
      : section,
  ),
};
const contract = { contractId: 7, organizationId: 1, formNumber: null };

test("sends every field of the call, and the server accepts it", () => {
  const payload = payloadOf(filled, contract);
  assert.deepEqual(
    Object.keys(payload).sort(),
    `contractId organizationId applicantName applicantDiscord experience shipType availability firstName lastName
     discordUsername timezone rsiHandle backgroundCheck references termsAccepted additionalNotes`
      .split(/\s+/)
      .sort(),
  );
  assert.equal(payload.applicantName, "Vega Rook");
  assert.equal(applyInput.safeParse(toInput(payload)).success, true);
  assert.equal(
    applyInput.safeParse(toInput(payloadOf(filled, { ...contract, contractId: null }))).success,
    true,
  );
});

test("sends the answers to added questions with the version that asks them", () => {
  const payload = payloadOf({ ...filled, callsign: "Nova" }, { ...contract, formNumber: 3 });
  assert.deepEqual([payload.formNumber, payload.answers], [3, { callsign: "Nova" }]);
  assert.equal(applyInput.safeParse(toInput(payload)).success, true);
});

test("finds what lacks in each step", () => {
  const lacks = (answers: Answers, content = WIZARD) =>
    issuesOf(content, answers).map((step) => Object.keys(step));
  assert.deepEqual(lacks(filled), [[], [], [], []]);
  assert.deepEqual(lacks(filled, more), [[], ["callsign"], [], []]);
  assert.deepEqual(lacks(beginning(undefined)), [
    ["experience", "shipType", "availability"],
    ["firstName", "lastName", "discordUsername"],
    ...[[], []],
  ]);
});

test("begins with the names of the account, without the tag of a clan", () => {
  const namesOf = (displayName: string) => {
    const { firstName = "", lastName = "" } = beginning({ ...profile, displayName });
    return [firstName, lastName];
  };
  assert.deepEqual(namesOf("Vega Rook"), ["Vega", "Rook"]);
  assert.deepEqual(namesOf("[CC] Ida Marie Storm"), ["Ida", "Marie Storm"]);
  assert.deepEqual(namesOf("|TAG| Nova"), ["Nova", ""]);
  assert.deepEqual(namesOf("Åse"), ["Åse", ""]);
});

test("prefills a second application with the first one's answers except availability, and skips to what they lack", () => {
  const { fields } = { fields: payloadOf(filled, contract) };
  const last = { ...fields, timezone: "Etc/UTC", additionalNotes: "Once", answers: { old: "Yes" } };
  const again = beginning({ ...profile, last });
  const { availability: _, ...others } = filled;
  assert.deepEqual(again, { ...others, old: "Yes" });
  const after = (step: number, answers: Answers, content = WIZARD) =>
    stepAfter(step, { isRepeated: true, issues: issuesOf(content, { ...answers, availability: "Now" }) });
  assert.deepEqual([after(0, again), after(0, again, more), after(1, again)], [3, 1, 2]);
  assert.equal(stepAfter(0, { isRepeated: false, issues: issuesOf(WIZARD, filled) }), 1);
});

test("finds the step of a refused field, and the one that sends for any other", () => {
  assert.deepEqual(
    ["shipType", "timezone", "references", "additionalNotes", "nonsense"].map((id) => stepOf(WIZARD, id)),
    [0, 1, 2, 3, 3],
  );
});

test("goes on with what an earlier release kept in this browser", () => {
  const values = { experience: "Years", rsiHandle: "VegaRook", references: "", backgroundCheck: true };
  const text = JSON.stringify({ values, step: 2 });
  Object.assign(globalThis, {
    localStorage: storeOf(new Map([["application:4:7", JSON.stringify({ text, version: 0 })]])),
  });
  assert.deepEqual(readDraft(4, 7), {
    answers: { experience: "Years", rsiHandle: { handle: "VegaRook" }, backgroundCheck: true },
    step: 2,
  });
});
