/** Seconds and style of a time. https://discord.com/developers/docs/reference#message-formatting */
const TIME = /t:(\d{1,11})(?::[tTdDfFR])?/.source;

/** A time within a text, which Discord shows in each reader's zone, and so do we. */
export const TIME_IN_TEXT = new RegExp(`<${TIME}>`);
const ESCAPED = new RegExp(`\\\\<(${TIME})\\\\>`, "g");

/** An instant as Discord shows it in the reader's zone and language: `R` in how long, `F` with the day, `t` the time. */
export const timestamp = (instant: string, style: "R" | "F" | "D" | "t" = "F"): string =>
  `<t:${Math.floor(Date.parse(instant) / 1000)}:${style}>`;

/** The instant of the seconds of `TIME_IN_TEXT`. */
export const instantOfSeconds = (seconds: string): string => new Date(Number(seconds) * 1000).toISOString();

/** The instants within a text, in its order and each once. */
export const timesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(new RegExp(TIME_IN_TEXT, "g"))].map(([, seconds = ""]) => instantOfSeconds(seconds)),
  ),
];

/** A text whose formatting was escaped for Discord, with its times as they were. */
export const withTimes = (escaped: string): string => escaped.replace(ESCAPED, "<$1>");
