import { useState } from "react";
import type { Event } from "../../../worker/features/events/events.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePagedList } from "../../lib/list.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PeopleIcon } from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { attendanceHref } from "./address.ts";
import { readAttendance } from "./attendance.api.ts";
import { type Present, presentAt } from "./groups.ts";

/** Events that are offered. */
const RECENT = 20;

function EventsDialog(props: { onTake: (people: readonly Present[]) => void; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const { onTake, onClose } = props;
  const source = usePagedList<Event>(
    user ? `/api/events/${user.organizationId}` : null,
    { show: "past" },
    ["events"],
    RECENT,
  );
  const items = source.list?.items.filter(({ can }) => can.attendance);
  /** An event at which nobody is confirmed. */
  const [empty, setEmpty] = useState<Event | null>(null);
  const take = useAction(
    async (event: Event) => {
      const people = presentAt(await readAttendance(event.id));
      if (people.length === 0) return setEmpty(event);
      onTake(people);
      onClose();
    },
    { failed: t("attendance.loading_failed") },
  );
  return (
    <Dialog open onOpenChange={onClose} title={t("attendance.take")} description={t("attendance.take_text")}>
      {empty ? (
        <p role="status" className="mb-3 flex flex-wrap items-center gap-3 text-ink-2">
          {t("attendance.take_unconfirmed", { title: empty.title })}
          <ButtonLink size="s" to={attendanceHref(empty.id)}>
            {t("attendance.take_open")}
          </ButtonLink>
        </p>
      ) : null}
      <ListView source={source} items={items} empty={<EmptyState title={t("attendance.take_none")} />}>
        {(events) => (
          <ul className="rounded-m border border-line">
            {events.map((event) => (
              <li
                key={event.id}
                className="flex items-center gap-3 border-t border-line px-3.5 py-2 first:border-t-0"
              >
                <span className="min-w-0 flex-1 leading-[1.35]">
                  <span className="block font-book [overflow-wrap:anywhere]">{event.title}</span>
                  <span className="block hint">
                    {format.moment(event.startsAt)},{" "}
                    {t("attendance.take_signed_up", { count: event.attendees })}
                  </span>
                </span>
                <Button
                  size="s"
                  aria-label={t("attendance.take_of", { title: event.title })}
                  pending={take.running?.[0] === event}
                  icon={<PeopleIcon />}
                  onClick={() => void take.run(event)}
                >
                  {t("attendance.take_short")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </Dialog>
  );
}

/** A button that takes the people who were confirmed at an event of the reader's choice. */
export default function TakePeople({ onTake }: { onTake: (people: readonly Present[]) => void }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<PeopleIcon />} onClick={() => setIsOpen(true)}>
        {t("attendance.take")}
      </Button>
      {isOpen ? <EventsDialog onTake={onTake} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
