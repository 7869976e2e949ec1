import { type RefObject, useEffect, useLayoutEffect } from "react";
import { topDialog } from "./focus.ts";

/** Where toasts can be, the usual place first; the style sheet has the distances from the edges. */
const PLACES = ["bottom-start", "bottom-end", "top-end", "top-start"] as const;

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

/** The weights of controls. No number of others makes toasts cover one that is in use. */
const IN_USE = 1_000;
const BUTTON = 10;
const FIELD = 1;

/** What stays where it is while the page scrolls; from under a toast, the rest can be scrolled away. */
const FIXED = "[data-selection-bar] button";

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The last point that was pressed. */
let pressed = { x: -1, y: -1 };

/** How much a box covers of what has to stay in reach: what is in use, and the controls of an open dialog. */
function coveredBy(box: Box, region: Element): number {
  const { x, y } = pressed;
  const dialog = topDialog();
  let covered = overlap(box, { left: x, right: x + 1, top: y, bottom: y + 1 }) ? IN_USE : 0;
  for (const control of dialog?.querySelectorAll(CONTROLS) ??
    document.querySelectorAll(`:is(${CONTROLS}):focus, ${FIXED}`)) {
    if (region.contains(control) || !overlap(box, control.getBoundingClientRect())) continue;
    const isButton = control.matches("a, button, summary");
    covered += control === document.activeElement ? IN_USE : isButton ? BUTTON : FIELD;
  }
  return covered;
}

/** Puts the toasts into their usual corner, unless they would cover there what has to stay in reach. */
function place(region: HTMLElement): void {
  // A user who reads or closes one would lose it.
  if (region.matches(":hover, :focus-within")) return;
  const present = region.dataset["place"];
  let best = { at: present, covered: Number.POSITIVE_INFINITY };
  for (const at of [present ?? PLACES[0], ...PLACES]) {
    region.dataset["place"] = at;
    const covered = coveredBy(region.getBoundingClientRect(), region);
    if (covered < best.covered) best = { at, covered };
    if (covered === 0) break;
  }
  region.dataset["place"] = best.at;
}

/** Keeps toasts off the controls that are used: chooses their place as they appear, and as focus, dialogs and sizes change. */
export function useToastPlace(ref: RefObject<HTMLElement | null>, shown: unknown, isEmpty: boolean): void {
  useLayoutEffect(() => {
    void shown;
    if (isEmpty) delete ref.current?.dataset["place"];
    else if (ref.current) place(ref.current);
  }, [ref, shown, isEmpty]);
  useEffect(() => {
    const region = ref.current;
    if (!region) return;
    const look = () => {
      if (region.dataset["place"]) place(region);
    };
    const note = ({ clientX: x, clientY: y }: PointerEvent) => {
      pressed = { x, y };
    };
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener("pointerdown", note, { signal, capture: true });
    for (const event of ["focusin", "resize", "scrollend"]) addEventListener(event, look, { signal });
    // Dialogs open at the end of the document.
    const dialogs = new MutationObserver(look);
    dialogs.observe(document.body, { childList: true });
    return () => {
      ending.abort();
      dialogs.disconnect();
    };
  }, [ref]);
}
