import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useT } from "../lib/i18n/i18n.ts";
import { BellIcon } from "./icons.tsx";

/** The first control of a frame: leads to what stands in it. */
export function SkipLink() {
  const t = useT();
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-c bg-act px-4 py-2 font-semibold text-act-ink focus:translate-y-0"
    >
      {t("nav.skip")}
    </a>
  );
}

/** A button with a number that opens a panel. @param children the panel, given the button and what closes it */
export function BellButton(props: {
  label: string;
  count: number;
  className?: string;
  children: (opener: RefObject<HTMLButtonElement | null>, close: () => void) => ReactNode;
}) {
  const { label, count, className = "", children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`btn quiet icon relative ${className}`}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon size={18} />
        {count > 0 ? (
          <span
            aria-hidden="true"
            className="figure absolute right-0 bottom-1/2 min-w-4 rounded-full bg-ink px-0.5 text-center text-[10px] leading-4 font-semibold text-void"
          >
            {count}
          </span>
        ) : null}
      </button>
      {isOpen ? children(button, () => setOpen(false)) : null}
    </>
  );
}
