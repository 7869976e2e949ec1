import type { Event } from "../../../worker/features/events/events.schema.ts";

/** How the reader stands to an event, for a word about it; null where they have not answered. */
export function standingOf({ own }: Pick<Event, "own">) {
  if (!own || own.answer === "withdrawn") return null;
  if (own.answer !== "going") return own.answer;
  return own.isSeated ? "going" : "waiting";
}
