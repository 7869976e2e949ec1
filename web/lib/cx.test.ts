import assert from "node:assert/strict";
import { test } from "node:test";
import { cx } from "./cx.ts";

test("joins the names of classes, without those that are left out", () => {
  assert.equal(cx("card", false, "wide", null, undefined, ""), "card wide");
});
