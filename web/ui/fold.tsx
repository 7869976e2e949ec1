import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";

/** A panel whose content is behind its title until it is opened. */
export function Fold(props: {
  title: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}) {
  const { title, aside, isOpen = false, onToggle, className, children } = props;
  return (
    <details
      className={cx("panel overflow-clip", className)}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary className="pad py-3 hover:bg-deck/60">
        <h2 className="mr-2 inline text-base font-semibold">{title}</h2>
        <span className="inline-block align-middle">{aside}</span>
      </summary>
      <div className="border-t border-line">{children}</div>
    </details>
  );
}
