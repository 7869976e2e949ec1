import type { Text } from "./engines.ts";

/** A text to look for, as it is sent to a page. */
export type Wanted = { source: string; flags: string } | { text: string; isExact: boolean };

/** One step of a search, from what the steps before it found, or from the whole page. */
export type Step =
  | { by: "role"; role: string; name: Wanted | null; level: number | null }
  | { by: "label"; text: Wanted }
  | { by: "text"; text: Wanted }
  | { by: "filter"; text: Wanted }
  | { by: "css"; css: string }
  | { by: "first" };

export const wanted = (text: Text, isExact = false): Wanted =>
  typeof text === "string" ? { text, isExact } : { source: text.source, flags: text.flags };

/** The state of the found elements. */
export type Found = {
  count: number;
  shown: number;
  value: string;
  /** The only element. */
  element: object | null;
  /** Its middle, where it is enabled, at rest and not covered. */
  point: { x: number; y: number } | null;
};

/**
 * Looks for elements as Playwright's locators do, also in open shadow roots, by the roles and names that axe-core computes. It runs
 * in the page, without variables outside of it. Resolves to null in a page without axe-core.
 */
export async function findInPage(steps: readonly Step[]): Promise<Found | null> {
  const { axe } = window as unknown as { axe?: typeof import("axe-core") };
  if (!axe) return null;
  const {
    aria,
    dom,
    text: texts,
  } = axe.commons as unknown as {
    aria: { getRole: (element: Element) => string | null };
    dom: { isVisibleToScreenReaders: (element: Element) => boolean };
    text: { accessibleText: (element: Element) => string };
  };
  const plain = (text: string | null) => (text ?? "").replace(/[\s\u200b]+/g, " ").trim();
  const matches = (text: string | null, want: Wanted) => {
    if ("source" in want) return new RegExp(want.source, want.flags).test(plain(text));
    if (want.isExact) return plain(text) === plain(want.text);
    return plain(text).toLowerCase().includes(plain(want.text).toLowerCase());
  };
  const within = (root: Document | Element): Element[] => {
    const found: Element[] = [];
    const walk = (node: ParentNode) => {
      for (const child of node.children) {
        found.push(child);
        walk(child);
      }
      if (node instanceof Element && node.shadowRoot) walk(node.shadowRoot);
    };
    walk(root);
    return found;
  };
  const levelOf = (element: Element) =>
    Number(element.getAttribute("aria-level") ?? /^H([1-6])$/.exec(element.tagName)?.[1]);
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const take = (found: readonly (Document | Element)[], step: Step): Element[] => {
    if (step.by === "first") return found.slice(0, 1) as Element[];
    if (step.by === "filter")
      return (found as Element[]).filter((each) => matches(each.textContent, step.text));
    const all = [...new Set(found.flatMap(within))];
    if (step.by === "css") return all.filter((each) => each.matches(step.css));
    if (step.by === "label") {
      const fields = "input, textarea, select, [role=textbox], [role=combobox], [contenteditable=true]";
      return all.filter((each) => each.matches(fields) && matches(texts.accessibleText(each), step.text));
    }
    if (step.by === "text") {
      const having = all.filter(
        (each) => !each.matches("head *, script, style") && matches(each.textContent, step.text),
      );
      return having.filter((each) => !having.some((other) => other !== each && each.contains(other)));
    }
    const { role, level, name } = step;
    return all.filter(
      (each) =>
        aria.getRole(each) === role &&
        (level === null || levelOf(each) === level) &&
        dom.isVisibleToScreenReaders(each) &&
        (name === null || matches(texts.accessibleText(each), name)),
    );
  };
  axe.setup();
  let found: Element[];
  try {
    found = steps.reduce<(Document | Element)[]>(take, [document]) as Element[];
  } finally {
    axe.teardown();
  }
  const [one] = found;
  const field = one as (Element & { value?: string; disabled?: boolean }) | undefined;
  const value = field?.value ?? "";
  const middleOf = async (element: Element) => {
    const before = element.getBoundingClientRect();
    // A press would miss a moving element.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { left, top, width, height } = element.getBoundingClientRect();
    if (left !== before.left || top !== before.top) return null;
    const point = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
    const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(point.x, point.y);
    const isHit = hit !== null && (element.contains(hit) || hit.closest("label")?.contains(element) === true);
    if (!isHit) element.scrollIntoView({ block: "center", inline: "center" });
    return isHit ? point : null;
  };
  const isDisabled = field?.disabled === true || one?.getAttribute("aria-disabled") === "true";
  const element = one && found.length === 1 ? one : null;
  return {
    count: found.length,
    shown: found.filter(isShown).length,
    value,
    element,
    point: element && isShown(element) && !isDisabled ? await middleOf(element) : null,
  };
}
