import { addDays } from "../../../lib/days.ts";
import { wallsOf } from "./expand.ts";
import { COUNT_LEAST, type Rule } from "./recurrence.schema.ts";

const dayOf = (wall: string) => wall.slice(0, 10);
const dayBefore = (wall: string) => addDays(dayOf(wall), -1);

/**
 * The rule of a series that begins with a date of another: the rest of its count, otherwise the same. A single remaining date
 * ends on its day, since a count is at least two.
 * @param newStart the date in the series, before it is moved
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
 * The rule of a series that ends on the day before a date, with one date a day; unchanged where no dates follow.
 * @param wall after the start's day
 */
export function endedBefore(rule: Rule, start: string, wall: string): Rule {
  const [next] = wallsOf(rule, start, { after: `${dayBefore(wall)}T23:59`, limit: 1 });
  return next ? { ...rule, ends: { kind: "until", day: dayBefore(wall) } } : rule;
}
