/** Controls that a click acts on. */
const CONTROLS =
  "button, a, summary, label, input, select, [role=button], [role=menuitem], [role=option], [role=tab]";

type Pressed = { element: Element | null; name: string };

const nameOf = (element: Element | null) => element?.getAttribute("aria-label") ?? element?.textContent ?? "";

/**
 * Stops the second click of a double click that falls on another control than the first: one that came into its place, or
 * the same one with another name. It was not meant for that: two clicks on "Approve" must not approve and decline.
 */
export function stopStrayClicks(
  page: Pick<Document, "addEventListener" | "removeEventListener">,
): () => void {
  let first: Pressed = { element: null, name: "" };
  const hear = (event: Event) => {
    const { detail, target } = event as MouseEvent;
    const element = (target as Element).closest(CONTROLS);
    if (detail <= 1) first = { element, name: nameOf(element) };
    else if (element && (element !== first.element || nameOf(element) !== first.name)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  page.addEventListener("click", hear, true);
  return () => page.removeEventListener("click", hear, true);
}
