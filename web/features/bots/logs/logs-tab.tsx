import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import useSWR from "swr";
import type { Bot, BotLog } from "../../../../worker/features/bots/bots.schema.ts";
import { request, withQuery } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useLiveState, watchBotLog } from "../../../lib/live.ts";
import { createStore, useStore } from "../../../lib/store.ts";
import { Dot } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Input, Select } from "../../../ui/field.tsx";
import { ArrowDownIcon, DownloadIcon, FileIcon, PauseIcon, PlayIcon } from "../../../ui/icons.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { ManagerBar, Notice } from "../manager/manager-bar.tsx";
import { LogLines } from "./log-lines.tsx";
import { filterLines, LEVEL_FILTERS, type LevelFilter, logFile, mergeLines } from "./log-merge.ts";

/** How often the log is asked for while the server cannot tell of new lines, in milliseconds. */
const POLL = 2_000;

/** What scrolls is reached by the keyboard. */
const REACHABLE = { tabIndex: 0 };

/** How far from the end still counts as the end, in pixels. */
const NEAR_END = 40;

/**
 * A bot's log as it grows: told by the server, or asked for every two seconds while that is not possible.
 * After a break the question begins where nothing was missing yet, so that no line is left out.
 */
function useBotLog(botId: number) {
  const [lines, setLines] = useState<BotLog[]>();
  /** Up to this id nothing is missing: before lines that the server told of there may be others. */
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
  useEffect(
    () =>
      watchBotLog(
        botId,
        (told) => setLines((known = []) => mergeLines(known, told)),
        () => void mutate(),
      ),
    [botId, mutate],
  );
  return { lines, error, isLive, retry: () => void mutate() };
}

/** Keeps the end in view while the log grows, unless the user has scrolled up to read. */
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
    // Lines that were never drawn are only estimated: the end moves as they are.
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
    // Growth moves the end away as well; only a user who scrolls up is reading.
    if (isNear || node.scrollTop < lastTop.current) follows.set(isNear);
    lastTop.current = node.scrollTop;
  };
  return { box, content, isAtEnd: useStore(follows), toEnd, onScroll };
}

function download(name: string, lines: BotLog[]): void {
  const address = URL.createObjectURL(new Blob([logFile(lines)], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "bot"}.log`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A bot's log as it grows. */
export function LogsTab({ bot, bar }: { bot: Bot; bar: ReactNode }) {
  const t = useT();
  const { lines, error, isLive, retry } = useBotLog(bot.id);
  const [level, setLevel] = useState<LevelFilter>("all");
  const [search, setSearch] = useState("");
  /** What was there when it was paused. */
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
          className="w-auto max-md:flex-1"
          aria-label={t("bots.log.level")}
          value={level}
          onChange={(event) => setLevel(LEVEL_FILTERS.find((each) => each === event.target.value) ?? "all")}
        >
          {LEVEL_FILTERS.map((each) => (
            <option key={each} value={each}>
              {t(`bots.log.level.${each}`)}
            </option>
          ))}
        </Select>
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
          onClick={() => download(bot.name, lines ?? [])}
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
              text={t(isFiltered ? "bots.log.nothing_found_text" : "bots.log.empty_text")}
              action={
                isFiltered ? (
                  <Button
                    onClick={() => {
                      setSearch("");
                      setLevel("all");
                    }}
                  >
                    {t("bots.log.show_all")}
                  </Button>
                ) : undefined
              }
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
