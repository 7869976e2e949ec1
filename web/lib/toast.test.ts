/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { dismissToast, toast, toastStore } from "./toast.ts";

test("only the newest toast is shown, and an older one's end does not take it away", () => {
  toast({ title: "first" });
  const first = toastStore.current();
  toast({ title: "second", variant: "destructive" });
  dismissToast(first?.id);
  assert.equal(toastStore.current()?.title, "second");
  assert.equal(toastStore.current()?.variant, "destructive");
  assert.equal(toastStore.current()?.duration, 5000);
  dismissToast();
  assert.equal(toastStore.current(), null);
});
