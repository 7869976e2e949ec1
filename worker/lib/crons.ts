/** The cron expressions of wrangler.toml, in UTC; what each of them runs stands in jobs.ts. */
export const CRONS = { hourly: "0 * * * *", daily: "30 3 * * *", health: "*/5 * * * *" } as const;
export type Cron = keyof typeof CRONS;

const DAY = 24 * 60;
/** Days from the beginning of the epoch, a Thursday, to its first Sunday. */
const SUNDAY = 3;

/** How many minutes lie between two ticks, and how many after the beginning of the epoch the first one comes. */
const MINUTES: Record<Cron | "weekly", { every: number; first: number }> = {
  hourly: { every: 60, first: 0 },
  daily: { every: DAY, first: 3 * 60 + 30 },
  weekly: { every: 7 * DAY, first: SUNDAY * DAY + 3 * 60 + 30 },
  health: { every: 5, first: 0 },
};

/** Whether the daily tick is the weekly one, too: on Sundays. */
export const isWeekly = (now: Date): boolean => now.getUTCDay() === 0;

/** When a cron expression fires next, after `now`. */
export function nextTick(cron: Cron | "weekly", now: Date): Date {
  const { every, first } = MINUTES[cron];
  const minutes = Math.floor(now.getTime() / 60_000) - first;
  return new Date(((Math.floor(minutes / every) + 1) * every + first) * 60_000);
}
