import { addDays } from "../../../lib/date-input.ts";

const PICKS = { day1: 1, days3: 3, days4: 4, days5: 5, weeks2: 14, months6: 180 };
/** Deadlines that take one click: name of the text and days from now. */
export const QUICK_PICKS = Object.entries(PICKS) as [keyof typeof PICKS, number][];

const DAY = 86_400_000;

/** The instant at this time of the day, some days from now; ISO 8601. */
export const inDays = (days: number, now = Date.now()): string => addDays(new Date(now), days).toISOString();

export const daysSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / DAY));
