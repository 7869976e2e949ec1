import { Link } from "react-router";
import { SEGMENT, SegmentContent, type SegmentedProps, segmentsClass } from "./segmented.tsx";

/** Tabs that live in the address. `to` gives the address of each; it may keep the rest of the query. */
export function SegmentedLinks<Value extends string>(
  props: SegmentedProps<Value> & { to: (value: Value) => string; replace?: boolean },
) {
  const { label, options, value, to, replace = false } = props;
  return (
    <nav aria-label={label} className={segmentsClass(props)}>
      {options.map((option) => (
        <Link
          key={option.value}
          to={to(option.value)}
          replace={replace}
          className={SEGMENT}
          {...(option.value === value ? { "aria-current": "page" } : {})}
        >
          <SegmentContent segment={option} />
        </Link>
      ))}
    </nav>
  );
}
