import { Link } from "react-router";
import { cx } from "../lib/cx.ts";
import { SEGMENT, SegmentContent, type SegmentedProps, segmentsClass } from "./segmented.tsx";

/** Brings the current tab to the middle of a row that is longer than the screen. */
function showCurrent(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Tabs that live in the address. `to` gives the address of each; it may keep the rest of the query. */
export function SegmentedLinks<Value extends string>(
  props: SegmentedProps<Value> & { to: (value: Value) => string; replace?: boolean },
) {
  const { label, options, value, to, replace = false } = props;
  return (
    <nav aria-label={label} className={cx(segmentsClass(props), "relative")}>
      {options.map((option) => (
        <Link
          key={option.value}
          to={to(option.value)}
          replace={replace}
          className={SEGMENT}
          {...(option.value === value ? { "aria-current": "page", ref: showCurrent } : {})}
        >
          <SegmentContent segment={option} />
        </Link>
      ))}
    </nav>
  );
}
