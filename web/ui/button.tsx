import type { ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Spinner } from "./spinner.tsx";
import { HiddenText, useTooltip } from "./tooltip.tsx";

/** How a button looks. */
export type ButtonLook = {
  /** `primary` once per view; `danger` for what cannot be taken back. */
  variant?: "default" | "primary" | "quiet" | "danger" | undefined;
  size?: "s" | "m" | "l" | undefined;
  icon?: ReactNode;
};

/** Class names of a button, for an element that has to look like one. */
export function buttonClass({ variant = "default", size = "m" }: ButtonLook, className?: string): string {
  return cx("btn", variant !== "default" && variant, size !== "m" && size, className);
}

type ButtonProps = Omit<ComponentProps<"button">, "disabled"> &
  ButtonLook & {
    /** Why it cannot be used just now: it stays focusable, says so, and does nothing. */
    reason?: string | null | undefined | false;
    /** What its tooltip says, where that is not the reason. */
    tip?: string;
    /** Its work is under way: it shows a spinner and takes no second press. */
    pending?: boolean;
  };

/** A button. There is no bare `disabled`: a button that cannot be pressed gives its `reason` or is `pending`. */
export function Button({ reason, tip, pending, variant, size, icon, ...other }: ButtonProps) {
  const { className, children, onClick, type = "button", ...rest } = other;
  const said = tip ?? (reason || null);
  const { id, trigger, element, reveal } = useTooltip(said, rest);
  return (
    <>
      <button
        {...rest}
        {...(said ? trigger : {})}
        type={type}
        className={buttonClass({ variant, size }, className)}
        onClick={(event) => {
          if (!reason && !pending) return onClick?.(event);
          event.preventDefault();
          if (reason) reveal(event.currentTarget);
        }}
        {...(reason || pending ? { "aria-disabled": true } : {})}
        {...(pending ? { "aria-busy": true } : {})}
        {...(reason ? { "aria-describedby": id } : {})}
      >
        {pending ? <Spinner /> : icon}
        {children}
      </button>
      <HiddenText id={id}>{reason}</HiddenText>
      {element}
    </>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "aria-label" | "tip"> & {
  /** What it does; its name and its tooltip. */
  label: string;
  icon: ReactNode;
};

/** A square button with an icon alone. */
export function IconButton({ label, className, ...props }: IconButtonProps) {
  const tip = props.reason ? `${label}: ${props.reason}` : label;
  return <Button variant="quiet" {...props} aria-label={label} tip={tip} className={cx("icon", className)} />;
}
