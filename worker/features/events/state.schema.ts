import type { EventStatus, StoredStatus } from "./events.schema.ts";

/** What a list, a row and a card say of an event to their reader, on the web and in Discord alike. */
export type EventState =
  | "cancelled"
  /** Over, and the reader had a place. */
  | "was_going"
  | "over"
  | "going"
  | "waiting"
  | "maybe"
  | "declined"
  /** The reader has not answered, or has withdrawn. */
  | "open";

/** What an event is to its reader: what became of it comes before their own answer. */
export function stateOf(event: {
  status: EventStatus | StoredStatus;
  own: { answer: string; isSeated: boolean } | null;
}): EventState {
  const { status, own } = event;
  if (status === "cancelled") return "cancelled";
  const answer = !own || own.answer === "withdrawn" ? "open" : (own.answer as "going" | "maybe" | "declined");
  const standing = answer === "going" && !own?.isSeated ? "waiting" : answer;
  if (status !== "completed") return standing;
  return standing === "going" ? "was_going" : "over";
}
