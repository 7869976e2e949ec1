import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useLayoutEffect, useRef, useState } from "react";
import { useMedia } from "../lib/use-media.ts";

/** Most rows that are all rendered; of more only those near the screen, except on paper. */
const FEW = 60;
/** Rows rendered above and below the screen, so that Tab finds the next one. */
const BEYOND = 10;

/**
 * Renders of a long table only the rows near the screen, and the one that has the focus.
 * @param keyOf the key of the row at a place, from 0
 * @param height the usual height of a row in pixels; rows are measured
 */
export function useVirtualRows(options: {
  count: number;
  keyOf: (at: number) => string | number;
  height: number;
}) {
  const { count, keyOf, height } = options;
  const isWhole = useMedia("print") || count <= FEW;
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<string | number | null>(null);
  useLayoutEffect(() => {
    if (isWhole) return;
    // The height above the table may have changed.
    const next = Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY);
    if (next !== top) setTop(next);
  });
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: BEYOND,
    scrollMargin: top,
    useFlushSync: false,
    getItemKey: keyOf,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      const focusedIndex = focused === null ? -1 : placeOf(focused, count, keyOf);
      return focusedIndex < 0 || near.includes(focusedIndex)
        ? near
        : [...near, focusedIndex].sort((a, b) => a - b);
    },
  });
  const shown = isWhole ? [] : virtual.getVirtualItems();
  return {
    /** The places of the rendered rows, with the height of the empty row before each where rows are left out. */
    seen: isWhole
      ? Array.from({ length: count }, (_, index) => ({ index, gap: 0 }))
      : shown.map(({ index, start }, at) => ({ index, gap: start - (shown[at - 1]?.end ?? top) })),
    /** Height of the empty row after the last. */
    after: isWhole ? 0 : virtual.getTotalSize() - ((shown.at(-1)?.end ?? top) - top),
    body: {
      ref: body,
      // The browser would keep an empty row in place that becomes shorter, and scroll on by itself.
      style: { overflowAnchor: "none" as const },
      onFocus: ({ target }: FocusEvent) => {
        const index = target.closest("[data-index]")?.getAttribute("data-index");
        setFocused(index ? keyOf(Number(index)) : null);
      },
      onBlur: () => setFocused(null),
    },
    /** Attributes of the row at a place; the head is the first row of the table. */
    rowAt: (index: number) => ({
      ref: isWhole ? undefined : virtual.measureElement,
      "data-index": index,
      "aria-rowindex": index + 2,
    }),
  };
}

export type VirtualRows = ReturnType<typeof useVirtualRows>;

function placeOf(key: string | number, count: number, keyOf: (at: number) => string | number): number {
  for (let at = 0; at < count; at += 1) if (keyOf(at) === key) return at;
  return -1;
}
