import type { ComponentProps, ReactNode } from "react";
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

/** @param tip what the tooltip says, null for none */
function Pressable(props: ButtonProps & { tip: string | null }) {
  const { tip, variant = "default", size = "m", icon, reason, pending, className, ...other } = props;
  const { children, onClick, type = "button", ...rest } = other;
  const { id, trigger, element, reveal } = useTooltip(tip, rest);
  const blocked = Boolean(reason) || pending === true;
  return (
    <>
      <button
        {...rest}
        {...(tip ? trigger : {})}
        type={type}
        className={buttonClass({ variant, size }, className)}
        onClick={(event) => {
          if (!blocked) return onClick?.(event);
          event.preventDefault();
          if (reason) reveal(event.currentTarget);
        }}
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

/** A button. There is no bare `disabled`: a button that cannot be pressed gives its `reason` or is `pending`. */
export function Button(props: ButtonProps) {
  return <Pressable {...props} tip={props.reason || null} />;
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "aria-label"> & {
  /** What it does; its name and its tooltip. */
  label: string;
  icon: ReactNode;
};

/** A square button with an icon alone. */
export function IconButton({ label, className, ...props }: IconButtonProps) {
  const tip = props.reason ? `${label}: ${props.reason}` : label;
  return (
    <Pressable variant="quiet" {...props} aria-label={label} tip={tip} className={cx("icon", className)} />
  );
}
