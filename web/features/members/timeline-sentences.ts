import type { TimelineEntry } from "../../../worker/features/profiles/profiles.schema.ts";
import { PROSPECT_STATUSES } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";

type Key = Parameters<Translate>[0];
type Say = (key: Key, values?: Record<string, number>) => string;

/** The sentence of an entry: its text by key, and the values in it; `from` is a value that no longer holds. */
type Sentence = { key: Key; values: { [name in "from" | "to" | "name" | "field" | "minutes"]?: string } };

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
  const changed = (both: Key, set: Key, cleared: Key, field?: Key): Sentence => ({
    key: from && to ? both : to ? set : cleared,
    values: { ...values, ...(field && { field: say(field) }) },
  });
  const ofField = (field: Key) =>
    changed(
      "prospect.log.corrected_from_to",
      "prospect.log.corrected_set",
      "prospect.log.corrected_cleared",
      field,
    );
  switch (action) {
    case "time": {
      const minutes = say("prospect.time.amount", { minutes: Number(newValue) });
      return { key: "prospect.log.time", values: { minutes } };
    }
    case "undo":
      return { key: "prospect.log.undone", values: {} };
    case "assigned":
      return changed("prospect.log.assigned", "prospect.log.assigned_set", "prospect.log.assigned_cleared");
    case "deadline":
      return ofField("prospect.field.deadline");
    case "role":
      return ofField("members.role");
    case "status":
      return kind === "pipeline"
        ? changed("prospect.log.from_to", "prospect.log.stage_set", "prospect.log.stage_cleared")
        : ofField("members.status");
    case "joined":
      return { key: "members.log.joined_set", values };
    case "discord":
      return { key: "prospect.log.discord_at", values };
    case "merged":
    case "unmerged":
      return { key: `prospect.log.${action}`, values: { name: to ?? "" } };
    case "created":
    case "deleted":
    case "restored":
      return { key: `prospect.log.${action}`, values: {} };
    default:
      return { key: `members.log.${action}` as Key, values };
  }
}
