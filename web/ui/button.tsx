import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Spinner } from "./spinner.tsx";
import { HiddenText, useTooltip } from "./tooltip.tsx";

/** How a button looks. */
export type ButtonLook = {
  /** `primary` once per view; `danger` for what cannot be taken back. */
  variant?: "default" | "primary" | "quiet" | "danger";
  size?: "s" | "m" | "l";
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
    /** Its work is under way: it shows a spinner and takes no second press. */
    pending?: boolean;
  };

/** A button. There is no bare `disabled`: whatever cannot be pressed gives its `reason` or is `pending`. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    icon,
    reason,
    pending,
    className,
    children,
    onClick,
    type = "button",
    ...rest
  } = props;
  const { id, trigger, element, reveal } = useTooltip<HTMLButtonElement>(reason || null, rest);
  const blocked = Boolean(reason) || pending === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event);
    event.preventDefault();
    if (reason) reveal();
  };
  return (
    <>
      <button
        {...rest}
        {...(reason ? trigger : {})}
        type={type}
        className={buttonClass({ variant: variant ?? "default", size: size ?? "m" }, className)}
        onClick={press}
        {...(blocked ? { "aria-disabled": true } : {})}
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

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "aria-label"> & {
  /** What it does; its name and its tooltip. */
  label: string;
  icon: ReactNode;
};

/** A square button with an icon alone. */
export function IconButton({ label, icon, reason, pending, className, onClick, ...props }: IconButtonProps) {
  const { variant = "quiet", size = "m", type = "button", ...rest } = props;
  const { id, trigger, element, reveal } = useTooltip<HTMLButtonElement>(
    reason ? `${label}: ${reason}` : label,
    rest,
  );
  const blocked = Boolean(reason) || pending === true;
  return (
    <>
      <button
        {...rest}
        {...trigger}
        type={type}
        aria-label={label}
        className={buttonClass({ variant, size }, cx("icon", className))}
        onClick={(event) => {
          if (!blocked) return onClick?.(event);
          event.preventDefault();
          if (reason) reveal();
        }}
        {...(blocked ? { "aria-disabled": true } : {})}
        {...(pending ? { "aria-busy": true } : {})}
        {...(reason ? { "aria-describedby": id } : {})}
      >
        {pending ? <Spinner /> : icon}
      </button>
      <HiddenText id={id}>{reason}</HiddenText>
      {element}
    </>
  );
}
