import type { TimelineEntry } from "../../../worker/features/profiles/profiles.schema.ts";
import { PROSPECT_STATUSES } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";

type Key = Parameters<Translate>[0];
type Say = (key: Key) => string;

/** The sentence of an entry: its text by key, and the values in it. */
type Sentence = { key: Key; values: { from?: string; to?: string; minutes?: number } };

/** What an entry of a member's timeline says, in the words of `say` and `date`. */
export function sentenceOf(
  {
    kind,
    action,
    previousValue,
    newValue,
  }: Pick<TimelineEntry, "kind" | "action" | "previousValue" | "newValue">,
  say: Say,
  date: (value: string) => string,
): Sentence {
  const words = (value: string | null) => {
    if (!value) return undefined;
    if (action === "deadline") return date(value);
    const status = PROSPECT_STATUSES.find((each) => each === value);
    return status ? say(`status.${status}`) : value;
  };
  // Noon in the reader's zone is within the day.
  const day = (value: string | null) => date(`${value}T12:00`);
  if (kind === "leave")
    return { key: "members.log.leave_away", values: { from: day(previousValue), to: day(newValue) } };
  const isTitle = ["contract", "event", "attendance", "ship"].includes(kind);
  if (isTitle) return { key: `members.log.${kind}_${action}` as Key, values: { to: newValue ?? "" } };
  const [from, to] = [words(previousValue), words(newValue)];
  const values = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  switch (action) {
    case "time":
      return { key: "members.log.time", values: { minutes: Number(newValue) } };
    case "undo":
      return from && to ? { key: "members.log.undo_stage", values } : { key: "members.log.undo", values: {} };
    case "assigned":
    case "deadline":
    case "role":
    case "status": {
      const name = kind === "pipeline" && action === "status" ? "stage" : action;
      if (from && to) return { key: `members.log.${name}`, values };
      return { key: to ? `members.log.${name}_set` : `members.log.${name}_cleared`, values };
    }
    case "joined":
    case "discord":
      return { key: `members.log.${action}_set`, values };
    default:
      return { key: `members.log.${action}` as Key, values };
  }
}
