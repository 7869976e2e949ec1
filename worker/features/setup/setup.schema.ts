import * as z from "zod/mini";
import { BOT_FAULTS, syncTrial } from "../discord/discord.schema.ts";

/** The steps of setting an organization up, in their order. */
export const SETUP_STEPS = ["bot", "roles", "members", "administrators", "news", "backup"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

const step = z.object({
  /** Whether it is fulfilled, as last measured. */
  isHeld: z.boolean(),
  /** When it was measured or done; null for a present count, and before the first time. */
  at: z.nullable(z.string()),
});

/** State of an organization's setup, GET /api/setup/{orgId}. */
export const setup = z.object({
  /** Whether an administrator has closed it, so that it is hidden. */
  isDismissed: z.boolean(),
  bot: z.extend(step, {
    hasToken: z.boolean(),
    /** Why Discord did not answer the bot's last call; null if it did, and before the first time. */
    fault: z.nullable(z.enum(BOT_FAULTS)),
    ms: z.nullable(z.number()),
    /** The server as it was last read; null before the first time. */
    server: z.nullable(z.string()),
    people: z.nullable(z.number()),
    roles: z.nullable(z.number()),
  }),
  roles: z.extend(step, {
    /** Names of the mapped Discord roles. */
    mapped: z.array(z.string()),
  }),
  members: z.extend(step, {
    isRunning: z.boolean(),
    /** People of the server in the newest complete sync; null before it. */
    read: z.nullable(z.number()),
    /** Active members. */
    members: z.number(),
    /** Why the newest sync failed. */
    why: z.nullable(z.string()),
    /** The newest trial; null before it, and where the mappings changed since. */
    trial: z.nullable(syncTrial),
  }),
  administrators: z.extend(step, { count: z.number() }),
  news: z.extend(step, {
    /** Kinds of news, those with a channel, and those whose channel the bot cannot write in. */
    kinds: z.number(),
    chosen: z.number(),
    broken: z.number(),
    /** Text channels in which the bot may write; null before a count. */
    channels: z.nullable(z.number()),
  }),
  backup: z.extend(step, {
    /** Whether there is a bucket for nightly backups. */
    hasBucket: z.boolean(),
  }),
});
export type Setup = z.infer<typeof setup>;
