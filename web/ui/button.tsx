import type { ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { useTooltip } from "./tooltip.tsx";

export type ButtonLook = {
  /** `primary` once per view; `danger` for actions that cannot be undone. */
  variant?: "default" | "primary" | "quiet" | "danger" | undefined;
  size?: "s" | "m" | "l" | undefined;
  icon?: ReactNode;
};

/** Class names of a button, for an element that has to look like one. */
export function buttonClass({ variant = "default", size = "m" }: ButtonLook, className?: string): string {
  return cx("btn", variant !== "default" && variant, size !== "m" && size, className);
}

/** A spinner in the colour of its text; it needs a text or aria-busy beside it. */
export function Spinner({ size = 15 }: { size?: number }) {
  const look = { fill: "none", stroke: "currentColor", strokeWidth: 2.5, strokeLinecap: "round" } as const;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" {...look} aria-hidden="true" className="animate-spin">
      <circle cx="12" cy="12" r="9" opacity={0.25} />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  );
}

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    /** Why it cannot be pressed: it stays focusable, shows the reason, and does nothing. */
    reason?: string | null | undefined | false;
    /** Text of its tooltip; the reason without it. */
    tip?: string;
    /** Its action is running: it shows a spinner and ignores further clicks. */
    pending?: boolean;
  };

/** A button. Instead of `disabled` it has a `reason` or is `pending`. */
export function Button({ reason, tip, pending, variant, size, icon, ...other }: ButtonProps) {
  const { className, children, onClick, type = "button", ...rest } = other;
  const { id, trigger, element, reveal } = useTooltip(tip ?? reason, reason, rest);
  return (
    <>
      <button
        {...rest}
        {...trigger}
        type={type}
        className={buttonClass({ variant, size }, className)}
        onClick={(event) => {
          if (!reason && !pending) return onClick?.(event);
          event.preventDefault();
          if (reason) reveal(event.currentTarget);
        }}
        {...((reason || pending) && { "aria-disabled": true })}
        {...(pending && { "aria-busy": true })}
        {...(reason && { "aria-describedby": id })}
      >
        {pending ? <Spinner /> : icon}
        {children}
      </button>
      {element}
    </>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "aria-label" | "tip"> & {
  label: string;
  icon: ReactNode;
};

/** A square button with an icon alone; `label` is its accessible name and tooltip. */
export function IconButton({ label, className, ...props }: IconButtonProps) {
  const tip = props.reason ? `${label}: ${props.reason}` : label;
  return <Button variant="quiet" {...props} aria-label={label} tip={tip} className={cx("icon", className)} />;
}
