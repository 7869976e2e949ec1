import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createElement } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { run } from "../testing/hooks.ts";

const { flag, id, idOr, oneOf, readAddress, text, useAddress, useTyped, withheld, writeAddress } =
  await import("./address.ts");

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

/** A page that is opened at an address, with what the browser then shows as its address. */
const openPage = (address: string) =>
  run(
    () => {
      const { pathname, search } = useLocation();
      location.search = search;
      return { page: useAddress("/people", shape), shown: pathname + search };
    },
    (drawn) => createElement(MemoryRouter, { initialEntries: ["/before", address] }, drawn),
  );

test("goes back when a dialog closes that was opened over the page, and stays on the page otherwise", async () => {
  const opened = await openPage("/people?q=van");
  await opened.act(({ page }) => page.open({ prospect: 12 }, "row-12"));
  assert.deepEqual([opened.now.shown, opened.now.page.opener], ["/people?q=van&prospect=12", "row-12"]);
  await opened.act(({ page }) => page.close({ prospect: null }));
  assert.deepEqual([opened.now.shown, opened.now.page.opener], ["/people?q=van", undefined]);
  await opened.end();

  const linked = await openPage("/people?q=van&prospect=12");
  await linked.act(({ page }) => page.close({ prospect: null }));
  assert.equal(linked.now.shown, "/people?q=van");
  await linked.end();
});

test("does not go back to an address that differs from the one without the dialog", async () => {
  const opened = await openPage("/people");
  await opened.act(({ page }) => page.open({ prospect: 12 }));
  await opened.act(({ page }) => page.change({ q: "van" }));
  await opened.act(({ page }) => page.close({ prospect: null }));
  assert.equal(opened.now.shown, "/people?q=van");
  await opened.end();
});

test("reports a typed text, trimmed, when typing pauses, and a final one at once", async () => {
  const reported: string[] = [];
  const field = await run(() => useTyped("", (value) => reported.push(value)));
  mock.timers.enable({ apis: ["setTimeout"] });
  field.now.type("va");
  mock.timers.tick(249);
  field.now.type("van ");
  mock.timers.tick(249);
  assert.deepEqual(reported, []);
  mock.timers.tick(1);
  assert.deepEqual(reported, ["van"]);
  field.now.type("vanta", true);
  mock.timers.tick(0);
  assert.deepEqual(reported, ["van", "vanta"]);
  mock.timers.reset();
  await field.end();
});

test("replaces the typed text by a value from outside, but not by what was typed itself", async () => {
  let value = "";
  const field = await run(() => useTyped(value, () => undefined));
  await field.act(({ type }) => type("van "));
  assert.equal(field.now.typed, "van ");
  value = "van";
  await field.redraw();
  assert.equal(field.now.typed, "van ");
  value = "";
  await field.redraw();
  assert.equal(field.now.typed, "");
  await field.end();
});
