import { WITHDRAW_OUTCOMES } from "../../../../../worker/features/prospects/pipeline.schema.ts";
import {
  CORRECTABLE,
  type ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import type { Translate } from "../../../../lib/i18n/i18n.ts";
import { isStatus } from "../../stages.ts";

type Key = Parameters<Translate>[0];
type Say = (key: Key, values?: Record<string, string | number>) => string;

/** A sentence of the log: its text by key, and the values in it; `from` is a value that no longer holds. */
type Sentence = { key: Key; values: Readonly<Record<string, string>> };

/** The sentence of a value that changed: one for each of set, taken away and changed; none where there is no value. */
function changed(
  keys: { set: Key; cleared: Key; both: Key },
  from: string | null,
  to: string | null,
  more: Record<string, string> = {},
): Sentence[] {
  if (from !== null && to !== null) return [{ key: keys.both, values: { ...more, from, to } }];
  if (to !== null) return [{ key: keys.set, values: { ...more, to } }];
  return from === null ? [] : [{ key: keys.cleared, values: { ...more, from } }];
}

/** The sentences of a field that has another value. */
const OF_FIELD = {
  both: "prospect.log.corrected_from_to",
  set: "prospect.log.corrected_set",
  cleared: "prospect.log.corrected_cleared",
} as const;

/**
 * What a history entry says, as sentences: the change itself, then every field that changed with it. Fields that the log
 * does not know are left out. Notes are shown as text beside it.
 */
export function sentencesOf(
  {
    action,
    previousValue,
    newValue,
    changes,
  }: Omit<ProspectHistoryEntry, "id" | "createdAt" | "performedBy">,
  say: Say,
  time: (value: string) => string,
): Sentence[] {
  const stage = (value: string | null) => (value && isStatus(value) ? say(`status.${value}`) : null);
  const instant = (value: string | null) => (value ? time(value) : null);

  function ofAction(): Sentence[] {
    const [from, to] = [previousValue, newValue];
    switch (action) {
      case "status":
        return ofStage(stage(from), stage(to));
      case "undo":
        return [{ key: "prospect.log.undone", values: {} }, ...ofStage(stage(from), stage(to))];
      case "assigned":
        return ofAssignee(from, to);
      case "deadline":
        return ofDeadline(from, to);
      case "discord": {
        const at = stage(to);
        return at ? [{ key: "prospect.log.discord_at", values: { to: at } }] : [];
      }
      case "time":
        return [
          {
            key: "prospect.log.time",
            values: { minutes: say("prospect.time.amount", { minutes: Number(to ?? 0) }) },
          },
        ];
      case "merged":
      case "unmerged":
        return to ? [{ key: `prospect.log.${action}`, values: { name: to } }] : [];
      case "created":
      case "deleted":
      case "restored":
      case "applied":
        return [{ key: `prospect.log.${action}`, values: {} }];
      default:
        return [];
    }
  }

  const ofStage = (from: string | null, to: string | null) =>
    changed(
      { both: "prospect.log.from_to", set: "prospect.log.stage_set", cleared: "prospect.log.stage_cleared" },
      from,
      to,
    );
  const ofAssignee = (from: string | null, to: string | null) =>
    changed(
      {
        both: "prospect.log.assigned",
        set: "prospect.log.assigned_set",
        cleared: "prospect.log.assigned_cleared",
      },
      from,
      to,
    );
  const ofDeadline = (from: string | null, to: string | null) =>
    changed(OF_FIELD, instant(from), instant(to), { field: say("prospect.field.deadline") });

  function ofField(name: string, from: string | null, to: string | null): Sentence[] {
    const fact = CORRECTABLE.find((each) => each === name);
    if (fact) {
      const field = say(`prospect.fact.${fact}`);
      // The log does not keep the values of every fact.
      if (from === null && to === null) return [{ key: "prospect.log.corrected", values: { field } }];
      return changed(OF_FIELD, from, to, { field });
    }
    if (name === "deadline") return ofDeadline(from, to);
    if (name === "status") return ofStage(stage(from), stage(to));
    if (name === "assignedTo") return ofAssignee(from, to);
    if (name === "discordRole" && to) return [{ key: "prospect.log.discord_role", values: { to } }];
    const outcome = name === "outcome" && WITHDRAW_OUTCOMES.find((each) => each === to);
    return outcome
      ? [{ key: "prospect.log.outcome", values: { outcome: say(`prospect.outcome.${outcome}`) } }]
      : [];
  }

  return [
    ...ofAction(),
    ...Object.entries(changes ?? {}).flatMap(([name, { from, to }]) => ofField(name, from, to)),
  ];
}
