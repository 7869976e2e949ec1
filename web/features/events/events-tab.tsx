import { useState } from "react";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useNow } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { FindTimeDialog } from "../availability/index.ts";
import { CalendarFeedDialog } from "../calendar/index.ts";
import { FromWish } from "../wishes/index.ts";
import { agendaFilters, useAgenda } from "./address.ts";
import { Agenda, Drafts } from "./agenda.tsx";
import { EventDialog } from "./dialog/index.ts";
import { events, LIST_PAGE } from "./events.api.ts";
import { CARD_SKELETON, NextCard } from "./next-card.tsx";
import { Strip } from "./strip.tsx";

const EventPanel = lazyDialog(() => import("./event-panel.tsx"));

/** The events of the organization. */
export default function EventsTab() {
  const t = useT();
  const now = useNow();
  const list = useAgenda();
  const { address, isNarrowed, open, change, close } = list;
  const { show, event: openId, form } = address;
  const mayWrite = useCan("events.write");
  const isPast = show === "past";
  const coming = events.useList({}, { size: LIST_PAGE });
  const query = { show: isPast ? "past" : null, ...agendaFilters.query(address) };
  const source = events.useList(query, { size: LIST_PAGE });
  const next = coming.list?.items.find(
    ({ status, endsAt }) => status !== "cancelled" && Date.parse(endsAt) > now,
  );
  const create = mayWrite ? <Button onClick={() => change({ form: "new" })}>{t("events.new")}</Button> : null;
  /** The time that was found for a new event. */
  const [found, setFound] = useState<{ startsAt: string; lengthMinutes: number } | null>(null);
  const closeForm = () => {
    setFound(null);
    change({ form: null, wish: null });
  };
  const plan = (startsAt: string, lengthMinutes: number) => {
    setFound({ startsAt, lengthMinutes });
    change({ form: "new" });
  };
  return (
    <>
      {isPast ? null : <Strip onOpen={(id) => open({ event: id })} />}
      {isPast ? null : next ? (
        <NextCard key={next.id} event={next} now={now} list={list} />
      ) : coming.list || coming.error ? null : (
        CARD_SKELETON
      )}
      <Agenda
        list={list}
        source={source}
        leftOut={isPast || isNarrowed || !next ? null : next.id}
        now={now}
        create={create}
      />
      {mayWrite && !isPast ? <Drafts list={list} /> : null}
      {form === "time" ? (
        <FindTimeDialog
          returnFocus="[data-find-time]"
          onClose={closeForm}
          {...(mayWrite ? { onPlan: plan } : {})}
        />
      ) : null}
      {form === "calendar" ? (
        <CalendarFeedDialog returnFocus="[data-calendar-feed]" onClose={closeForm} />
      ) : null}
      {mayWrite && form === "new" ? (
        <FromWish id={address.wish} kind="event">
          {(terms, became) => (
            <EventDialog
              event={null}
              at={found}
              terms={terms}
              onClose={closeForm}
              onSaved={({ id }) => {
                became(id);
                change({ form: null, wish: null, event: id });
              }}
            />
          )}
        </FromWish>
      ) : null}
      {openId === null ? null : (
        <EventPanel key={openId} id={openId} list={list} onClose={() => close({ event: null, form: null })} />
      )}
    </>
  );
}
