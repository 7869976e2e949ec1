import type { EventAnswer, EventStatus, StoredStatus } from "./events.schema.ts";

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
  own: { answer: EventAnswer; isSeated: boolean } | null;
}): EventState {
  const { status, own } = event;
  if (status === "cancelled") return status;
  const answer = own?.answer === "going" && !own.isSeated ? "waiting" : own?.answer;
  if (status === "completed") return answer === "going" ? "was_going" : "over";
  return answer && answer !== "withdrawn" ? answer : "open";
}
