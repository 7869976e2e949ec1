import { capital } from "../lib/format.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { useFormat } from "../lib/use-format.ts";
import { Badge } from "./badge.tsx";

type Days = { from: string; to: string };

/** Today by UTC, as the server counts days. */
const today = () => new Date().toISOString().slice(0, 10);

/** Whether a leave that has not ended has begun. */
export const isAway = ({ from }: Days): boolean => from <= today();

/** A leave in words: "away until 3 December", "away 3 to 10 December"; with a capital where it stands alone, or months short. */
export function useAwayWords() {
  const t = useT();
  const format = useFormat();
  return (leave: Days, { isAlone = false, isShort = false } = {}): string => {
    const { from, to } = isShort
      ? { from: format.shortDate(leave.from), to: format.shortDate(leave.to) }
      : format.days(leave);
    const key = isAway(leave) ? "away.until" : leave.from === leave.to ? "away.on" : "away.between";
    const words = t(key, { from, day: to });
    return isAlone ? capital(words) : words;
  };
}

/** Says beside a name until when a member is away; shows nothing once that day is over. */
export function AwayMark({ until }: { until: string | null }) {
  const t = useT();
  const format = useFormat();
  if (until === null || until < today()) return null;
  return (
    <Badge tone="idle" dot={false} size="s">
      {t("away.until", { day: format.longDay(until) })}
    </Badge>
  );
}
