/// <reference types="node" />
import assert from "node:assert/strict";
import { test } from "node:test";
import { dismissToast, toast, toastStore } from "./toast.ts";

test("shows the newest toast only, and keeps it when an older one ends", () => {
  toast({ title: "first" });
  const first = toastStore.get();
  toast({ title: "second", variant: "destructive" });
  dismissToast(first?.id);
  assert.equal(toastStore.get()?.title, "second");
  assert.equal(toastStore.get()?.variant, "destructive");
  assert.equal(toastStore.get()?.duration, 5000);
  dismissToast();
  assert.equal(toastStore.get(), null);
});
