import type { Readable } from "node:stream";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import type { RunPolicy } from "../policy.ts";
import { type ReportedActivity, reportedActivity } from "../protocol.ts";
import { followLines } from "./lines.ts";
import { Throttle } from "./throttle.ts";

const REPORT_LINE = 64 * 1024;
const CHARACTERS_A_UNIT = 3_000;
const ITEMS_A_UNIT = 10;
/** Reports that are read before other bots get their turn; each may take a millisecond or two. */
const REPORTS_AT_ONCE = 10;

const id = z.int().check(z.nonnegative());
const text = z.string().check(z.maxLength(4_000));

/** A report of the module inside a bot: one JSON object per line. */
const botReport = z.discriminatedUnion("type", [
  z.object({ type: z.literal("identify") }),
  z.object({
    type: z.literal("ready"),
    user: z.object({
      id: z.string().check(z.regex(/^\d{15,20}$/)),
      username: z.string().check(z.maxLength(100)),
    }),
  }),
  z.object({
    type: z.literal("disconnected"),
    code: z.nullable(z.int()),
    /** Seconds until the bot tries again, when it waits. */
    wait: z.optional(z.int().check(z.nonnegative(), z.maximum(3_600))),
  }),
  z.object({
    type: z.literal("fatal"),
    reason: z.enum(["token_refused", "intents_refused", "closed_by_discord"]),
    code: z.nullable(z.int()),
    detail: text,
  }),
  z.object({ type: z.literal("activity"), items: z.array(z.unknown()).check(z.maxLength(200)) }),
  z.object({ type: z.literal("command_done"), id }),
  z.object({ type: z.literal("command_failed"), id, detail: text }),
]);
export type BotReport = z.infer<typeof botReport>;

/**
 * Reads a bot's reports. A line that is too long or not a report is skipped and passed to `onRefused`. A bot that
 * reports faster than its rate is read more slowly.
 */
export function followReports(
  stream: Readable,
  options: {
    clock: Clock;
    policy: Pick<RunPolicy, "reportRate" | "reportBurst">;
    onReport: (report: BotReport) => void;
    onRefused: (why: string) => void;
  },
): Promise<void> {
  const { clock, policy, onReport, onRefused } = options;
  const throttle = new Throttle({ perSecond: policy.reportRate, burst: policy.reportBurst }, clock.now());
  return followLines(stream, {
    clock,
    limit: REPORT_LINE,
    atOnce: REPORTS_AT_ONCE,
    onLine: (line, wasCut) => {
      const report = wasCut ? null : parse(line);
      const items = report?.type === "activity" ? report.items.length : 0;
      const size = Math.max(line.length / CHARACTERS_A_UNIT, items / ITEMS_A_UNIT);
      throttle.force(clock.now(), 1 + Math.floor(size));
      if (report) onReport(report);
      else onRefused(wasCut ? `longer than ${REPORT_LINE} characters` : "not one that the gateway knows");
    },
    pauseAfter: (read) => {
      read();
      return throttle.wait(clock.now());
    },
  });
}

function parse(line: string): BotReport | null {
  try {
    const result = botReport.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/** Returns the valid items of an activity report that belong to the bot's own guild. */
export function readActivities(
  items: unknown[],
  guildId: string,
  clean: (text: string) => string,
): ReportedActivity[] {
  return items.flatMap((item) => {
    const result = reportedActivity.safeParse(item);
    if (!result.success || result.data.guildId !== guildId) return [];
    const { username, details } = result.data;
    return { ...result.data, username: clean(username), details: details === null ? null : clean(details) };
  });
}
