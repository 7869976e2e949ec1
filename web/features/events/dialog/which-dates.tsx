import { useId } from "react";
import type { EventDetails } from "../../../../worker/features/events/events.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useLanguage, useT } from "../../../lib/i18n/i18n.ts";
import { signUpsFrom } from "./changes.ts";
import { dayIn } from "./zoned.ts";

type Which = "this" | "following";

/** Asks which dates of a series a change is for. */
export function WhichDates(props: {
  event: EventDetails;
  value: Which;
  onChange: (which: Which) => void;
  /** Why it cannot be for this date alone. */
  reason?: string | null;
  /** The following dates keep their sign-ups. */
  isKept?: boolean;
  className?: string;
}) {
  const t = useT();
  const language = useLanguage();
  const { event, value, onChange, reason = null, isKept = false, className } = props;
  const id = useId();
  const day = dayIn(event.startsAt, event.timeZone, language);
  const ends = event.series?.rest.ends;
  const later =
    ends?.kind === "count"
      ? ends.count - 1
      : event.dates.filter(({ startsAt }) => startsAt > event.startsAt).length;
  const { all: signUps } = signUpsFrom(event);
  const along =
    isKept && later > 0 && signUps > 0 ? [t("event_form.which_sign_ups", { count: signUps })] : [];
  const options: { which: Which; hint: string }[] = [
    { which: "this", hint: reason ?? t("event_form.which_this_hint", { day }) },
    {
      which: "following",
      // Of a rule without a count only the next dates are known.
      hint: [
        ends?.kind === "count" || later === 0
          ? t("event_form.which_following_hint", { day, count: later })
          : t("event_form.which_endless_hint", { day }),
        ...along,
      ].join(" "),
    },
  ];
  return (
    <div role="radiogroup" aria-labelledby={id} className={cx("grid gap-2.5", className)}>
      <h3 id={id} className="font-semibold">
        {t("event_form.which")}
      </h3>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {options.map(({ which, hint }) => {
          const isBlocked = which === "this" && reason !== null;
          return (
            <label
              key={which}
              className="relative flex cursor-pointer gap-3 rounded-m border border-line-strong px-3.5 py-2.5 hover:bg-deck has-checked:border-ice has-checked:bg-ice-dim has-disabled:cursor-not-allowed has-disabled:hover:bg-transparent"
            >
              <input
                type="radio"
                name={id}
                className="mt-[3px] size-4 flex-none accent-ice"
                checked={value === which}
                disabled={isBlocked}
                onChange={() => onChange(which)}
              />
              <span className="min-w-0">
                <b className={cx("block font-book", isBlocked && "text-ink-3")}>
                  {t(`event_form.which.${which}`)}
                </b>
                <span className="block text-sm text-ink-2">{hint}</span>
              </span>
            </label>
          );
        })}
      </div>
    </div>
  );
}
