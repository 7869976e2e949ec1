import { use } from "react";
import { Opens } from "../lib/placed.ts";
import { Link, type LinkProps } from "./link.tsx";

/** A link to another area. For users who may not open that it is its content alone. */
export function PlaceLink({ children, ...link }: LinkProps & { to: string }) {
  const opens = use(Opens);
  if (opens(link.to)) return <Link {...link}>{children}</Link>;
  return <span className={link.className}>{children}</span>;
}
