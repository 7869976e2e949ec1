import { type RefObject, useEffect } from "react";

const MILLISECONDS = 190;

type Place = { x: number; y: number };

function placesIn(root: HTMLElement): Map<HTMLElement, Place> {
  const origin = root.getBoundingClientRect();
  const places = new Map<HTMLElement, Place>();
  for (const card of root.querySelectorAll<HTMLElement>("[data-prospect]")) {
    const { left, top } = card.getBoundingClientRect();
    places.set(card, { x: left - origin.left + root.scrollLeft, y: top - origin.top });
  }
  return places;
}

const byId = (places: Map<HTMLElement, Place>) =>
  new Map([...places].map(([card, place]) => [card.dataset["prospect"], place]));

/**
 * Lets the cards inside an element glide to their new places, also from one column to another. Cards say who
 * they are with `data-prospect`. Nothing moves when reduced motion is asked for.
 */
export function useGlide(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    const reduced = matchMedia("(prefers-reduced-motion: reduce)");
    let known = byId(placesIn(root));
    const settle = () => {
      known = byId(placesIn(root));
    };
    const observer = new MutationObserver(() => {
      const places = placesIn(root);
      for (const [card, place] of places) {
        const from = known.get(card.dataset["prospect"]);
        if (!from || reduced.matches) continue;
        const [dx, dy] = [from.x - place.x, from.y - place.y];
        if (Math.abs(dx) + Math.abs(dy) < 2) continue;
        card.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
          duration: MILLISECONDS,
          easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
        });
      }
      known = byId(places);
    });
    observer.observe(root, { childList: true, subtree: true });
    addEventListener("resize", settle);
    return () => {
      observer.disconnect();
      removeEventListener("resize", settle);
    };
  }, [container]);
}
