/** The cron expressions of wrangler.toml, in UTC; what each of them runs stands in jobs.ts. */
export const CRONS = { hourly: "0 * * * *", daily: "30 3 * * *", health: "*/5 * * * *" } as const;
export type Cron = keyof typeof CRONS;

/** How many minutes lie between two ticks, and how many after midnight UTC the first one comes. */
const MINUTES: Record<Cron, { every: number; first: number }> = {
  hourly: { every: 60, first: 0 },
  daily: { every: 24 * 60, first: 3 * 60 + 30 },
  health: { every: 5, first: 0 },
};

/** When a cron expression fires next, after `now`. */
export function nextTick(cron: Cron, now: Date): Date {
  const { every, first } = MINUTES[cron];
  const minutes = Math.floor(now.getTime() / 60_000) - first;
  return new Date(((Math.floor(minutes / every) + 1) * every + first) * 60_000);
}
