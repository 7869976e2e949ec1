/// <reference types="node" />
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dismissFailures, dismissToast, toast, toastStore } from "./toast.ts";

const titles = () => toastStore.get().map(({ title }) => title);

beforeEach(() => dismissToast());

test("shows the newest of the toasts that are no failures, and keeps it when an older one ends", () => {
  toast({ title: "first" });
  const [first] = toastStore.get();
  toast({ title: "second" });
  dismissToast(first?.id);
  assert.deepEqual(titles(), ["second"]);
  assert.deepEqual([toastStore.get()[0]?.variant, toastStore.get()[0]?.duration], ["default", 5000]);
});

test("keeps every failure until it is closed, besides the newest other toast", () => {
  toast({ title: "failed", variant: "destructive" });
  toast({ title: "failed too", variant: "destructive" });
  toast({ title: "saved" });
  toast({ title: "moved" });
  assert.deepEqual(titles(), ["failed", "failed too", "moved"]);
  dismissToast(toastStore.get()[0]?.id);
  assert.deepEqual(titles(), ["failed too", "moved"]);
});

test("shows the same failure once, and none of an action that is tried again", () => {
  const failed = { title: "failed", description: "No answer.", variant: "destructive" } as const;
  toast(failed);
  toast({ ...failed, description: "Refused." });
  toast(failed);
  assert.deepEqual(
    toastStore.get().map(({ description }) => description),
    ["Refused.", "No answer."],
  );
  toast({ title: "another failed", variant: "destructive" });
  toast({ title: "failed" });
  dismissFailures("failed");
  assert.deepEqual(titles(), ["another failed", "failed"]);
});
