import type { ReactNode } from "react";
import { Link } from "react-router";
import { ArrowLeftIcon } from "./icons.tsx";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
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
