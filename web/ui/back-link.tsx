import { type ReactNode, use } from "react";
import { Opens } from "../lib/placed.ts";
import { ArrowLeftIcon } from "./icons.tsx";
import { Link } from "./link.tsx";

/** A link to the page that this one belongs to; nothing for users who may not open that. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const opens = use(Opens);
  if (!opens(to)) return null;
  return (
    <Link
      to={to}
      className="target mb-2.5 inline-flex min-h-6 items-center gap-2 rounded-s text-md text-ink-2 hover:text-ink"
    >
      <ArrowLeftIcon size={14} />
      {children}
    </Link>
  );
}
