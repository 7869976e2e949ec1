import type { Frame } from "@playwright/test";

/**
 * Returns the structure of a part of the page: regions, headings, controls and their states, independent of the data.
 * Ignores digits, the user's own name and which link is current. Of the rows of a list or table it keeps only the most
 * controls that one of them has. Navigation comes apart from the rest, because each has its own reasons to differ.
 * @param selector the part
 * @param own names of the reader
 */
export const shapeOf = (frame: Frame, selector: string, own: readonly string[]): Promise<string[]> =>
  frame.evaluate(
    ([selector, own]) => {
      const ROW = ":is(li, tr, article, details, [role=listitem], [role=row], [role=option])";
      const CONTROL =
        "a[href], button, input, select, textarea, summary, [role=button], [role=switch], [role=checkbox], [tabindex]";
      const NAMED = `${CONTROL}, h1, h2, h3, h4, h5, h6, section, form, fieldset, table, img, progress, meter, [role], [aria-label]`;
      const STATES = [
        "type",
        "role",
        "disabled",
        "readonly",
        "aria-disabled",
        "aria-expanded",
        "aria-invalid",
      ];
      const navigation: string[] = [];

      const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const kindOf = (element: Element) =>
        [element.localName, ...STATES.map((name) => element.getAttribute(name) ?? "")].join("/");
      /** The label of an element, or the first line of its text. */
      const nameOf = (element: HTMLElement): string => {
        const isText = element.matches("a, button, summary, h1, h2, h3, h4, h5, h6, [role=tab]");
        // biome-ignore lint/performance/useDomNodeTextContent: only a text as it is laid out has lines
        const text = isText ? element.innerText : "";
        const [line = ""] = (element.ariaLabel ?? text).trim().split("\n");
        return own
          .reduce((rest, name) => rest.replaceAll(name, "me"), line)
          .replaceAll(/\d+([.,:]\d+)*/g, "0")
          .slice(0, 60);
      };

      /** The controls of a row, each with its number among those of its kind. */
      const controlsOf = (row: Element): string[] => {
        const kinds = [...row.querySelectorAll(`${CONTROL}, img`)].filter(isShown).map(kindOf);
        return kinds.map((kind, at) => `${kind}${kinds.slice(0, at).filter((each) => each === kind).length}`);
      };
      const partsOf = (element: Element): string[] => {
        const children = [...element.children].filter(isShown);
        const [rows, others] = [true, false].map((isRow) =>
          children.filter((child) => child.matches(ROW) === isRow),
        ) as [Element[], Element[]];
        const kinds = new Set(rows.flatMap(controlsOf));
        return [
          ...others.flatMap(shape),
          ...(rows.length > 0 ? [`rows of ${[...kinds].toSorted().join()}`] : []),
        ];
      };
      /** Returns the description of an element; a layout element is replaced by its contents. */
      const shape = (element: Element): string[] => {
        const parts = partsOf(element);
        if (element.matches("nav")) navigation.push(parts.join(" "));
        if (element.matches("nav")) return ["nav"];
        if (!element.matches(NAMED)) return parts;
        const name = element instanceof HTMLElement ? nameOf(element) : "";
        return [`${kindOf(element)} “${name}” (${parts.join(" ")})`];
      };
      const root = document.querySelector(selector);
      return root ? [shape(root).join(" "), ...navigation] : [];
    },
    [selector, own] as const,
  );
