import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";

/** Where a reader is in the pages of a form that is a dialog; a page may have several of its places. */
export function FormProgress(props: {
  title: ReactNode;
  /** The place in words, such as "Step 2 of 5". */
  place: string;
  count: number;
  /** The first place of the page, and its last. */
  from: number;
  to?: number;
}) {
  const { title, place, count, from, to = from } = props;
  const places = Array.from({ length: count }, (_, at) => at);
  return (
    <div className="mb-5">
      <p role="status" className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <b className="font-semibold [overflow-wrap:anywhere]">{title}</b>
        <span className="hint">{place}</span>
      </p>
      <div aria-hidden="true" className="flex gap-1">
        {places.map((at) => (
          <span
            key={at}
            className={cx("meter flex-1", at < from ? "bg-ink-3" : at <= to ? "bg-ice" : "bg-rail")}
          />
        ))}
      </div>
    </div>
  );
}
