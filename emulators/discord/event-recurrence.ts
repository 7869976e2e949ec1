import {
  type APIGuildScheduledEventRecurrenceRule,
  GuildScheduledEventRecurrenceRuleFrequency as Frequency,
} from "discord-api-types/v10";
import { isObject, type JsonObject } from "./http.ts";
import { wholeTimestamp } from "./snowflake.ts";

type Rule = APIGuildScheduledEventRecurrenceRule;

/** The sets of weekdays that a daily event may have, Monday being 0. */
const dailySets = new Set(["0,1,2,3,4", "1,2,3,4,5", "0,1,2,3,6", "4,5", "5,6", "0,6"]);

/**
 * Returns the rule of a request in the form in which it is answered; calls `refuse` for one that Discord does not
 * take. https://docs.discord.com/developers/resources/guild-scheduled-event#guild-scheduled-event-recurrence-rule-object
 */
export function readRule(
  value: unknown,
  before: Rule | null,
  refuse: (message: string) => void,
): Rule | null {
  if (value === undefined) return before;
  if (value === null) return null;
  const problem = isObject(value) ? problemOf(value) : "The rule must be an object.";
  if (problem || !isObject(value)) {
    refuse(problem ?? "");
    return before;
  }
  const list = <Item>(field: string): Item[] | null =>
    Array.isArray(value[field]) && value[field].length > 0 ? value[field] : null;
  return {
    start: wholeTimestamp(Date.parse(String(value["start"]))),
    end: null,
    frequency: value["frequency"] as Frequency,
    interval: typeof value["interval"] === "number" ? value["interval"] : 1,
    by_weekday: list("by_weekday"),
    by_n_weekday: list("by_n_weekday"),
    by_month: list("by_month"),
    by_month_day: list("by_month_day"),
    by_year_day: null,
    count: null,
  };
}

function problemOf(rule: JsonObject): string | undefined {
  const { frequency } = rule;
  const interval = rule["interval"] ?? 1;
  const items = (field: string): unknown[] => (Array.isArray(rule[field]) ? rule[field] : []);
  const weekdays = items("by_weekday");
  const [isDaily, isWeekly] = [frequency === Frequency.Daily, frequency === Frequency.Weekly];
  if (Number.isNaN(Date.parse(String(rule["start"])))) return "The start must be a time.";
  if (typeof frequency !== "number" || Frequency[frequency] === undefined)
    return "The frequency must be from 0 to 3.";
  if (interval !== 1 && !(isWeekly && interval === 2))
    return "The interval must be 1, or 2 for weekly events.";
  for (const field of ["count", "end", "by_year_day"])
    if (rule[field] !== undefined && rule[field] !== null) return `${field} cannot be set.`;
  if (weekdays.length > 0 && !isDaily && !isWeekly) return "by_weekday is for daily and weekly events.";
  if (isWeekly && weekdays.length > 1) return "A weekly event has one weekday.";
  if (isDaily && weekdays.length > 0 && !dailySets.has(weekdays.map(Number).sort().join()))
    return "A daily event has a known set of weekdays.";
  const [monthly, yearly] = [items("by_n_weekday").length, items("by_month").length];
  if (monthly > (frequency === Frequency.Monthly ? 1 : 0))
    return "by_n_weekday is one day of monthly events.";
  if (yearly > (frequency === Frequency.Yearly ? 1 : 0) || yearly !== items("by_month_day").length)
    return "by_month and by_month_day are one date of yearly events.";
  return undefined;
}
