import { wallsOf } from "./expand.ts";
import { COUNT_LEAST, type Rule } from "./recurrence.schema.ts";

const dayOf = (wall: string) => wall.slice(0, 10);

function dayBefore(wall: string): string {
  const day = new Date(dayOf(wall));
  day.setUTCDate(day.getUTCDate() - 1);
  return dayOf(day.toISOString());
}

/**
 * The rule of a series from one of its dates on, which becomes the start of a new one. A last single date ends on its day,
 * because no count says one.
 * @param newStart the date as the series has it, before it is moved
 */
export function ruleFrom(rule: Rule, start: string, newStart: string): Rule {
  if (rule.ends.kind !== "count") return rule;
  const before = wallsOf(rule, start, { limit: rule.ends.count }).filter((wall) => wall < newStart);
  const count = rule.ends.count - before.length;
  return {
    ...rule,
    ends: count < COUNT_LEAST ? { kind: "until", day: dayOf(newStart) } : { kind: "count", count },
  };
}

/** The rule of a series without its dates from a time on; unchanged where it has none. The start stays, so it is before. */
export function endedBefore(rule: Rule, start: string, wall: string): Rule {
  const [next] = wallsOf(rule, start, { after: `${dayBefore(wall)}T23:59`, limit: 1 });
  return next ? { ...rule, ends: { kind: "until", day: dayBefore(wall) } } : rule;
}
