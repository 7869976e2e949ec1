import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../lib/cx.ts";
import { firstName } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useAwayWords } from "../../ui/away.tsx";

/** Says beside the assignee until when they are away and nobody looks after the deadline of a prospect, and hands it over. */
export function Uncovered(props: {
  prospect: Prospect;
  /** The assignee's. */
  name: string;
  /** Left out where another button beside it does. */
  onHandOver?: () => void;
  className?: string;
}) {
  const t = useT();
  const wordsOf = useAwayWords();
  const { prospect, name, onHandOver, className } = props;
  const { assigneeAway, deadline, displayName } = prospect;
  if (!assigneeAway || !deadline) return null;
  return (
    <span className={cx("flex flex-wrap items-center gap-x-2 text-sm leading-[1.4]", className)}>
      <span className="text-wait" title={`${firstName(name)} ${wordsOf(assigneeAway, { isShort: true })}`}>
        {wordsOf(assigneeAway, { isShort: true, isAlone: true })}
      </span>
      {onHandOver ? (
        <button
          type="button"
          // A finger needs more than the words.
          className="link relative z-1 min-h-6 whitespace-nowrap after:absolute after:-inset-x-1 after:-inset-y-2.5"
          data-hand-over=""
          aria-label={t("away.hand_over_name", { name: displayName })}
          onClick={onHandOver}
        >
          {t("away.hand_over")}
        </button>
      ) : null}
    </span>
  );
}
