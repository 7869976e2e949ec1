import { CODE_HOURS } from "../../../worker/features/rsi/rsi.schema.ts";
import { emphasise } from "../../lib/emphasis.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Time } from "../../ui/time.tsx";

export function TimeLeft({ until }: { until: string }) {
  const t = useT();
  const now = useNow();
  const minutesLeft = Math.floor((Date.parse(until) - now) / 60_000);
  // The clock is updated in steps and may be wrong.
  const left = Math.min(Math.max(minutesLeft, 1), CODE_HOURS * 60 - 1);
  const [hours, minutes] = [Math.floor(left / 60), left % 60];
  return (
    <Time at={until} className="text-sm text-ink-2">
      {hours > 0 ? t("rsi.left_hours", { hours, minutes }) : t("rsi.left_minutes", { minutes })}
    </Time>
  );
}

export function PutCode({ handle }: { handle: string }) {
  const t = useT();
  return (
    <p className="text-ink-2">
      {emphasise(t("rsi.pending_text", { handle }), [handle]).map(({ text, strong }) =>
        strong ? (
          <b key={text} className="text-ink [overflow-wrap:anywhere]">
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </p>
  );
}
