import assert from "node:assert/strict";
import { test } from "node:test";
import { flag, id, idOr, oneOf, readAddress, text, withheld, writeAddress } from "./address.ts";

const shape = {
  tab: oneOf(["mine", "team"], "mine"),
  deadline: oneOf(["overdue", "soon"]),
  q: text(6),
  assignee: idOr(["none", "me"]),
  prospect: id,
  new: flag,
};
const read = (query: string) => readAddress(new URLSearchParams(query), shape);
const nothing = { tab: "mine", deadline: null, q: "", assignee: null, prospect: null, new: false };

test("reads an empty address as the defaults", () => {
  assert.deepEqual(read(""), nothing);
});

test("reads every kind of value", () => {
  assert.deepEqual(read("tab=team&deadline=soon&q=van&assignee=7&prospect=12&new=1"), {
    tab: "team",
    deadline: "soon",
    q: "van",
    assignee: 7,
    prospect: 12,
    new: true,
  });
  assert.equal(read("assignee=none").assignee, "none");
});

test("reads unknown values as defaults and cuts a text to its length", () => {
  assert.deepEqual(read("tab=x&deadline=never&assignee=-1&prospect=1e3&new=yes"), nothing);
  assert.equal(read("prospect=9999999999999999").prospect, null);
  assert.equal(read("q=vantablack").q, "vantab");
});

test("keeps all other values when one is changed, also those of another shape", () => {
  const params = new URLSearchParams("tab=team&q=van&prospect=12&other=1");
  assert.equal(writeAddress(params, shape, { prospect: null }), "?tab=team&q=van&other=1");
  assert.equal(writeAddress(params, shape, { q: "", prospect: null, tab: "mine" }), "?tab=mine&other=1");
  assert.equal(writeAddress(new URLSearchParams("new=1"), shape, { new: false }), "");
});

test("reads what it has written", () => {
  const values = { tab: "team", deadline: "soon", q: "a&b", assignee: "me", prospect: 3, new: true } as const;
  assert.deepEqual(read(writeAddress(new URLSearchParams(), shape, values)), values);
});

test("ignores a value that the reader may not choose", () => {
  assert.equal(readAddress(new URLSearchParams("assignee=7"), { assignee: withheld(id) }).assignee, null);
});
