import type { Event } from "../../../worker/features/events/events.schema.ts";
import { stateOf } from "../../../worker/features/events/state.schema.ts";

/** How the reader stands to an event, for a word about it; null where they have not answered. */
export function standingOf({ own }: Pick<Event, "own">) {
  const state = stateOf({ status: "upcoming", own });
  return state === "going" || state === "waiting" || state === "maybe" || state === "declined" ? state : null;
}
