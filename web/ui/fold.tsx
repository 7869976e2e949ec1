import { type ReactNode, useState } from "react";
import { cx } from "../lib/cx.ts";

/** A panel, or a row of one, whose content is rendered once it is opened. */
export function Fold(props: {
  title: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Below the title. */
  hint?: ReactNode;
  isRow?: boolean;
  /** Whether it is open at first. */
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const { title, aside, hint, isRow, className, children } = props;
  const [isOpen, setIsOpen] = useState(props.isOpen ?? false);
  return (
    <details
      className={cx(isRow ? "border-t border-line first:border-t-0" : "panel overflow-clip", className)}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="flex flex-wrap items-center pad py-3 hover:bg-deck/60">
        <h2 className="mr-2 max-w-[calc(100%-20px)]">{title}</h2>
        {aside}
        {hint ? <span className="basis-full pl-[19px] hint">{hint}</span> : null}
      </summary>
      {isOpen ? <div className="border-t border-line">{children}</div> : null}
    </details>
  );
}
