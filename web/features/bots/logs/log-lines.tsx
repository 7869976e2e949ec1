import { Fragment, memo } from "react";
import type { BotLog, LogLevel } from "../../../../worker/features/bots/bots.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { calendarDays } from "../../../lib/format.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { highlight } from "./log-merge.ts";

const LEVEL_TEXT: Record<LogLevel, string> = {
  debug: "text-ink-3",
  info: "text-ink-2",
  warn: "text-wait",
  error: "text-stop",
};

/** Hours, minutes and seconds of the reader's own day. */
const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** One line; not drawn while it is out of sight. */
const LogLine = memo(function LogLine({ line, search }: { line: BotLog; search: string }) {
  const { timestamp, level, message } = line;
  const isLoud = level === "warn" || level === "error";
  return (
    <div className="grid grid-cols-[74px_52px_1fr] gap-x-2.5 px-[22px] py-0.5 [contain-intrinsic-size:auto_25px] [content-visibility:auto] max-md:grid-cols-[auto_1fr] max-md:px-4 max-md:py-1">
      <time dateTime={timestamp} title={timestamp} className="text-ink-3">
        {CLOCK.format(new Date(timestamp))}
      </time>
      <span className={LEVEL_TEXT[level] ?? "text-ink-2"}>{level}</span>
      <span
        className={cx(
          "min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap max-md:col-span-2",
          isLoud ? "text-ink" : "text-ink-2",
        )}
      >
        {highlight(message, search).map(({ text, at, found }) =>
          found ? (
            <mark key={at} className="rounded-[3px] bg-wait/30 text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
    </div>
  );
});

/** The lines of a log, with the date where a new day begins. */
export const LogLines = memo(function LogLines({ lines, search }: { lines: BotLog[]; search: string }) {
  const format = useFormat();
  return lines.map((line, at) => {
    const previous = lines[at - 1];
    const isNewDay =
      calendarDays(line.timestamp, previous ? Date.parse(previous.timestamp) : Date.now()) !== 0;
    return (
      <Fragment key={line.id}>
        {isNewDay ? (
          <p className="px-[22px] pt-2 pb-1 font-sans text-xs text-ink-3 max-md:px-4">
            {format.date(line.timestamp)}
          </p>
        ) : null}
        <LogLine line={line} search={search} />
      </Fragment>
    );
  });
});
