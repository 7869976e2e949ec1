import assert from "node:assert/strict";
import { test } from "node:test";
import { flag, id, idOr, oneOf, readAddress, search, text, withheld } from "./address.ts";
import { filters } from "./filters.ts";

const list = filters(
  {
    q: search(20),
    status: oneOf(["draft", "open"]),
    assignee: { ...idOr(["me"]), ask: (value: unknown) => (value === "me" ? "7" : null) },
    archived: flag,
    sort: { ...oneOf(["newest", "oldest"], "newest"), counts: false as const },
  },
  { record: id },
);
const read = (query: string) => readAddress(new URLSearchParams(query), list.shape);

test("reads the filters and the other values of the page from one address", () => {
  assert.deepEqual(read("q=van&status=open&assignee=me&archived=1&sort=oldest&record=3"), {
    q: "van",
    status: "open",
    assignee: "me",
    archived: true,
    sort: "oldest",
    record: 3,
  });
});

test("clears to the defaults and keeps the other values", () => {
  assert.deepEqual(list.none, { q: "", status: null, assignee: null, archived: false, sort: "newest" });
  assert.deepEqual({ ...read("q=van&archived=1&record=3"), ...list.none }, read("record=3"));
});

test("counts the filters that are set, but no search and no order", () => {
  assert.deepEqual(list.set(read("")), []);
  assert.deepEqual(list.set(read("q=van&sort=oldest")), []);
  assert.deepEqual(list.set(read("q=van&status=open&archived=1")), ["status", "archived"]);
});

test("is narrowed by a search or a filter, not by another value of the page", () => {
  assert.equal(list.isNarrowed(read("record=3")), false);
  assert.equal(list.isNarrowed(read("q=van")), true);
  assert.equal(list.isNarrowed(read("status=draft")), true);
});

test("asks the API for each filter, by `ask` where the field has one, and for no other value", () => {
  assert.deepEqual(list.query(read("q=van&status=open&assignee=me&record=3")), {
    q: "van",
    status: "open",
    assignee: "7",
    archived: null,
    sort: "newest",
  });
  assert.equal(list.query(read("archived=1")).archived, "1");
});

test("does not ask the API for a filter that is withheld from the reader", () => {
  const { shape, query, set } = filters({ name: withheld(text(20)) });
  const address = readAddress(new URLSearchParams("name=van"), shape);
  assert.deepEqual(query(address), { name: null });
  assert.deepEqual(set(address), []);
});
