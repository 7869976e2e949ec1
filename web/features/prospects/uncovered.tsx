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
  /** Below the name of the assignee: says only until when they are away. */
  isShort?: boolean;
  className?: string;
}) {
  const t = useT();
  const wordsOf = useAwayWords();
  const { prospect, name, onHandOver, isShort, className } = props;
  const { assigneeAway, deadline, displayName } = prospect;
  if (!assigneeAway || !deadline) return null;
  const away = wordsOf(assigneeAway, { isShort: true });
  const sentence = `${firstName(name)} ${away}`;
  return (
    <span className={cx("block text-sm leading-[1.4]", className)}>
      <span className="text-wait" title={isShort ? sentence : undefined}>
        {isShort ? away : sentence}
      </span>
      <span aria-hidden="true" className="text-ink-3">
        {" · "}
      </span>
      <button
        type="button"
        // A finger needs more than the words.
        className="link relative z-1 whitespace-nowrap after:absolute after:-inset-x-1.5 after:-inset-y-2.5"
        data-hand-over=""
        aria-label={t("away.hand_over_name", { name: displayName })}
        onClick={onHandOver}
      >
        {t("away.hand_over")}
      </button>
    </span>
  );
}
