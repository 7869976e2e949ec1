import assert from "node:assert/strict";
import { test } from "node:test";
import type { Group } from "../../../worker/features/referrals/referrals.schema.ts";
import { sentenceOf } from "./sentence.ts";

const NONE = { active: 0, ofMonth: 0, afterMonth: 0, ofQuarter: 0, afterQuarter: 0 };
const group = (key: string, came: number, open = 0): Group => ({ ...NONE, key, came, open });

test("compares members' links with the largest other way in, from 20 decided people on both sides", () => {
  const said = sentenceOf([group("members", 26, 6), group("discord", 20), group("website", 31)]);
  assert.equal(said.kind === "compared" && said.others.key, "website");
});

test("says how many there are where fewer than 20 of a side are decided", () => {
  const groups = [group("members", 25, 6), group("discord", 112)];
  assert.deepEqual(sentenceOf(groups), { kind: "later", members: 19, others: 112 });
});

test("nobody came by a link, though some came", () => {
  assert.deepEqual(sentenceOf([group("members", 0), group("discord", 5), group("everybody", 5)]), {
    kind: "no_link",
  });
});
