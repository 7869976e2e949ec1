import { EVENT_TYPES } from "../../../worker/features/events/events.fields.ts";
import { flag, id, oneOf } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";

/** What dialogs do: find a time, subscribe to the calendar, plan an event, change or copy the open one, or cancel it. */
const FORMS = ["time", "calendar", "new", "edit", "copy", "cancel"] as const;

/** The filters of the agenda, and the other values of the tab's address. */
export const agendaFilters = filters(
  {
    type: oneOf(EVENT_TYPES),
    /** Only what the reader goes to, waits for or organizes. */
    mine: flag,
  },
  {
    show: oneOf(["upcoming", "past"], "upcoming"),
    /** The event whose panel is open. */
    event: id,
    form: oneOf(FORMS),
    /** The wish that a new event comes from. */
    wish: id,
  },
);

export const useAgenda = () => useFilters("/organization", agendaFilters);
export type AgendaList = ReturnType<typeof useAgenda>;
