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
function clock(timestamp: string): string {
  const date = new Date(timestamp);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

function LogLine({ line, search }: { line: BotLog; search: string }) {
  const { timestamp, level, message } = line;
  const isLoud = level === "warn" || level === "error";
  return (
    <div className="grid grid-cols-[74px_52px_1fr] gap-x-2.5 px-[22px] py-0.5 max-md:grid-cols-[auto_1fr] max-md:px-4 max-md:py-1">
      <time dateTime={timestamp} title={timestamp} className="text-ink-3">
        {clock(timestamp)}
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
}

/** Ids that stand in one block. Blocks out of sight are not drawn, and those that stay the same not compared. */
const BLOCK = 64;

type BlockProps = { lines: BotLog[]; before: BotLog | undefined; search: string };

const isSame = (a: BlockProps, b: BlockProps) =>
  a.search === b.search &&
  a.before === b.before &&
  a.lines.length === b.lines.length &&
  a.lines[0] === b.lines[0] &&
  a.lines.at(-1) === b.lines.at(-1);

const Block = memo(function Block({ lines, before, search }: BlockProps) {
  const format = useFormat();
  return (
    <div className="[contain-intrinsic-size:auto_1600px] [content-visibility:auto]">
      {lines.map((line, at) => {
        const previous = lines[at - 1] ?? before;
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
      })}
    </div>
  );
}, isSame);

/** The lines of a log, with the date where a new day begins. */
export const LogLines = memo(function LogLines({ lines, search }: { lines: BotLog[]; search: string }) {
  const blocks = new Map<number, { from: number; lines: BotLog[] }>();
  lines.forEach((line, at) => {
    const id = Math.floor(line.id / BLOCK);
    const block = blocks.get(id);
    if (block) block.lines.push(line);
    else blocks.set(id, { from: at, lines: [line] });
  });
  return [...blocks].map(([id, block]) => (
    <Block key={id} lines={block.lines} before={lines[block.from - 1]} search={search} />
  ));
});
