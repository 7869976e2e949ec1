import type { Frame, Page } from "@playwright/test";

/**
 * Sets the frame to these widths, the narrowest first. Returns the faults and their widths: a page that is wider
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
      // Elements for one kind of screen alone follow within a frame of the browser.
      if (Number.isNaN(before) || KINDS.some((least) => least > before && least <= width))
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      before = width;
      const boxes = new Map<Element, DOMRect>();
      const boxOf = (element: Element): DOMRect => {
        const box = boxes.get(element) ?? element.getBoundingClientRect();
        boxes.set(element, box);
        return box;
      };
      /** Returns how an element treats contents beyond its box: it shows them, cuts them off, or scrolls them. */
      const clipOf = (element: Element) => {
        const { overflowX, textOverflow, position } = getComputedStyle(element);
        if (position === "fixed" || /auto|scroll/.test(overflowX)) return "scrolls";
        const isOpen =
          overflowX === "visible" || textOverflow === "ellipsis" || boxOf(element).width <= SLACK;
        return isOpen ? "nothing" : "beyond";
      };
      /** Computes styles, which take longer than boxes, only when the control extends beyond an ancestor. */
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
        // Texts for screen readers alone have one pixel.
        .filter(({ box }) => box.width > SLACK && box.height > SLACK)
        .sort((one, other) => one.box.top - other.box.top);
      for (const { control, box } of shown) {
        const isOut = box.left < -SLACK || box.right > clientWidth + SLACK;
        if (isOut && ![...parentsOf(control)].some(scrolls)) note(`outside: ${nameOf(control)}`, width);
        if (isCut(control, box)) note(`cut off: ${nameOf(control)}`, width);
      }
      /** The part of a box that the rows around it show, which scroll what is wider. */
      const seenOf = ({ control, box }: (typeof shown)[number]): DOMRect => {
        let { left, right } = box;
        for (const element of parentsOf(control))
          if (scrolls(element)) {
            left = Math.max(left, boxOf(element).left);
            right = Math.min(right, boxOf(element).right);
          }
        return new DOMRect(left, box.top, Math.max(0, right - left), box.height);
      };
      for (const [at, one] of shown.entries()) {
        for (let next = at + 1; next < shown.length; next += 1) {
          const other = shown[next] as typeof one;
          // Those that follow begin lower still.
          if (other.box.top >= one.box.bottom - SLACK) break;
          if (!meet(one.box, other.box) || !meet(seenOf(one), seenOf(other))) continue;
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

/** Widths of phones. */
export const PHONES = [320, 360, 390];

/** Returns the positions of a page's tabs at these widths, which must not depend on the open tab; null without tabs. */
export const tabsAt = (frame: Frame, widths: readonly number[]) =>
  frame.evaluate(async (widths) => {
    const bar = document.querySelector("#main nav.seg");
    const { style } = frameElement as HTMLIFrameElement;
    const before = style.width;
    const places: string[] = [];
    for (const width of widths) {
      style.width = `${width}px`;
      // Buttons for one kind of screen alone follow within a frame of the browser.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      const { x, y } = bar?.getBoundingClientRect() ?? { x: 0, y: 0 };
      places.push(`at ${width} px: ${Math.round(x)}, ${Math.round(y)}`);
    }
    style.width = before;
    return bar && places.join("; ");
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

/** Returns elements that still move although the user prefers reduced motion. */
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

/**
 * Returns controls and headings whose text is cut: by their own box, or by one around them that cannot be scrolled. An ellipsis
 * is no cut where the whole text is a title or label. A frame, or the dialog of a phone, has these widths one after another.
 */
export const cutTexts = (page: Frame | Page, widths: readonly number[] = [0]) =>
  page.evaluate(async (widths) => {
    const NAMED =
      "button, a.btn, nav a, summary, label, h1, h2, h3, th, [role=tab], [role^=menuitem], [role=option]";
    /** Pixels by which an edge may be off, and by which a letter's space may be higher than its line. */
    const SLACK = 1.5;
    const found = new Map<string, number[]>();
    const ink = new OffscreenCanvas(1, 1).getContext("2d") as OffscreenCanvasRenderingContext2D;
    const isCut = (control: Element, parent: Element, text: DOMRect): boolean => {
      let [isWide, isHigh, isInside] = [true, true, true];
      for (let each: Element | null = parent; each; each = each.parentElement) {
        const { overflowX, overflowY, textOverflow, position, webkitLineClamp } = getComputedStyle(each);
        const box = each.getBoundingClientRect();
        // Texts for screen readers alone have one pixel.
        if (box.width <= 2) return false;
        const isOwn = each === control;
        const isBeyond =
          (isWide &&
            (isOwn || /hidden|clip/.test(overflowX)) &&
            (text.left < box.left - SLACK || text.right > box.right + SLACK)) ||
          (isHigh &&
            (isOwn || /hidden|clip/.test(overflowY)) &&
            (text.top < box.top - SLACK || text.bottom > box.bottom + SLACK));
        if (isBeyond) {
          const isShort = textOverflow === "ellipsis" || webkitLineClamp !== "none";
          return !isShort || !each.closest("[title], [aria-label]");
        }
        isInside &&= !isOwn;
        if (!isInside && position === "fixed") return false;
        isWide &&= !/auto|scroll/.test(overflowX);
        isHigh &&= !/auto|scroll/.test(overflowY);
      }
      return false;
    };
    const isWhole = (select: HTMLSelectElement): boolean => {
      const { font, letterSpacing, wordSpacing, paddingLeft, paddingRight } = getComputedStyle(select);
      Object.assign(ink, { font, letterSpacing, wordSpacing });
      const free = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return ink.measureText(select.selectedOptions[0]?.text ?? "").width <= free + SLACK;
    };
    const shown = () =>
      document.querySelector(":is([role=dialog], .dialog):not([aria-hidden=true])") ?? document.body;
    const note = (text: string, width: number) => {
      const name = text.trim().slice(0, 60);
      found.set(name, [...new Set([...(found.get(name) ?? []), width])]);
    };
    const sized =
      (frameElement as HTMLElement | null) ??
      document.querySelector<HTMLElement>(".dialog:not([aria-hidden=true])");
    let wasPhone: boolean | null = null;
    for (const width of widths) {
      const isPhone = width <= 700;
      if (width > 0) Object.assign(sized?.style ?? {}, { width: `${width}px`, right: "auto" });
      // Elements for phones alone, or for wider screens, follow within a frame of the browser.
      if (width > 0 && isPhone !== wasPhone)
        for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      wasPhone = isPhone;
      for (const select of shown().querySelectorAll("select"))
        if (select.checkVisibility() && select.clientWidth > 2 && !isWhole(select))
          note(select.selectedOptions[0]?.text ?? "", width || innerWidth);
      const range = document.createRange();
      for (const control of shown().querySelectorAll(NAMED)) {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const parent = text.parentElement as Element;
          if (parent.closest(NAMED) !== control || text.textContent?.trim() === "") continue;
          range.selectNodeContents(text);
          const lines = [...range.getClientRects()];
          if (lines.some((line) => isCut(control, parent, line)))
            note(control.textContent ?? "", width || innerWidth);
        }
      }
    }
    if (!frameElement) Object.assign(sized?.style ?? {}, { width: "", right: "" });
    return [...found].map(([text, at]) => `${text} at ${at.join(", ")}`);
  }, widths);

/** Tags elements that convey something by their background alone, such as bars, for {@link lostMarks}. */
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
      // Placeholders convey nothing.
      if (element.matches("[class*=breathe_]")) continue;
      if (!isEmpty || width < 2 || height < 2 || !element.checkVisibility()) continue;
      const { backgroundImage } = getComputedStyle(element);
      if (backgroundImage !== "none" || groundOf(element) === groundOf(element.parentElement)) continue;
      element.setAttribute("data-marked", "");
    }
  });

/** Returns tagged elements that look like their surroundings, as forced colours make them. */
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
