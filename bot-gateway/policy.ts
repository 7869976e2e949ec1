import { ACTIVITIES_EVERY_MS } from "./protocol.ts";

/** Limits and times by which bots are run; all times in milliseconds. */
export type RunPolicy = {
  /** The wait after the first crash; doubled after each further one, up to `restartDelayMax`. */
  restartDelay: number;
  restartDelayMax: number;
  /** Two crashes within this time end a run. */
  crashPairWindow: number;
  /** `crashesMax` crashes within `crashWindow` end a run. */
  crashWindow: number;
  crashesMax: number;
  /** The time from the start of the process until Discord's READY. */
  startDeadline: number;
  /** How long a bot may take to log out before it is killed. */
  stopGrace: number;
  /** After this time its files count as good. */
  stayedUpAfter: number;
  commandDeadline: number;
  memoryMax: number;
  /** The time between two checks of a bot's memory; a fifth of it while the bot uses more than half of its quota. */
  memoryCheckEvery: number;
  identifyGap: number;
  /** The most IDENTIFYs with one token in 24 hours. */
  identifiesMax: number;
  /** Lines of output per second, sustained and in a burst. */
  logRate: number;
  logBurst: number;
  /**
   * Reports of the bot's module: one unit for each line, and one more for every 3,000 characters or ten activities in
   * it.
   */
  reportRate: number;
  reportBurst: number;
  /** The wait after the first failure to reach the worker; doubled after each further one, up to `retryMax`. */
  retryFirst: number;
  retryMax: number;
  /** The time from one report of presences and voice to the next; what is seen meanwhile is sent together. */
  activitiesEvery: number;
};

/**
 * The policy outside of tests. Discord resets the token of an application that identifies more than 1,000 times in 24
 * hours (https://docs.discord.com/developers/events/gateway#session-start-limit-object), hence 900.
 */
export const RUN_POLICY: RunPolicy = {
  restartDelay: 1_000,
  restartDelayMax: 60_000,
  crashPairWindow: 60_000,
  crashWindow: 600_000,
  crashesMax: 5,
  startDeadline: 60_000,
  stopGrace: 5_000,
  stayedUpAfter: 60_000,
  commandDeadline: 10_000,
  memoryMax: 256 * 1024 * 1024,
  memoryCheckEvery: 250,
  identifyGap: 5_000,
  identifiesMax: 900,
  logRate: 200,
  logBurst: 1_000,
  reportRate: 300,
  reportBurst: 800,
  retryFirst: 500,
  retryMax: 30_000,
  activitiesEvery: ACTIVITIES_EVERY_MS,
};
