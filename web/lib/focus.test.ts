import assert from "node:assert/strict";
import { test } from "node:test";
import "../testing/hooks.ts";

const { keepFocus } = await import("./focus.ts");

test("focuses what is pressed, and nothing that is clicked without having been pressed just before", () => {
  const heard = new Map<string, (event: object) => void>();
  const addEventListener = (type: string, take: (event: object) => void) => heard.set(type, take);
  const observer = class {
    observe() {}
    disconnect() {}
  };
  Object.assign(globalThis, { document: { addEventListener, body: {} }, MutationObserver: observer });
  let times = 0;
  const target = {
    closest: () => target,
    contains: (other: unknown) => other === target,
    focus: () => {
      times += 1;
    },
  };
  const stop = keepFocus();
  const press = (button = 0) => heard.get("mousedown")?.({ target, button, defaultPrevented: false });
  const click = (detail = 1) => heard.get("click")?.({ target, detail });
  press();
  click();
  assert.equal(times, 1);
  // The opener of a menu, which keeps its press to itself.
  click();
  press(2);
  click();
  // Enter in a field of the form of a button, whose press ended beside it.
  press();
  click(0);
  assert.equal(times, 1);
  stop();
});
