import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../lib/cx.ts";
import { firstName } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useAwayWords } from "../../ui/away.tsx";

/** Says that nobody looks after the deadline of a prospect, since its assignee is away, and hands it over. */
export function Uncovered(props: {
  prospect: Prospect;
  /** The assignee's. */
  name: string;
  onHandOver: () => void;
  className?: string;
}) {
  const t = useT();
  const wordsOf = useAwayWords();
  const { prospect, name, onHandOver, className } = props;
  const { assigneeAway, displayName } = prospect;
  if (!assigneeAway) return null;
  return (
    <span className={cx("flex flex-wrap items-baseline gap-x-2 text-sm leading-[1.35]", className)}>
      <span className="text-wait">
        {t("away.uncovered", { name: firstName(name), away: wordsOf(assigneeAway) })}
      </span>
      <button
        type="button"
        className="link relative z-1 min-h-6"
        data-hand-over=""
        aria-label={t("away.hand_over_name", { name: displayName })}
        onClick={onHandOver}
      >
        {t("away.hand_over")}
      </button>
    </span>
  );
}
