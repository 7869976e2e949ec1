import { addDays } from "../../../lib/days.ts";
import { wallsOf } from "./expand.ts";
import { COUNT_LEAST, type Rule } from "./recurrence.schema.ts";

const dayOf = (wall: string) => wall.slice(0, 10);
const dayBefore = (wall: string) => addDays(dayOf(wall), -1);

/**
 * The rule of a new series that begins with a date of another: what is left of a count, and else the same. Where one date is
 * left it ends on that day, since a count is at least two.
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

/**
 * The rule of a series that ends on the day before, as it has one date a day; unchanged where it has none from then on.
 * @param wall after the start's day
 */
export function endedBefore(rule: Rule, start: string, wall: string): Rule {
  const [next] = wallsOf(rule, start, { after: `${dayBefore(wall)}T23:59`, limit: 1 });
  return next ? { ...rule, ends: { kind: "until", day: dayBefore(wall) } } : rule;
}
