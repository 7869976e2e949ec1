import type { Event, EventDetails, Strip } from "../../../worker/features/events/events.schema.ts";
import { act, useAction } from "../../lib/action.ts";
import { ApiError, request, withQuery } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";
import type { Message } from "../../lib/toast.ts";
import { answered, type Given, type Shown } from "./places.ts";
import { standingOf } from "./standing.ts";

export const LIST_PAGE = 12;

export const events = resource<Event>({
  path: "/api/events",
  recordPath: (id) => `/api/events/${id}/details`,
  topics: ["events", "members"],
});

/** An event with its people, kept fresh; what an edit answered of it is not enough. */
export function useDetails(id: number) {
  const { data, error, mutate } = events.useOne(id);
  return { data: data && "people" in data ? (data as EventDetails) : undefined, error, mutate };
}

/** How the reader stands to the events of five weeks from an instant, and how many are over. */
export const useStrip = (from: string) =>
  useOfOrganization<Strip>((id) => withQuery(`/api/events/${id}/strip`, { from }), ["events"]);

type Call = { call: string; method?: "POST" | "PUT" | "DELETE"; body?: object };

/** The last change of each event that is being sent. */
const sending = new Map<number, Promise<unknown>>();

/**
 * Changes who comes to an event, one change after the other. The `guess` is shown until the answer to the last one arrives,
 * and the event as it was after a failure. @throws ApiError
 */
async function change(event: Shown, { call, method = "POST", body }: Call, guess: Shown): Promise<Event> {
  const { id } = event;
  const before = sending.get(id)?.catch(() => undefined);
  const send = async () => {
    await before;
    return request<Event>(`/api/events/${id}${call}`, { method, body });
  };
  const sent = send();
  sending.set(id, sent);
  const isLast = () => sending.get(id) === sent;
  await events.show(guess);
  try {
    const saved = await sent;
    if (isLast()) await events.show(saved);
    return saved;
  } catch (error) {
    if (isLast()) await events.show(event);
    throw error;
  } finally {
    if (isLast()) {
      sending.delete(id);
      events.refresh();
    }
  }
}

/** The reader's own answers to an event, each shown at once. */
export function useAnswer(event: Shown) {
  const t = useT();
  const { user } = useUser();
  const me = user && { userId: user.id, displayName: user.displayName, avatarUrl: user.avatarUrl };
  const { title } = event;
  const answer = (call: Call, given: Given) =>
    change(event, call, me ? answered(event, me, given, Date.now()) : event);
  const { own } = event;
  const slotOf = (slotId: number | null) =>
    event.slots.find(({ id }) => id === slotId)?.name ?? t("events.any_role");
  const seat = own?.answer === "going" && own.isSeated ? { slotId: own.slotId } : null;
  /** Takes the place back that the reader gives up, while it is free. */
  const undo = seat ? { action: { label: t("action.undo"), run: () => join(seat.slotId, false) } } : {};
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
  const leave = (): void =>
    void act(() => answer({ call: "/leave" }, { answer: "withdrawn", slotId: null, isSeated: false }), {
      done: { title: t("events.left", { title }), ...undo },
      failed: t("events.answer_failed"),
    });
  const say = (said: "maybe" | "declined"): void =>
    void act(
      () =>
        answer(
          { call: "/answer", method: "PUT", body: { answer: said } },
          { answer: said, slotId: null, isSeated: false },
        ),
      {
        // Only a place that is given up is worth a word.
        done: seat ? { title: t("events.left", { title }), ...undo } : undefined,
        failed: t("events.answer_failed"),
      },
    );
  return { join, leave, say, standing: standingOf(event) };
}

export type Answering = ReturnType<typeof useAnswer>;

/** Signing others up, and removing them. */
export function usePeople(event: EventDetails) {
  const t = useT();
  const add = useAction(
    (who: { userId?: number; guest?: string; slotId: number | null }, _name: string) =>
      change(event, { call: "/people", body: who }, event),
    {
      done: (_, __, name) => ({ title: t("events.person_added", { name }) }),
      failed: t("events.add_failed"),
    },
  );
  const remove = (answerId: number) =>
    change(event, { call: `/people/${answerId}`, method: "DELETE" }, event);
  return { add, remove };
}
