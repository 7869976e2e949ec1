import type { ReactNode, Ref } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useCrm } from "../crm-context.ts";
import { AssigneeButton, Due, Identity, noteLine, ProspectMenu } from "../prospect-parts.tsx";
import { usePresence } from "../record/use-presence.ts";

/** One prospect on the board. */
export function ProspectCard(props: {
  prospect: Prospect;
  /** What takes hold of the card with the keyboard. */
  grip?: ReactNode;
  ref?: Ref<HTMLElement>;
  className?: string;
  /** Handlers that take hold of it with the pointer. */
  handlers?: Record<string, unknown>;
}) {
  const { openId, now } = useCrm();
  const { prospect, grip, ref, className, handlers } = props;
  const presence = usePresence(prospect, now);
  const line = noteLine(prospect) ?? (presence.dot && presence.text);
  return (
    <article
      ref={ref}
      data-prospect={prospect.id}
      className={cx(
        "group relative rounded-m border bg-deck p-3 transition-[border-color] hover:border-line-strong",
        openId === prospect.id ? "border-ice shadow-[0_0_0_3px_var(--ice-dim)]" : "border-line",
        className,
      )}
      {...handlers}
    >
      <div className="flex items-start gap-1">
        <Identity prospect={prospect} />
        {grip}
        <ProspectMenu prospect={prospect} />
      </div>
      {line ? <p className="mt-[9px] truncate text-sm text-ink-2">{line}</p> : null}
      <div className="mt-2.5 flex min-h-[22px] items-center justify-between gap-2">
        <Due deadline={prospect.deadline} />
        <AssigneeButton prospect={prospect} />
      </div>
    </article>
  );
}
