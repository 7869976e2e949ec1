/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Contract,
  createContractInput,
  editContractInput,
} from "../../../../worker/features/contracts/contracts.schema.ts";
import { changesOf, EMPTY, inputOf, totalOf, valuesOf } from "./form-values.ts";

const contract = {
  ...{ title: "Escort", type: "security", serviceType: null, status: "posted", paymentType: "hourly" },
  ...{ amount: 0, percentageOf: null, hourlyRate: 45_000, estimatedHours: 2.5, currency: "aUEC" },
  ...{ riskLevel: "high", location: "Stanton", duration: null, deadline: null, assignedTo: null },
  description: null,
} as Contract;

test("sends the pay of the chosen structure only, and clears empty values", () => {
  const input = inputOf({ ...EMPTY, title: " Run ", amount: "5", percentageOf: "150", location: " " });
  assert.deepEqual(
    { title: input.title, location: input.location, amount: "amount" in input && input.amount },
    { title: "Run", location: null, amount: 5 },
  );
  assert.ok(!("percentageOf" in input) && !("hourlyRate" in input));
  assert.ok(createContractInput.safeParse(input).success);
  assert.ok(createContractInput.safeParse(inputOf({ ...EMPTY, title: "Bare draft" })).success);
});

test("finds no changes in an untouched form, and one for one field", () => {
  assert.deepEqual(changesOf(contract, valuesOf(contract)), {});
  const changes = changesOf(contract, { ...valuesOf(contract), estimatedHours: "3" });
  assert.deepEqual(changes, { estimatedHours: 3 });
  assert.ok(editContractInput.safeParse(changes).success);
});

test("computes the total from the fields of the chosen structure, also from unfinished input", () => {
  const hourly = { ...EMPTY, paymentType: "hourly" as const, hourlyRate: "45000", estimatedHours: "2.5" };
  assert.equal(totalOf(hourly), 112_500);
  assert.equal(totalOf({ ...hourly, estimatedHours: "" }), 0);
  assert.equal(totalOf({ ...hourly, hourlyRate: "-1" }), 0);
  assert.equal(totalOf({ ...hourly, hourlyRate: "1e308" }), 0);
  const part = { ...EMPTY, paymentType: "percentage" as const, amount: "1001", percentageOf: "12.5" };
  assert.equal(totalOf(part), 125);
});
