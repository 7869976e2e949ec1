import type { ReactNode } from "react";

/** Marks the place of an element in a formatted text; never typed by anyone. */
const MARK = "\uE000";

/**
 * Formats a text whose values are elements: strings and numbers go in as they are, everything else where its
 * placeholder stands.
 */
export function splitPlaceholders(
  format: (values: Record<string, string | number>) => string,
  values: Record<string, ReactNode>,
): ReactNode[] {
  const elements: ReactNode[] = [];
  const marks = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === "string" || typeof value === "number") return [name, value];
      elements.push(value);
      return [name, `${MARK}${elements.length - 1}${MARK}`];
    }),
  );
  return format(marks)
    .split(MARK)
    .map((part, index) => (index % 2 === 1 ? elements[Number(part)] : part));
}
