/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { CONFIRMED, LINKED, outcomeOf } from "./outcomes.ts";

const ALL = [LINKED, CONFIRMED] as const;

test("an address shows no success that the server has not confirmed", async () => {
  for (const outcomes of ALL) {
    const [success = "", ...others] = outcomes;
    const shown = (agrees: () => boolean | Promise<boolean>) => outcomeOf(success, outcomes, agrees);
    assert.equal(await shown(() => true), success);
    assert.equal(await shown(async () => true), success);
    assert.equal(await shown(() => false), null);
    assert.equal(await shown(async () => false), null);
    assert.equal(await shown(() => Promise.reject(new Error("offline"))), null);
    for (const other of others) assert.equal(await outcomeOf(other, outcomes, () => false), other);
  }
});

test("an address with an unknown outcome shows nothing", async () => {
  for (const outcomes of ALL)
    for (const value of [
      ...[null, "", " ", "success", "ok", "true", "__proto__", "constructor", "0", "length", "<b>linked</b>"],
      ...outcomes.flatMap((each) => [each.toUpperCase(), `${each} `, ` ${each}`, each.slice(1), each + each]),
      ...ALL.flat().filter((each) => !(outcomes as readonly string[]).includes(each)),
    ])
      assert.equal(await outcomeOf(value, outcomes as readonly string[], () => true), null, String(value));
});
