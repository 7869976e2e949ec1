import type { Frame } from "@playwright/test";

/**
 * Gives the frame these widths one after another, the narrowest first. Returns what is wrong at which: a page that is wider
 * than the window, controls that are outside of it, cut off by what is around them, or over each other.
 */
export const layoutFaults = (frame: Frame, widths: readonly number[]) =>
  frame.evaluate(async (widths) => {
    const CONTROLS =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']";
    /** Widths at which other elements are drawn, not only other sizes: where `useMedia` changes. */
    const KINDS = [420, 701, 801, 1001, 1240];
    const { style } = frameElement as HTMLIFrameElement;
    /** Pixels by which an edge may be off: borders and rounded sizes. */
    const SLACK = 2;
    const found = new Map<string, number[]>();
    const note = (fault: string, width: number) => found.set(fault, [...(found.get(fault) ?? []), width]);
    const parentsOf = function* (element: Element) {
      for (let each = element.parentElement; each; each = each.parentElement) yield each;
    };
    const nameOf = (control: Element) =>
      `${control.tagName.toLowerCase()} “${(control.getAttribute("aria-label") ?? control.textContent ?? "").trim().slice(0, 40)}”`;
    const meet = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
    const isBar = (element: Element) => ["fixed", "sticky"].includes(getComputedStyle(element).position);
    const barOf = (control: Element) => [control, ...parentsOf(control)].find(isBar) ?? null;
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    /** Whether a button lies in the space that the field beside it keeps free for it, such as a date field's calendar. */
    const isOwnButton = (button: Element, field: Element) => {
      if (
        !button.matches("button") ||
        !field.matches("input") ||
        button.parentElement !== field.parentElement
      )
        return false;
      const [inner, outer] = [button.getBoundingClientRect(), field.getBoundingClientRect()];
      const free = outer.right - Number.parseFloat(getComputedStyle(field).paddingRight);
      return inner.left >= free - SLACK && inner.right <= outer.right + SLACK;
    };

    let before = Number.NaN;
    for (const width of widths) {
      style.width = `${width}px`;
      // What is drawn for one kind of screen alone follows within a frame of the browser.
      if (Number.isNaN(before) || KINDS.some((least) => least > before && least <= width))
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      before = width;
      const boxes = new Map<Element, DOMRect>();
      const boxOf = (element: Element): DOMRect => {
        const box = boxes.get(element) ?? element.getBoundingClientRect();
        boxes.set(element, box);
        return box;
      };
      /** What an element cuts off: nothing, what is beyond its box, or what can be scrolled into view. */
      const clipOf = (element: Element) => {
        const { overflowX, textOverflow, position } = getComputedStyle(element);
        if (position === "fixed" || /auto|scroll/.test(overflowX)) return "scrolls";
        const isOpen =
          overflowX === "visible" || textOverflow === "ellipsis" || boxOf(element).width <= SLACK;
        return isOpen ? "nothing" : "beyond";
      };
      /** Styles, which take longer to ask for than boxes, are asked for only of what a control reaches out of. */
      const isCut = (control: Element, { left, right }: DOMRect): boolean => {
        const outer = [...parentsOf(control)];
        const reaches = (element: Element) =>
          left < boxOf(element).left - SLACK || right > boxOf(element).right + SLACK;
        if (!outer.some(reaches)) return false;
        for (const element of outer) {
          const clip = clipOf(element);
          if (clip === "scrolls") return false;
          if (clip === "beyond" && reaches(element)) return true;
        }
        return false;
      };
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) note(`the page is ${scrollWidth - clientWidth} px too wide`, width);
      const shown = [...document.querySelectorAll(CONTROLS)]
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .map((control) => ({ control, box: control.getBoundingClientRect() }))
        // What is for screen readers alone has one pixel.
        .filter(({ box }) => box.width > SLACK && box.height > SLACK)
        .sort((one, other) => one.box.top - other.box.top);
      for (const { control, box } of shown) {
        const isOut = box.left < -SLACK || box.right > clientWidth + SLACK;
        if (isOut && ![...parentsOf(control)].some(scrolls)) note(`outside: ${nameOf(control)}`, width);
        if (isCut(control, box)) note(`cut off: ${nameOf(control)}`, width);
      }
      for (const [at, one] of shown.entries()) {
        for (let next = at + 1; next < shown.length; next += 1) {
          const other = shown[next] as typeof one;
          // Those that follow begin lower still.
          if (other.box.top >= one.box.bottom - SLACK) break;
          if (!meet(one.box, other.box)) continue;
          // A link in a text may have a box in each of two lines.
          const lines = [...other.control.getClientRects()];
          if (![...one.control.getClientRects()].some((line) => lines.some((each) => meet(line, each))))
            continue;
          if (one.control.contains(other.control) || other.control.contains(one.control)) continue;
          if (barOf(one.control) !== barOf(other.control)) continue;
          if (isOwnButton(one.control, other.control) || isOwnButton(other.control, one.control)) continue;
          note(`over each other: ${nameOf(one.control)} and ${nameOf(other.control)}`, width);
        }
      }
    }
    return [...found].map(([fault, at]) => `${fault} at ${at.join(", ")}`);
  }, widths);

/** Returns bars that stay in sight as the page scrolls, by their share of the window's height. */
export const lastingBars = (frame: Frame) =>
  frame.evaluate(() =>
    [...document.body.querySelectorAll("*")].flatMap((element) => {
      const { position } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      const lasts = position === "sticky" || position === "fixed";
      // Smaller ones, such as the link that skips to the content, leave the rest of the window free.
      if (!lasts || width < innerWidth / 2 || height === 0 || !element.checkVisibility()) return [];
      return [`${element.tagName.toLowerCase()}.${element.className} takes ${height} px`];
    }),
  );

/** Returns what still moves although the user wants nothing to. */
export const movements = (frame: Frame) =>
  frame.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { duration, iterations } = animation.effect?.getTiming() ?? {};
      const moves = Number(duration) > 1 || Number(iterations) > 1;
      return moves ? [`${animation.constructor.name} of ${duration} ms, ${iterations} times`] : [];
    }),
  );

/** Sets the space between lines, words and letters that users may need (WCAG 1.4.12), or takes it back. */
export const spaceText = (frame: Frame, isSpaced: boolean) =>
  frame.evaluate((spaced) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = spaced ? [sheet] : [];
  }, isSpaced);

/** Returns buttons, links of menus and headings whose text is cut off without an ellipsis. */
export const cutTexts = (frame: Frame) =>
  frame.evaluate(() =>
    [...document.querySelectorAll("button, a.btn, h1, h2, h3, label, th")].flatMap((element) => {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      const isClipped = overflowX !== "visible" || overflowY !== "visible";
      const isCut =
        element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
      if (!element.checkVisibility() || element.clientWidth <= 2 || textOverflow === "ellipsis") return [];
      return isClipped && isCut ? [(element.textContent ?? "").slice(0, 60)] : [];
    }),
  );

/** Marks elements that say something by their background alone, such as bars; the marks are for {@link lostMarks}. */
export const markBackgrounds = (frame: Frame) =>
  frame.evaluate(() => {
    const groundOf = (element: Element | null): string => {
      if (!element) return "";
      const { backgroundColor } = getComputedStyle(element);
      return /^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor)
        ? groundOf(element.parentElement)
        : backgroundColor;
    };
    for (const element of document.querySelectorAll("#root span, #root div, #root i")) {
      const { width, height } = element.getBoundingClientRect();
      const isEmpty = element.childElementCount === 0 && element.textContent?.trim() === "";
      // What stands in for something that is on its way says nothing.
      if (element.matches("[class*=breathe_]")) continue;
      if (!isEmpty || width < 2 || height < 2 || !element.checkVisibility()) continue;
      const { backgroundImage } = getComputedStyle(element);
      if (backgroundImage !== "none" || groundOf(element) === groundOf(element.parentElement)) continue;
      element.setAttribute("data-marked", "");
    }
  });

/** Returns marked elements that look like what is around them, as forced colours make them. */
export const lostMarks = (frame: Frame) =>
  frame.evaluate(() => {
    const groundOf = (element: Element | null): string => {
      if (!element) return "";
      const { backgroundColor } = getComputedStyle(element);
      return /^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor)
        ? groundOf(element.parentElement)
        : backgroundColor;
    };
    return [...document.querySelectorAll("[data-marked]")].flatMap((element) => {
      const { borderTopWidth, outlineStyle } = getComputedStyle(element);
      const hasEdge = Number.parseFloat(borderTopWidth) > 0 || outlineStyle === "solid";
      if (hasEdge || groundOf(element) !== groundOf(element.parentElement)) return [];
      return [
        `${groundOf(element)} on ${groundOf(element.parentElement)}: ${element.outerHTML.slice(0, 120)}`,
      ];
    });
  });
