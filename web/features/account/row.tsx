import type { ReactNode } from "react";

/** A line of a panel: the label at the left, the value or control at the right. */
export function Row({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line px-[18px] py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-40">
        <p>{label}</p>
        {hint ? <p className="hint">{hint}</p> : null}
      </div>
      <div className="min-w-0 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}
