import { Link, type LinkProps } from "react-router";
import { type ButtonLook, buttonClass } from "./button.tsx";

/** A link to another page of ours that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon}
      {children}
    </Link>
  );
}
