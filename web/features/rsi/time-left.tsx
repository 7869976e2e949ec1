import { useT } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Time } from "../../ui/time.tsx";

/** How long a code can still be used. */
export function TimeLeft({ until }: { until: string }) {
  const t = useT();
  const now = useNow();
  const left = Math.max(1, Math.ceil((Date.parse(until) - now) / 60_000));
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  return (
    <Time at={until} className="text-sm text-ink-2">
      {hours > 0 ? t("rsi.left_hours", { hours, minutes }) : t("rsi.left_minutes", { minutes })}
    </Time>
  );
}
