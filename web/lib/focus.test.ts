import assert from "node:assert/strict";
import { test } from "node:test";
import "../testing/hooks.ts";

const { keepFocus } = await import("./focus.ts");

test("focuses what is pressed, but no button that Enter in a field of its form clicks later", () => {
  const heard = new Map<string, (event: object) => void>();
  const addEventListener = (type: string, take: (event: object) => void) => heard.set(type, take);
  const observer = class {
    observe() {}
    disconnect() {}
  };
  Object.assign(globalThis, { document: { addEventListener, body: {} }, MutationObserver: observer });
  let times = 0;
  const button = {
    closest: () => button,
    contains: (other: unknown) => other === button,
    focus: () => {
      times += 1;
    },
  };
  const stop = keepFocus();
  heard.get("mousedown")?.({ target: button, defaultPrevented: false });
  heard.get("click")?.({ target: button, detail: 1 });
  assert.equal(times, 1);
  heard.get("click")?.({ target: button, detail: 0 });
  assert.equal(times, 1);
  stop();
});
