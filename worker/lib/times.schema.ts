/**
 * A time within a text, which Discord shows in each reader's zone, and so do we.
 * https://discord.com/developers/docs/reference#message-formatting
 */
export const TIME_IN_TEXT = /<t:(\d{1,11})(?::[tTdDfFR])?>/;

/** An instant as a text holds it. */
export const timeInText = (instant: string): string => `<t:${Math.floor(Date.parse(instant) / 1000)}:F>`;

/** The instant of the seconds of `TIME_IN_TEXT`. */
export const instantOfSeconds = (seconds: string): string => new Date(Number(seconds) * 1000).toISOString();

/** The instants within a text, in its order and each once. */
export const timesIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(new RegExp(TIME_IN_TEXT, "g"))].map(([, seconds = ""]) => instantOfSeconds(seconds)),
  ),
];
