import { use } from "react";
import { Opens } from "../lib/placed.ts";
import { type ButtonLook, buttonClass } from "./button.tsx";
import { Link, type LinkProps } from "./link.tsx";

/** A link to another page of ours that looks like a button; nothing for users who may not open that page. */
export function ButtonLink(props: LinkProps & ButtonLook & { to: string }) {
  const { variant, size, icon, className, children, ...rest } = props;
  const opens = use(Opens);
  if (!opens(rest.to)) return null;
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon}
      {children}
    </Link>
  );
}
