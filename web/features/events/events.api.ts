import type { Event, EventDetails, StripEvent } from "../../../worker/features/events/events.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError, request, withQuery } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { resource } from "../../lib/resource.ts";
import { useUser } from "../../lib/session.tsx";
import { answered, type Given, type Shown, standingOf } from "./places.ts";

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

/** How the reader stands to the events of five weeks from an instant. */
export const useStrip = (from: string) =>
  useOfOrganization<StripEvent[]>((id) => withQuery(`/api/events/${id}/strip`, { from }), ["events"]);

type Call = { call: string; method?: "POST" | "PUT" | "DELETE"; body?: object };

/** Changes who comes to an event; `guess` is shown until the answer arrives, and the event as it was after a failure. @throws ApiError */
async function change(event: Shown, { call, method = "POST", body }: Call, guess: Shown): Promise<Event> {
  await events.show(guess);
  try {
    const saved = await request<Event>(`/api/events/${event.id}${call}`, { method, body });
    await events.show(saved);
    return saved;
  } catch (error) {
    await events.show(event);
    throw error;
  } finally {
    events.refresh();
  }
}

/** The reader's own answers to an event. */
export function useAnswer(event: Shown) {
  const t = useT();
  const { user } = useUser();
  const me = user && { userId: user.id, displayName: user.displayName, avatarUrl: user.avatarUrl };
  const guess = (given: Given) => (me ? answered(event, me, given, Date.now()) : event);
  const join = useAction(
    (slotId: number | null, wait: boolean) =>
      change(
        event,
        { call: "/join", body: { slotId, wait } },
        guess({ answer: "going", slotId, isSeated: !wait }),
      ),
    {
      done: ({ own }) => ({
        title:
          own?.number == null
            ? t("events.joined", { title: event.title })
            : t("events.joined_waiting", { title: event.title, number: own.number }),
      }),
      failed: (error, slotId) => {
        const isFull = error instanceof ApiError && error.code === "event_full";
        tellFailure(error, {
          title: t("events.join_failed"),
          ...(isFull && {
            action: { label: t("events.join_waiting"), run: () => void join.run(slotId, true) },
          }),
        });
      },
    },
  );
  const leave = useAction(
    () => change(event, { call: "/leave" }, guess({ answer: "withdrawn", slotId: null, isSeated: false })),
    { done: { title: t("events.left", { title: event.title }) }, failed: t("events.answer_failed") },
  );
  const say = useAction(
    (answer: "maybe" | "declined") =>
      change(
        event,
        { call: "/answer", method: "PUT", body: { answer } },
        guess({ answer, slotId: null, isSeated: false }),
      ),
    { failed: t("events.answer_failed") },
  );
  return {
    join: (slotId: number | null, wait: boolean) => void join.run(slotId, wait),
    leave: () => void leave.run(),
    say: (answer: "maybe" | "declined") => void say.run(answer),
    pending: join.pending || leave.pending || say.pending,
    standing: standingOf(event),
  };
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
