import type { Event, EventDetails, Strip } from "../../../worker/features/events/events.schema.ts";
import { act, useAction } from "../../lib/action.ts";
import { ApiError, withQuery } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { actUndoable, UNDO_SHOWN } from "../../lib/held.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { type Call, resource } from "../../lib/resource.ts";
import type { Message } from "../../lib/toast.ts";
import { type Given, ownAfter } from "./places.ts";
import { standingOf } from "./standing.ts";

export const LIST_PAGE = 12;

export const events = resource<Event, EventDetails>({
  path: "/api/events",
  detailsPath: (id) => `/api/events/${id}/details`,
  topics: ["events", "members"],
});

/** The reader's standing in the events of five weeks from an instant, and the number of past events. */
export const useStrip = (from: string) =>
  useOfOrganization<Strip>((id) => withQuery(`/api/events/${id}/strip`, { from }), ["events"]);

/** The reader's own answers to an event, each shown at once; which place they have is the server's answer. */
export function useAnswer(event: Event) {
  const t = useT();
  const { id, title, own } = event;
  const answer = (call: Call<Event>, given: Given) =>
    events.call(id, { ...call, patch: { own: ownAfter(own, given) } });
  const slotOf = (slotId: number | null) =>
    event.slots.find(({ id }) => id === slotId)?.name ?? t("events.any_role");
  const seat = own?.answer === "going" && own.isSeated ? { slotId: own.slotId } : null;
  /** Takes back the place that the reader left for another one, while it is free. */
  const undo = seat && {
    action: { label: t("action.undo"), run: () => join(seat.slotId, false) },
    duration: UNDO_SHOWN,
  };
  const joined = ({ own: is }: Event, slotId: number | null): Message => {
    if (is?.waitsFor)
      return {
        title: t("events.waits_for", { slot: slotOf(is.waitsFor.slotId), number: is.waitsFor.number }),
      };
    if (is?.number != null) return { title: t("events.joined_waiting", { title, number: is.number }) };
    const isMoved = seat !== null && seat.slotId !== slotId;
    return isMoved
      ? { title: t("events.moved", { slot: slotOf(slotId), from: slotOf(seat.slotId) }), ...undo }
      : { title: t("events.joined", { title }) };
  };
  /** With `wait` the reader goes on the waiting list where all places are taken, and keeps the place that they have. */
  const join = (slotId: number | null, wait: boolean): void =>
    void act(
      () => answer({ call: "/join", body: { slotId, wait } }, { answer: "going", slotId, isSeated: !wait }),
      {
        done: (saved) => joined(saved, slotId),
        failed: (error) => {
          const isFull = error instanceof ApiError && error.code === "event_full";
          tellFailure(error, {
            title: t("events.join_failed"),
            ...(isFull && { action: { label: t("events.join_waiting"), run: () => join(slotId, true) } }),
          });
        },
      },
    );
  /** Answers otherwise; who gives up a place, or one on the waiting list, can undo that before anybody gets it. */
  const decline = (call: Call<Event>, given: Given): void => {
    const failed = t("events.answer_failed");
    if (own?.answer !== "going") void act(() => answer(call, given), { failed });
    else
      void actUndoable(
        { title: t("events.left", { title }) },
        (when) => answer({ ...call, when }, given),
        failed,
      );
  };
  const leave = (): void => decline({ call: "/leave" }, { answer: "withdrawn" });
  const say = (choice: "maybe" | "declined"): void =>
    decline({ call: "/answer", method: "PUT", body: { answer: choice } }, { answer: choice });
  return { join, leave, say, standing: standingOf(event) };
}

export type Answering = ReturnType<typeof useAnswer>;

/** Signing others up, and removing them. */
export function usePeople({ id }: EventDetails) {
  const t = useT();
  const add = useAction(
    (who: { userId?: number; guest?: string; slotId: number | null }, _name: string) =>
      events.call(id, { call: "/people", body: who }),
    {
      done: (_, __, name) => ({ title: t("events.person_added", { name }) }),
      failed: t("events.add_failed"),
    },
  );
  const remove = (answerId: number) => events.call(id, { call: `/people/${answerId}`, method: "DELETE" });
  return { add, remove };
}
