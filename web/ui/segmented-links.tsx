import { cx } from "../lib/cx.ts";
import { Link } from "./link.tsx";
import { SEGMENT, SegmentContent, type SegmentedProps, segmentsClass } from "./segmented.tsx";

/** Scrolls a row that is wider than the screen until the current tab is in its middle. */
function showCurrent(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Tabs in the address; `to` returns the address of each. */
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
