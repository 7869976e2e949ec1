import { type RefObject, useEffect } from "react";

const MILLISECONDS = 190;

/** The cards below an element by whose they are, with their places in it. */
function cardsIn(root: HTMLElement) {
  const origin = root.getBoundingClientRect();
  const cards = [...root.querySelectorAll<HTMLElement>("[data-prospect]")].map((card) => {
    const { left, top } = card.getBoundingClientRect();
    const place = { card, x: left - origin.left + root.scrollLeft, y: top - origin.top };
    return [card.dataset["prospect"], place] as const;
  });
  return new Map(cards);
}

/**
 * Lets the cards inside an element glide to their new places, also from one column to another. Cards say whose
 * they are with `data-prospect`. Nothing moves when reduced motion is asked for.
 */
export function useGlide(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    let known = cardsIn(root);
    const settle = () => {
      known = cardsIn(root);
    };
    const observer = new MutationObserver(() => {
      const before = known;
      settle();
      for (const [id, { card, x, y }] of known) {
        const from = before.get(id);
        if (!from || reduced.matches) continue;
        const [dx, dy] = [from.x - x, from.y - y];
        if (Math.abs(dx) + Math.abs(dy) < 2) continue;
        card.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
          duration: MILLISECONDS,
          easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
        });
      }
    });
    observer.observe(root, { childList: true, subtree: true });
    addEventListener("resize", settle);
    return () => {
      observer.disconnect();
      removeEventListener("resize", settle);
    };
  }, [container]);
}
