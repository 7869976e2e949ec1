import type { Event } from "../../../worker/features/events/events.schema.ts";
import { stateOf } from "../../../worker/features/events/state.schema.ts";

/** Returns the reader's standing in an event, for a word about it; null without an answer of theirs. */
export function standingOf({ own }: Pick<Event, "own">) {
  const state = stateOf({ status: "upcoming", own });
  return state === "going" || state === "waiting" || state === "maybe" || state === "declined" ? state : null;
}

/** The event that the reader goes to next, else the next that they have not declined; and the next without their answer. */
export function tonightOf(list: readonly Event[], now: number) {
  const open = list.filter(
    (event) =>
      event.status !== "cancelled" && Date.parse(event.endsAt) > now && standingOf(event) !== "declined",
  );
  const isTaken = (event: Event) => ["going", "waiting"].includes(standingOf(event) ?? "");
  const next = open.find(isTaken) ?? open[0];
  const unanswered = open.find((event) => event !== next && standingOf(event) === null && event.can.answer);
  return { next, unanswered };
}
