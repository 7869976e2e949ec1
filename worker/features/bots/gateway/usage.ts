import { sql } from "drizzle-orm";
import { BOT_BUDGET, type LogLine } from "../../../../bot-gateway/protocol.ts";
import type { Db, Statement } from "../../../lib/db/client.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { botErrors } from "../bots.errors.ts";
import { bytesOf } from "../bots.schema.ts";
import { bots, botUsage } from "../bots.table.ts";

/** Counts of a bot's stored and dropped items in a minute. */
export type Usage = Omit<typeof botUsage.$inferSelect, "botId">;

const MINUTE_MS = 60_000;

/** Stored budgets of a gateway: its minutes begin at other moments, and a report may come late. */
const PATIENCE = 2;

const NONE = { reports: 0, activities: 0, logLines: 0, logBytes: 0, activitiesLeftOut: 0, linesLeftOut: 0 };

export class Allowance {
  readonly usage: Usage;
  /** The log line about items dropped in an earlier minute. */
  readonly notice: string | null;

  /** @param before the stored usage, null for none */
  constructor(before: Usage | null, now: Date) {
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    const isOver = before?.minute !== minute;
    this.usage = isOver ? { minute, ...NONE } : { ...before };
    const { activitiesLeftOut = 0, linesLeftOut = 0 } = isOver ? (before ?? {}) : {};
    this.notice =
      activitiesLeftOut + linesLeftOut > 0
        ? `Left out within a minute: ${activitiesLeftOut} activities and ${linesLeftOut} lines, more than a bot may have stored.`
        : null;
  }

  /** Counts a report. @throws AppError too_many_reports at the limit, if its number is limited */
  countReport(isLimited: boolean, now: Date): void {
    if (isLimited && this.usage.reports >= PATIENCE * BOT_BUDGET.reports) {
      const seconds = Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1_000);
      throw botErrors.too_many_reports({ seconds }, { retryAfterSeconds: seconds });
    }
    this.usage.reports += 1;
  }

  takeActivities<Item>(items: readonly Item[]): Item[] {
    const taken = items.slice(0, Math.max(0, PATIENCE * BOT_BUDGET.activities - this.usage.activities));
    this.usage.activities += taken.length;
    this.usage.activitiesLeftOut += items.length - taken.length;
    return taken;
  }

  takeLines(lines: readonly LogLine[]): LogLine[] {
    const { usage } = this;
    return lines.filter(({ message }) => {
      const logLines = usage.logLines + 1;
      const logBytes = usage.logBytes + bytesOf(message);
      const isTaken =
        logLines <= PATIENCE * BOT_BUDGET.logLines && logBytes <= PATIENCE * BOT_BUDGET.logBytes;
      if (isTaken) Object.assign(usage, { logLines, logBytes });
      else usage.linesLeftOut += 1;
      return isTaken;
    });
  }
}

export type Reckoned = { botId: number; isCrmBot: boolean; before: Usage | null; after: Usage };

/** The guard that budgets are unchanged, so that two reports at once do not spend one twice. */
export function guardReckoned(reckoned: readonly Reckoned[]): Guard {
  const read = reckoned.map(({ botId, isCrmBot, before }) => ({ botId, isCrmBot, ...before }));
  return guard(
    sql`not exists (select 1 from json_each(${JSON.stringify(read)}) s
      left join ${botUsage} u on u.bot_id = s.value ->> 'botId'
      left join ${bots} b on b.id = s.value ->> 'botId'
      where (u.minute, u.reports, b.is_crm_bot)
        is not (s.value ->> 'minute', s.value ->> 'reports', s.value ->> 'isCrmBot'))`,
    botErrors.gateway_busy(),
  );
}

export function storeUsage(db: Db, reckoned: readonly Reckoned[]): Statement {
  const json = JSON.stringify(reckoned.map(({ botId, after }) => ({ botId, ...after })));
  return db.run(sql`insert into ${botUsage} (bot_id, minute, reports, activities, log_lines, log_bytes,
      activities_left_out, lines_left_out)
    select b.id, s.value ->> 'minute', s.value ->> 'reports', s.value ->> 'activities', s.value ->> 'logLines',
      s.value ->> 'logBytes', s.value ->> 'activitiesLeftOut', s.value ->> 'linesLeftOut'
    from json_each(${json}) s cross join ${bots} b on b.id = s.value ->> 'botId' where true
    on conflict (bot_id) do update set minute = excluded.minute, reports = excluded.reports,
      activities = excluded.activities, log_lines = excluded.log_lines, log_bytes = excluded.log_bytes,
      activities_left_out = excluded.activities_left_out, lines_left_out = excluded.lines_left_out`);
}
