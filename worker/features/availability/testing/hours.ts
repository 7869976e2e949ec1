import { WEEK_HOURS } from "../availability.schema.ts";

/** The hours of a usual week: those given are marked, Monday 00 is 0. */
export const hoursOf = (...marked: number[]): string =>
  Array.from({ length: WEEK_HOURS }, (_, hour) => (marked.includes(hour) ? "1" : "0")).join("");

/** An hour of the week by its day, 0 for Monday. */
export const hourOf = (day: number, hour: number): number => day * 24 + hour;
