import {
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import useSWR from "swr";
import type { Bot, BotLog, LogLevel } from "../../../../worker/features/bots/bots.schema.ts";
import { request, withQuery } from "../../../lib/api.ts";
import { cx } from "../../../lib/cx.ts";
import { download } from "../../../lib/download.ts";
import { calendarDays } from "../../../lib/format.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useLiveState, watchBotLog } from "../../../lib/live.ts";
import { createStore, useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Dot } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Input, Select } from "../../../ui/field.tsx";
import { ArrowDownIcon, DownloadIcon, FileIcon, PauseIcon, PlayIcon } from "../../../ui/icons.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { ManagerBar, Notice } from "../manager/manager-bar.tsx";
import { filterLines, highlight, LEVEL_FILTERS, type LevelFilter, logFile, mergeLines } from "./log-merge.ts";

/** Milliseconds between polls while the live connection is not open. */
const POLL = 2_000;

/** Makes a scrolling element reachable by keyboard. */
const REACHABLE = { tabIndex: 0 };
/** Distance from the end that counts as the end, in pixels. */
const NEAR_END = 40;

/** The log of a bot, pushed or polled. After an interruption the request begins at the last complete line. */
function useBotLog(botId: number) {
  const [lines, setLines] = useState<BotLog[]>();
  /** Lines up to this id are complete; before pushed lines some may be missing. */
  const upTo = useRef(0);
  const isLive = useLiveState() === "open";
  const ask = async () => {
    const path = withQuery(`/api/discord-bots/${botId}/logs`, { after: upTo.current || null });
    const answer = await request<BotLog[]>(path);
    upTo.current = Math.max(upTo.current, ...answer.map(({ id }) => id));
    setLines((known = []) => mergeLines(known, answer));
    return upTo.current;
  };
  const { error, mutate } = useSWR(["bot-log", botId], ask, {
    refreshInterval: isLive ? 0 : POLL,
    revalidateIfStale: true,
    dedupingInterval: 0,
  });
  useEffect(() => {
    const add = (more: BotLog[]) => setLines((known = []) => mergeLines(known, more));
    return watchBotLog(botId, add, () => void mutate());
  }, [botId, mutate]);
  return { lines, error, isLive, retry: () => void mutate() };
}

/** Keeps the end in view while the log grows, until the user scrolls up. */
function useFollow() {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [follows] = useState(() => createStore(true));
  const lastTop = useRef(0);
  const toEnd = () => {
    follows.set(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useLayoutEffect(() => {
    const node = box.current;
    if (!node || !content.current) return;
    // The height of lines that were never rendered is estimated, so the end moves when they are.
    const observer = new ResizeObserver(() => {
      if (follows.get()) node.scrollTop = node.scrollHeight;
    });
    observer.observe(content.current);
    observer.observe(node);
    return () => observer.disconnect();
  }, [follows]);
  const onScroll = () => {
    const node = box.current;
    if (!node) return;
    const isNear = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END;
    // Growth also moves the end away; only scrolling up means that the user reads.
    if (isNear || node.scrollTop < lastTop.current) follows.set(isNear);
    lastTop.current = node.scrollTop;
  };
  return { box, content, isAtEnd: useStore(follows), toEnd, onScroll };
}

const LEVEL_TEXT: Record<LogLevel, string> = {
  debug: "text-ink-3",
  info: "text-ink-2",
  warn: "text-wait",
  error: "text-stop",
};

const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const MESSAGE = "min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap max-md:col-span-2";

/** One line, after the date of a new day; the browser skips its rendering while it is off screen. */
const LogLine = memo(function LogLine(props: { line: BotLog; search: string; day: string | null }) {
  const { timestamp, level, message } = props.line;
  const isLoud = level === "warn" || level === "error";
  return (
    <>
      {props.day ? <p className="pad-wide pt-2 pb-1 font-sans text-xs text-ink-3">{props.day}</p> : null}
      <div className="grid grid-cols-[74px_52px_1fr] gap-x-2.5 pad-wide py-0.5 [contain-intrinsic-size:auto_25px] [content-visibility:auto] max-md:grid-cols-[auto_1fr] max-md:py-1">
        <time dateTime={timestamp} title={timestamp} className="text-ink-3">
          {CLOCK.format(new Date(timestamp))}
        </time>
        <span className={LEVEL_TEXT[level] ?? "text-ink-2"}>{level}</span>
        <span className={cx(MESSAGE, isLoud ? "text-ink" : "text-ink-2")}>
          {highlight(message, props.search).map(({ text, at, found }) =>
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
    </>
  );
});

const LogLines = memo(function LogLines({ lines, search }: { lines: BotLog[]; search: string }) {
  const format = useFormat();
  return lines.map((line, at) => {
    const previous = lines[at - 1];
    const before = previous ? Date.parse(previous.timestamp) : Date.now();
    const day = calendarDays(line.timestamp, before) === 0 ? null : format.date(line.timestamp);
    return <LogLine key={line.id} line={line} search={search} day={day} />;
  });
});

function save(name: string, lines: BotLog[]): void {
  const fileName = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "bot";
  download(`${fileName}.log`, new Blob([logFile(lines)], { type: "text/plain" }));
}

export function LogsTab({ bot, bar }: { bot: Bot; bar: ReactNode }) {
  const t = useT();
  const { lines, error, isLive, retry } = useBotLog(bot.id);
  const [level, setLevel] = useState<LevelFilter>("all");
  const [search, setSearch] = useState("");
  /** The lines at the time of the pause. */
  const [paused, setPaused] = useState<BotLog[] | null>(null);
  const wanted = useDeferredValue(search);
  const all = paused ?? lines;
  const shown = useMemo(() => filterLines(all ?? [], level, wanted), [all, level, wanted]);
  const { box, content, isAtEnd, toEnd, onScroll } = useFollow();
  const last = paused?.at(-1)?.id ?? 0;
  const waiting = paused ? (lines ?? []).filter(({ id }) => id > last).length : 0;
  const isFiltered = level !== "all" || wanted.trim() !== "";
  const stateText = paused
    ? t("bots.log.waiting", { count: waiting })
    : t(isLive ? "bots.log.live" : "bots.log.polling");
  const pauseText = t(paused ? "bots.log.resume" : "bots.log.pause");
  const showAll = () => {
    setSearch("");
    setLevel("all");
  };
  return (
    <>
      <ManagerBar tabs={bar}>
        <Input
          type="search"
          size="s"
          className="min-w-0 max-md:basis-full md:w-[190px]"
          aria-label={t("bots.log.search")}
          placeholder={t("bots.log.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          size="s"
          className="w-auto max-md:grow"
          aria-label={t("bots.log.level")}
          value={level}
          options={LEVEL_FILTERS.map((value) => ({ value, label: t(`bots.log.level.${value}`) }))}
          onChange={(event) => setLevel(LEVEL_FILTERS.find((each) => each === event.target.value) ?? "all")}
        />
        <Button
          size="s"
          icon={paused ? <PlayIcon /> : <PauseIcon />}
          aria-label={`${stateText}: ${pauseText}`}
          onClick={() => setPaused(paused ? null : (lines ?? []))}
        >
          {paused ? null : <Dot tone={isLive ? "go" : "idle"} />}
          {stateText}
        </Button>
        <IconButton
          size="s"
          variant="default"
          label={t("bots.log.download")}
          icon={<DownloadIcon />}
          reason={lines && lines.length > 0 ? null : t("bots.log.empty")}
          onClick={() => save(bot.name, lines ?? [])}
        />
      </ManagerBar>
      {error && lines ? <Notice text={t("bots.log.interrupted")} /> : null}
      {error && !lines ? <ErrorState error={error} onRetry={retry} /> : null}
      <div className="relative min-h-0 flex-1 rounded-b-xl bg-[color-mix(in_oklch,var(--void)_60%,var(--hull))]">
        <div
          ref={box}
          role="log"
          aria-label={t("bots.log.of", { name: bot.name })}
          aria-live={paused || isFiltered ? "off" : "polite"}
          aria-busy={!lines && !error}
          {...REACHABLE}
          className="absolute inset-0 overflow-auto overscroll-contain rounded-b-xl py-3 font-mono text-sm leading-[1.65] focus-visible:-outline-offset-2"
          onScroll={onScroll}
        >
          <div ref={content}>
            <LogLines lines={shown} search={wanted} />
          </div>
          {!lines && !error ? <SkeletonLines lines={8} className="px-[22px]" /> : null}
          {lines && shown.length === 0 ? (
            <EmptyState
              className="font-sans text-base"
              icon={<FileIcon size={24} />}
              title={t(isFiltered ? "bots.log.nothing_found" : "bots.log.empty")}
              action={isFiltered && <Button onClick={showAll}>{t("bots.log.show_all")}</Button>}
            />
          ) : null}
        </div>
        {isAtEnd || shown.length === 0 ? null : (
          <Button
            size="s"
            icon={<ArrowDownIcon />}
            className="absolute right-6 bottom-4 bg-deck shadow-[0_8px_30px_var(--shade)]"
            onClick={toEnd}
          >
            {t("bots.log.to_end")}
          </Button>
        )}
      </div>
    </>
  );
}
