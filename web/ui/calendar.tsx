import { Popover as Radix } from "radix-ui";
import { type RefObject, useRef } from "react";
import { DayPicker } from "react-day-picker";
import { da } from "react-day-picker/locale/da";
import { enGB } from "react-day-picker/locale/en-GB";
import { atTime, type Day, EVENING, startOf } from "../lib/date-input.ts";
import { DATE_FORMATS } from "../lib/format.ts";
import { useLanguage, useT } from "../lib/i18n/i18n.ts";
import { Button } from "./button.tsx";

const LOCALES = { en: enGB, da };

/** The hours that take one click. */
const HOURS = [18, 19, 20, 21, 22];

const ROUND = "grid size-9 place-items-center rounded-c";

const LOOK = {
  month_caption: "flex h-9 items-center px-2 font-book first-letter:uppercase",
  caption_label: "block first-letter:uppercase",
  months: "relative",
  nav: "absolute top-0 right-0 flex",
  button_previous: `${ROUND} hover:bg-rail aria-disabled:text-ink-3`,
  button_next: `${ROUND} hover:bg-rail aria-disabled:text-ink-3`,
  chevron: "size-4 fill-current",
  month_grid: "mt-1 border-collapse",
  weekday: "size-9 text-center text-sm font-normal text-ink-2",
  day: "p-0 text-center",
  day_button: `${ROUND} tabular-nums hover:bg-rail disabled:text-ink-3 disabled:hover:bg-transparent`,
  today: "font-semibold [&_button]:border [&_button]:border-edge",
  selected: "[&_button]:bg-act [&_button]:text-act-ink [&_button]:hover:bg-act",
  outside: "text-ink-3",
  hidden: "invisible",
};

/** A month of days in the reader's language, Monday first, and hours where a time is chosen, beside the field. */
export default function Calendar(props: {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  opener: RefObject<HTMLButtonElement | null>;
  value: Date | null;
  hasTime: boolean;
  min?: Day | undefined;
  max?: Day | undefined;
  onPick: (date: Date) => void;
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { label, anchor, opener, value, hasTime, min, max, onPick, onClose } = props;
  const content = useRef<HTMLDivElement>(null);
  const [first, last] = [min ? startOf(min) : null, max ? startOf(max) : null];
  const pickDay = (day: Date) => {
    onPick(hasTime ? atTime(day, value?.getHours() ?? EVENING, value?.getMinutes() ?? 0) : day);
    if (!hasTime) onClose();
  };
  const pickHour = (hour: number) => {
    onPick(atTime(value ?? new Date(), hour, 0));
    onClose();
  };
  // Within the page's landmark, except over a dialog, which hides the page from assistive technology.
  const container = document.querySelector("[data-modal]") ? null : document.getElementById("main");
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Radix.Portal container={container}>
        <Radix.Content
          ref={content}
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] animate-[settle_120ms_both] overflow-auto rounded-m border border-line-strong bg-deck p-3 shadow-[0_16px_50px_var(--shade)] outline-none"
          onOpenAutoFocus={(event) => {
            // Not earlier, since a dialog below takes the focus back until the calendar is open.
            event.preventDefault();
            content.current?.querySelector<HTMLElement>("td [tabindex='0']")?.focus();
          }}
          onInteractOutside={(event) => {
            // A press on the button itself closes the calendar.
            if (opener.current?.contains(event.target as Node | null)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <DayPicker
            mode="single"
            required
            locale={LOCALES[language]}
            weekStartsOn={1}
            classNames={LOOK}
            defaultMonth={value ?? last ?? new Date()}
            selected={value ?? undefined}
            disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
            {...(first ? { startMonth: first } : {})}
            {...(last ? { endMonth: last } : {})}
            onSelect={pickDay}
          />
          {hasTime ? (
            <div className="mt-2 flex w-63 flex-wrap gap-1.5 border-t border-line pt-3">
              {HOURS.map((hour) => (
                <Button
                  key={hour}
                  size="s"
                  aria-pressed={value?.getHours() === hour && value.getMinutes() === 0}
                  className="flex-1 px-0 tabular-nums aria-pressed:border-ice aria-pressed:bg-ice-dim"
                  onClick={() => pickHour(hour)}
                >
                  {DATE_FORMATS.time(atTime(new Date(), hour, 0), language)}
                </Button>
              ))}
              <Button className="w-full" onClick={onClose}>
                {t("date.done")}
              </Button>
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
