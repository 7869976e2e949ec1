import type { Event } from "../../../worker/features/events/events.schema.ts";
import { stateOf } from "../../../worker/features/events/state.schema.ts";

/** Returns the reader's standing in an event, for a word about it; null without an answer of theirs. */
export function standingOf({ own }: Pick<Event, "own">) {
  const state = stateOf({ status: "upcoming", own });
  return state === "going" || state === "waiting" || state === "maybe" || state === "declined" ? state : null;
}
