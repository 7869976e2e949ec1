import { Suspense, useRef, useState } from "react";
import type { EventDetails } from "../../../worker/features/events/events.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { MoreIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { RecordDialog, RecordOver } from "../../ui/record-over.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { attendanceHref, attendanceLine, useUnconfirmed } from "../attendance/index.ts";
import { HistoryItem } from "../audit/index.ts";
import { SaveToCalendar } from "../calendar/index.ts";
import { WishSource } from "../wishes/index.ts";
import type { AgendaList } from "./address.ts";
import { untilText } from "./clock.ts";
import { CancelEventDialog, EventDialog } from "./dialog/index.ts";
import { Description, Lead, Places, WhenWhere } from "./event-parts.tsx";
import { events, useAnswer } from "./events.api.ts";
import { OwnAnswer } from "./own-answer.tsx";
import { People } from "./people.tsx";
import { Slots } from "./slots.tsx";
import { goesOn, ruleText, shortDay } from "./words.ts";

/** Dates of a series that a line names. */
const NEXT_DATES = 5;

/** One event with everybody who answered, over the page. */
export default function EventPanel(props: { id: number; list: AgendaList; onClose: () => void }) {
  const t = useT();
  const { id, list, onClose } = props;
  const { form } = list.address;
  const closeForm = () => list.change({ form: null });
  return (
    <RecordOver
      of={events.useOne(id)}
      title={t("events.one")}
      width={1120}
      className="md:max-h-[94dvh]"
      returnFocus={list.opener}
      onClose={onClose}
      gone={
        <EmptyState
          title={t("events.gone")}
          text={t("events.gone_text")}
          action={<Button onClick={onClose}>{t("events.to_agenda")}</Button>}
        />
      }
    >
      {(event) =>
        form === "edit" && event.can.update ? (
          <EventDialog event={event} onClose={closeForm} />
        ) : form === "copy" && event.can.copy ? (
          <EventDialog
            event={null}
            copyOf={event}
            onClose={closeForm}
            onSaved={(saved) => list.change({ form: null, event: saved.id })}
          />
        ) : (
          <>
            <Loaded event={event} list={list} onClose={onClose} />
            {form === "cancel" && event.can.cancel ? (
              <CancelEventDialog event={event} onClose={closeForm} />
            ) : null}
          </>
        )
      }
    </RecordOver>
  );
}

/** Publishes a draft, or puts a cancelled event back. */
function useUpcoming(event: EventDetails, title: string) {
  const t = useT();
  return useAction(
    () =>
      events.edit(event, {
        // The drafts of a series are published together.
        body: {
          status: "upcoming",
          ...(event.status === "draft" && event.series ? { which: "following" } : {}),
        },
        patch: { status: "upcoming" },
      }),
    { done: { title }, failed: t("events.update_failed") },
  );
}

/** The reader's actions on the event itself; nothing without any. */
function Actions(props: { event: EventDetails; list: AgendaList; onDeleted: () => void }) {
  const t = useT();
  const { event, list, onDeleted } = props;
  const { can } = event;
  const readsLog = useCan("audit.read");
  const [isDeleting, setIsDeleting] = useState(false);
  const putBack = useUpcoming(event, t("events.is_back", { title: event.title }));
  const openForm = (form: "edit" | "copy" | "cancel") => list.change({ form });
  const items = [
    can.update && (
      <MenuItem key="edit" onSelect={() => openForm("edit")}>
        {t("events.edit")}
      </MenuItem>
    ),
    can.copy && (
      <MenuItem key="copy" onSelect={() => openForm("copy")}>
        {t("events.copy")}
      </MenuItem>
    ),
    can.putBack && (
      <MenuItem key="back" onSelect={() => void putBack.run()}>
        {t("events.put_back")}
      </MenuItem>
    ),
    readsLog && <HistoryItem key="history" area="events" id={event.id} />,
    (can.cancel || can.delete) && <MenuSeparator key="separator" />,
    can.cancel && (
      <MenuItem key="cancel" danger onSelect={() => openForm("cancel")}>
        {t("events.cancel")}
      </MenuItem>
    ),
    can.delete && (
      <MenuItem key="delete" danger onSelect={() => setIsDeleting(true)}>
        {t("events.delete_draft")}
      </MenuItem>
    ),
  ].filter(Boolean);
  if (items.length === 0) return null;
  return (
    <>
      <Menu trigger={<IconButton label={t("events.actions")} icon={<MoreIcon />} className="-my-1" />}>
        {items}
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={t("events.delete_title", { title: event.title })}
        description={t("events.delete_text")}
        confirmLabel={t("events.delete_draft")}
        danger
        onConfirm={async () => {
          await events.remove(event);
          onDeleted();
        }}
        done={{ title: t("events.deleted") }}
      />
    </>
  );
}

/** The rule of a series, and its dates to come. */
function Series({ event, list, now }: { event: EventDetails; list: AgendaList; now: number }) {
  const t = useT();
  const { series, dates, id } = event;
  if (!series) return null;
  const coming = dates
    .filter((date) => Date.parse(date.startsAt) > now && date.id !== id)
    .slice(0, NEXT_DATES);
  return (
    <p className="mt-4 text-md text-ink-2">
      {ruleText(t, series)}
      {coming.length > 0 ? (
        <>
          {". "}
          {t("events.next_dates")}{" "}
          {coming.map((date, index) => (
            <span key={date.id}>
              {index > 0 ? ", " : null}
              <Link
                to={list.hrefWith({ event: date.id })}
                replace
                className={date.isCancelled ? "link text-ink-3 line-through" : "link"}
              >
                {shortDay(date.startsAt)}
                {date.isCancelled ? <span className="sr-only"> {t("events.mark.cancelled")}</span> : null}
              </Link>
            </span>
          ))}
        </>
      ) : null}
    </p>
  );
}

/** A section beside the facts of the event, below them where there is no room. */
const BESIDE =
  "max-[1000px]:border-t min-[1001px]:col-start-2 min-[1001px]:row-start-1 min-[1001px]:border-l";

function Loaded(props: { event: EventDetails; list: AgendaList; onClose: () => void }) {
  const t = useT();
  const now = useNow();
  const slots = useRef<HTMLHeadingElement>(null);
  const { event, list, onClose } = props;
  const { title, status, description, cancelReason, cancelledBy, can } = event;
  const isUnconfirmed = useUnconfirmed().includes(event.id);
  const answering = useAnswer(event);
  const hasSlots = event.slots.length > 0;
  const hasBegun = status === "ongoing" || status === "completed";
  const publish = useUpcoming(event, t("events.published", { title }));
  const until = status === "upcoming" ? untilText(t, event, now) : null;
  return (
    <RecordDialog
      title={title}
      description={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-md">
          <Lead event={event} now={now} />
          {status === "draft" ? <Badge tone="idle">{t("events.status.draft")}</Badge> : null}
          {status === "completed" ? <Badge tone="idle">{t("events.status.completed")}</Badge> : null}
          {status === "cancelled" ? <Badge tone="stop">{t("events.cancelled")}</Badge> : null}
          {until && !goesOn(event, now) ? t("events.starts_in", { time: until }) : null}
        </span>
      }
      actions={<Actions event={event} list={list} onDeleted={onClose} />}
      footer={
        hasBegun ? (
          <>
            <span className="mr-auto min-w-0 self-center text-md text-ink-2">
              <Suspense>
                <attendanceLine.View eventId={event.id} />
              </Suspense>
            </span>
            <ButtonLink
              to={attendanceHref(event.id)}
              {...(isUnconfirmed ? { variant: "primary" as const } : {})}
            >
              {t(
                isUnconfirmed
                  ? "events.confirm_attendance"
                  : can.attendance
                    ? "events.attendance"
                    : "events.own_attendance",
              )}
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      {status === "cancelled" ? (
        <p className="border-b border-line pad-wide py-3">
          {cancelledBy
            ? t("events.called_off_by", { name: cancelledBy, reason: cancelReason ?? "" })
            : cancelReason}
        </p>
      ) : null}
      {status === "draft" ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line pad-wide py-3">
          <span className="text-ink-2">{t("events.drafts_note")}</span>
          {can.update ? (
            <Button variant="primary" pending={publish.pending} onClick={() => void publish.run()}>
              {t("events.publish")}
            </Button>
          ) : null}
        </div>
      ) : null}
      <section
        aria-label={t("events.details")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        tabIndex={0}
        className="-outline-offset-2"
      >
        <div className="grid min-[1001px]:grid-cols-[minmax(0,1fr)_minmax(0,560px)]">
          <div className="min-w-0 pad-wide pt-1 pb-5">
            <WhenWhere event={event} now={now} />
            <Series event={event} list={list} now={now} />
            <Description text={description} />
            <WishSource kind="event" id={event.id} />
            <Places event={event} />
          </div>
          <OwnAnswer
            event={event}
            answering={answering}
            slots={slots}
            className="pad-wide py-3 min-[1001px]:col-span-2 min-[1001px]:row-start-2"
          >
            <SaveToCalendar eventId={event.id} />
          </OwnAnswer>
          {hasSlots ? (
            <Slots
              event={event}
              answering={status === "upcoming" || status === "ongoing" ? answering : null}
              heading={slots}
              className={BESIDE}
            />
          ) : null}
          {status === "draft" ? null : (
            <People event={event} className={hasSlots ? "min-[1001px]:col-span-2 border-t" : BESIDE} />
          )}
        </div>
      </section>
    </RecordDialog>
  );
}
