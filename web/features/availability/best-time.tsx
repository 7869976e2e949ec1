import { type ReactNode, useEffect, useRef, useState } from "react";
import { type EventTimes, WINDOW } from "../../../worker/features/availability/availability.schema.ts";
import { cx } from "../../lib/cx.ts";
import { focusBack } from "../../lib/focus.ts";
import { DATE_FORMATS } from "../../lib/format.ts";
import { currentLanguage, useT } from "../../lib/i18n/i18n.ts";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ChevronRightIcon, ClockIcon } from "../../ui/icons.tsx";
import { SegmentedRadio } from "../../ui/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useMarks, useTimes } from "./availability.api.ts";
import { MarkWeek } from "./mark-week.tsx";
import { dateText, dayAfter, dayHead, hoursOf, layoutOf, mondayOf, weekday, zoneName } from "./times.ts";
import { CountGrid } from "./week-grid.tsx";

const MINUTES = 60;
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const LENGTHS = Array.from({ length: WINDOW.most }, (_, more) => String(WINDOW.least + more));

/** Plans an event at a time. */
type OnPlan = (startsAt: string, lengthMinutes: number) => void;

/** The week that is shown; earlier ones than the present have nothing to plan. */
function WeekChooser(props: { monday: Date; isFirst: boolean; onMove: (by: number) => void }) {
  const t = useT();
  const { monday, isFirst, onMove } = props;
  const dayOf = (date: Date) => DATE_FORMATS.shortDate(date, currentLanguage()) ?? "";
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={t("times.previous")}
        reason={isFirst ? t("times.previous_none") : null}
        icon={<ChevronRightIcon className="rotate-180" />}
        onClick={() => onMove(-1)}
      />
      <span className="min-w-[120px] text-center" aria-live="polite">
        {t("times.week", { first: dayOf(monday), last: dayOf(dayAfter(monday, 6)) })}
      </span>
      <IconButton label={t("times.next")} icon={<ChevronRightIcon />} onClick={() => onMove(1)} />
    </div>
  );
}

/** The best windows in words. */
function Windows(props: { windows: EventTimes["windows"]; hours: number; onPlan: OnPlan | undefined }) {
  const t = useT();
  const { windows, hours, onPlan } = props;
  const write = (format: "day" | "time", at: string | number) => DATE_FORMATS[format](at, currentLanguage());
  if (windows.length === 0) return <p className="text-ink-2">{t("times.windows_none", { hours })}</p>;
  return (
    <ol>
      {windows.map(({ startsAt, people }) => {
        const time = t("times.window", {
          day: write("day", startsAt),
          from: write("time", startsAt),
          to: write("time", Date.parse(startsAt) + hours * MINUTES * 60_000),
        });
        return (
          <li
            key={startsAt}
            className="flex items-center justify-between gap-3 border-b border-line py-2.5 last:border-0"
          >
            <span className="min-w-0">
              <span className="block font-semibold">{time}</span>
              <span className="text-ink-2">{t("times.window_people", { people })}</span>
            </span>
            {onPlan ? (
              <Button
                aria-label={t("times.plan_of", { time })}
                onClick={() => onPlan(startsAt, hours * MINUTES)}
              >
                {t("times.plan")}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

const Key = ({ mark, text }: { mark: string; text: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden="true" className={mark} />
    {text}
  </span>
);

/** What the marks of the grid mean. */
function Legend() {
  const t = useT();
  return (
    <p className="hint mt-2 flex flex-wrap gap-x-4 gap-y-1">
      <span>{t("times.key_count")}</span>
      <Key mark="h-0.5 w-3.5 rounded-full bg-ink" text={t("times.key_own")} />
      <Key mark="h-3 w-3.5 rounded-[4px] border-2 border-ink" text={t("times.key_best")} />
    </p>
  );
}

/** Shows when most members are available, and lets readers mark their own hours. Without `onPlan` they plan no events. */
function BestTime(props: {
  onPlan: OnPlan | undefined;
  onDirty: (isDirty: boolean) => void;
  isAsking: boolean;
  /** Calls back, after a question when hours are not saved. */
  leave: (go: () => void) => void;
}) {
  const t = useT();
  const { isAsking } = props;
  const now = useNow();
  const isPhone = useMedia(PHONE);
  const marks = useMarks();
  const [shift, setShift] = useState(0);
  const [hours, setHours] = useState<number>(WINDOW.usual);
  const [isWhole, setIsWhole] = useState(false);
  const [isMarking, setIsMarking] = useState(() => marks.read() !== null);
  const monday = mondayOf(now, shift);
  const { data, error, isLoading, mutate } = useTimes(dateText(monday), hours);
  const layout = layoutOf(isWhole, isWhole && isPhone);
  const isEmpty = data?.marked === 0;
  // The controls are replaced when marking ends, after a question that keeps the focus, and when the first hours are marked or the last removed.
  const hasMarked = useRef(false);
  useEffect(() => {
    if (isMarking) hasMarked.current = true;
    else if (hasMarked.current && !isAsking)
      focusBack(document.querySelector(`[data-mark-hours="${isEmpty}"]`));
  }, [isMarking, isEmpty, isAsking]);
  const whole = <Switch checked={isWhole} onChange={setIsWhole} label={t("times.all_hours")} />;

  if (!data) {
    if (error) return <ErrorState title={t("times.error")} error={error} onRetry={() => void mutate()} />;
    return (
      <div role="status">
        <span className="sr-only">{t("times.loading")}</span>
        <Skeleton className="h-[330px] w-full" />
      </div>
    );
  }
  if (isMarking)
    return (
      <section aria-label={t("times.mark_title")}>
        <Bar start={<h3 className="text-base font-semibold">{t("times.mark_title")}</h3>} end={whole} />
        <MarkWeek
          usual={data.usual}
          layout={layout}
          onDirty={props.onDirty}
          onChanged={async () => {
            await mutate();
            setIsMarking(false);
          }}
          onCancel={() => props.leave(() => setIsMarking(false))}
        />
      </section>
    );
  const mark = (
    <Button
      data-mark-hours={isEmpty}
      variant={data.usual ? "default" : "primary"}
      onClick={() => setIsMarking(true)}
    >
      {t(data.usual ? "times.mark_again" : "times.mark")}
    </Button>
  );
  if (isEmpty)
    return (
      <EmptyState
        icon={<ClockIcon size={22} />}
        title={t("times.empty")}
        text={t("times.empty_text")}
        action={mark}
      />
    );
  const [best] = data.windows;
  return (
    <>
      <p className="mb-3 text-ink-2">
        {t("times.zone", { zone: zoneName(monday) })}.{" "}
        {t("times.marked", { marked: data.marked, members: data.members })}.
      </p>
      <Bar
        start={<WeekChooser monday={monday} isFirst={shift === 0} onMove={(by) => setShift(shift + by)} />}
        end={whole}
      />
      <div
        aria-busy={isLoading}
        className={cx(
          "grid gap-x-6 gap-y-5",
          isWhole ? "" : "grid-cols-[minmax(0,1fr)_300px] max-lg:grid-cols-1",
          isLoading && "opacity-60",
        )}
      >
        <div className="min-w-0">
          <CountGrid
            {...{ layout, counts: data.counts, own: data.own }}
            days={DAYS.map((day) => (layout.isTall ? weekday(day, "short") : dayHead(dayAfter(monday, day))))}
            best={best ? hoursOf(best.hour, hours) : []}
          />
          <Legend />
        </div>
        <section aria-label={t("times.windows")} className="min-w-0">
          <h3 className="mb-2 text-base font-semibold">{t("times.windows")}</h3>
          <SegmentedRadio
            fill
            label={t("times.length")}
            options={LENGTHS.map((value) => ({ value, label: t("times.length_of", { hours: value }) }))}
            value={String(hours)}
            onChange={(value) => setHours(Number(value))}
          />
          <div className="mt-2">
            <Windows windows={data.windows} hours={hours} onPlan={props.onPlan} />
          </div>
        </section>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
        <span className="hint max-w-[60ch]">{t("times.private")}</span>
        {mark}
      </div>
    </>
  );
}

const Bar = ({ start, end }: { start: ReactNode; end: ReactNode }) => (
  <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
    {start}
    {end}
  </div>
);

/** The same in a dialog, which asks before it discards hours that are not saved. */
export default function BestTimeDialog(props: {
  onPlan?: OnPlan | undefined;
  onClose: () => void;
  returnFocus?: string;
}) {
  const t = useT();
  const { onPlan, onClose, returnFocus } = props;
  const [isDirty, setIsDirty] = useState(false);
  const marks = useMarks();
  const [asking, setAsking] = useState<{ go: () => void } | null>(null);
  const leave = (go: () => void) => (isDirty ? setAsking({ go }) : go());
  return (
    <Dialog
      open
      onOpenChange={() => leave(onClose)}
      title={t("times.title")}
      width={960}
      returnFocus={returnFocus}
    >
      <BestTime onPlan={onPlan} onDirty={setIsDirty} isAsking={asking !== null} leave={leave} />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={t("times.discard_title")}
        description={t("times.discard_text")}
        confirmLabel={t("times.discard")}
        onConfirm={() => {
          marks.keep(null);
          asking?.go();
        }}
      />
    </Dialog>
  );
}
