/** The cron expressions of wrangler.toml, in UTC; what each of them runs stands in jobs.ts. */
export const CRONS = { hourly: "0 * * * *", daily: "30 3 * * *" } as const;
