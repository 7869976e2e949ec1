import assert from "node:assert/strict";
import { test } from "node:test";
import { stopStrayClicks } from "./stray-clicks.ts";

/** A page without a DOM; `click` returns whether a click reaches the control. */
function page() {
  let listener: ((event: Event) => void) | undefined;
  const end = stopStrayClicks({
    addEventListener: (_: string, hear: unknown) => {
      listener = hear as typeof listener;
    },
    removeEventListener: () => {
      listener = undefined;
    },
  } as unknown as Document);
  const click = (control: object | null, detail: number) => {
    let isReached = true;
    const stop = () => {
      isReached = false;
    };
    const event = {
      detail,
      target: { closest: () => control },
      preventDefault: stop,
      stopImmediatePropagation: stop,
    };
    listener?.(event as unknown as Event);
    return isReached;
  };
  return { click, end };
}

const control = (name: string) => ({ name, textContent: name, getAttribute: () => null });

test("stops the second click of a double click on a control that came into the place of the first", () => {
  const { click } = page();
  assert.deepEqual([click(control("Approve"), 1), click(control("Decline"), 2)], [true, false]);
});

test("stops it on another control of the same name, and lets it through where there is no control", () => {
  const { click } = page();
  assert.deepEqual([click(control("Remove"), 1), click(control("Remove"), 2)], [true, false]);
  assert.deepEqual([click(control("Remove"), 1), click(null, 2)], [true, true]);
});

test("stops it on the same control with another name", () => {
  const { click } = page();
  const step = control("Start work");
  assert.equal(click(step, 1), true);
  step.textContent = "Mark as completed";
  assert.equal(click(step, 2), false);
});

test("lets a double click on one control through, and single clicks on several", () => {
  const { click } = page();
  const more = control("Show more");
  assert.deepEqual([click(more, 1), click(more, 2), click(more, 3)], [true, true, true]);
  assert.deepEqual([click(control("Approve"), 1), click(control("Decline"), 1)], [true, true]);
});

test("lets clicks of the keyboard through, which have no place", () => {
  const { click } = page();
  assert.deepEqual([click(control("Approve"), 0), click(control("Decline"), 0)], [true, true]);
});

test("stops nothing after its end", () => {
  const { click, end } = page();
  click(control("Approve"), 1);
  end();
  assert.equal(click(control("Decline"), 2), true);
});
