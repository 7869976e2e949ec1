import { type SQL, sql } from "drizzle-orm";
import { BOT_BUDGET, type LogLine } from "../../../../bot-gateway/protocol.ts";
import type { Db, Statement } from "../../../lib/db/client.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { botErrors } from "../bots.errors.ts";
import { bytesOf } from "../bots.schema.ts";
import { bots, botUsage } from "../bots.table.ts";

/** What was stored of a bot in a minute, and what was left out. */
export type Usage = Omit<typeof botUsage.$inferSelect, "botId">;

const MINUTE_MS = 60_000;

/** How much more than a gateway's own budget is taken: its minutes begin at other moments, and a report may come late. */
const PATIENCE = 2;

/** The columns of a bot's usage in a query that left joins it; each is null for a bot that never reported. */
export const usageColumns = {
  minute: botUsage.minute,
  reports: botUsage.reports,
  activities: botUsage.activities,
  logLines: botUsage.logLines,
  logBytes: botUsage.logBytes,
  activitiesLeftOut: botUsage.activitiesLeftOut,
  linesLeftOut: botUsage.linesLeftOut,
};

const none = (minute: number): Usage => ({
  minute,
  reports: 0,
  activities: 0,
  logLines: 0,
  logBytes: 0,
  activitiesLeftOut: 0,
  linesLeftOut: 0,
});

/** What a bot may still have stored in the running minute. */
export class Allowance {
  readonly #usage: Usage;
  /** The line for its log about what was left out of an earlier minute. */
  readonly notice: string | null;

  /** @param before its usage as it is stored, null for none */
  constructor(before: Usage | null, now: Date) {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const isOver = before?.minute !== minute;
    this.#usage = isOver ? none(minute) : { ...before };
    const { activitiesLeftOut = 0, linesLeftOut = 0 } = isOver ? (before ?? {}) : {};
    this.notice =
      activitiesLeftOut + linesLeftOut > 0
        ? `Left out within a minute: ${activitiesLeftOut} activities and ${linesLeftOut} lines, more than a bot may have stored.`
        : null;
  }

  /** Counts a report. @throws AppError too_many_reports, where they are limited and the bot's gateway has sent so many */
  countReport(isLimited: boolean, now: Date): void {
    if (isLimited && this.#usage.reports >= PATIENCE * BOT_BUDGET.reports) {
      const seconds = Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1_000);
      throw botErrors.too_many_reports({ seconds }, { retryAfterSeconds: seconds });
    }
    this.#usage.reports += 1;
  }

  takeActivities<Item>(items: readonly Item[]): Item[] {
    const taken = items.slice(0, Math.max(0, PATIENCE * BOT_BUDGET.activities - this.#usage.activities));
    this.#usage.activities += taken.length;
    this.#usage.activitiesLeftOut += items.length - taken.length;
    return taken;
  }

  takeLines(lines: readonly LogLine[]): LogLine[] {
    return lines.filter(({ message }) => {
      const bytes = bytesOf(message);
      const isOver =
        this.#usage.logLines >= PATIENCE * BOT_BUDGET.logLines ||
        this.#usage.logBytes + bytes > PATIENCE * BOT_BUDGET.logBytes;
      if (isOver) this.#usage.linesLeftOut += 1;
      else {
        this.#usage.logLines += 1;
        this.#usage.logBytes += bytes;
      }
      return !isOver;
    });
  }

  get usage(): Usage {
    return this.#usage;
  }
}

/** A bot as a report's budget was reckoned from it. */
export type Reckoned = { botId: number; isCrmBot: boolean; before: Usage | null; after: Usage };

/** The guard that bots are as they were read, so that two reports at once do not spend one budget twice. */
export const isReckonedRight = (reckoned: readonly Reckoned[]): Guard =>
  guard(
    sql`not exists (select 1 from json_each(${JSON.stringify(
      reckoned.map(({ botId, isCrmBot, before }) => ({ botId, isCrmBot, ...before })),
    )}) s
      left join ${botUsage} u on u.bot_id = s.value ->> 'botId'
      left join ${bots} b on b.id = s.value ->> 'botId'
      where (u.minute, u.reports, b.is_crm_bot)
        is not (s.value ->> 'minute', s.value ->> 'reports', s.value ->> 'isCrmBot'))`,
    botErrors.gateway_busy(),
  );

const column = (name: keyof Usage): SQL => sql`s.value ->> ${sql.raw(`'${name}'`)}`;

/** The statement that stores what bots have used: a row for each. */
export function storeUsage(db: Db, reckoned: readonly Reckoned[]): Statement {
  const json = JSON.stringify(reckoned.map(({ botId, after }) => ({ botId, ...after })));
  return db.run(sql`insert into ${botUsage} (bot_id, minute, reports, activities, log_lines, log_bytes,
      activities_left_out, lines_left_out)
    select b.id, ${column("minute")}, ${column("reports")}, ${column("activities")}, ${column("logLines")},
      ${column("logBytes")}, ${column("activitiesLeftOut")}, ${column("linesLeftOut")}
    from json_each(${json}) s cross join ${bots} b on b.id = s.value ->> 'botId' where true
    on conflict (bot_id) do update set minute = excluded.minute, reports = excluded.reports,
      activities = excluded.activities, log_lines = excluded.log_lines, log_bytes = excluded.log_bytes,
      activities_left_out = excluded.activities_left_out, lines_left_out = excluded.lines_left_out`);
}
