import assert from "node:assert/strict";
import { test } from "node:test";
import { WITHOUT_ROLE_COUNTED } from "../../../worker/features/members/members.schema.ts";
import { readAddress } from "../../lib/address.ts";
import { memberFilters, totalOf } from "./address.ts";

const read = (query: string) => readAddress(new URLSearchParams(query), memberFilters.shape);
const COUNTS = {
  all: 123,
  active: 120,
  inactive: 3,
  inDiscord: 100,
  notInDiscord: 23,
  roles: [{ roleId: 2, count: 7 }],
};

test("reads unknown values of the address as the defaults", () => {
  assert.deepEqual(read("status=gone&role=x&inDiscord=2&sort=name&member=0"), read(""));
  assert.equal(read("").sort, "seen");
});

test("knows the length of the list for at most one filter", () => {
  const total = (query: string) => totalOf(read(query), COUNTS);
  assert.equal(total(""), 123);
  assert.equal(total("status=inactive"), 3);
  assert.equal(total("role=2"), 7);
  assert.equal(total("role=9"), 0);
  assert.equal(total("inDiscord=0"), 23);
  assert.equal(total("inDiscord=0&status=active"), null);
  assert.equal(total("q=bjorn"), null);
  assert.equal(total("signedIn=0"), null);
  assert.equal(totalOf(read(""), undefined), null);
  assert.equal(totalOf(read(""), { ...COUNTS, withoutRole: 7 }), 130);
  assert.equal(totalOf(read("status=none"), { ...COUNTS, withoutRole: 7 }), 7);
  for (const query of ["", "status=none"]) {
    assert.equal(totalOf(read(query), { ...COUNTS, withoutRole: WITHOUT_ROLE_COUNTED }), null);
  }
  assert.equal(memberFilters.set(read("q=bjorn&inDiscord=0&status=active")).length, 2);
});
