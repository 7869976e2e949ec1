import { useEffect } from "react";
import { type Middleware, mutate } from "swr";
import type { BotLog, LiveMessage, LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { setAnswerHandler } from "./api.ts";
import { noteAnswer } from "./connection.ts";
import { createLiveKeys } from "./live-keys.ts";
import { createLiveSocket } from "./live-socket.ts";
import { checkSession, probablySignedIn } from "./session.tsx";
import { createStore, useStore } from "./store.ts";

/** Milliseconds that a hidden page stays connected. */
const HIDDEN_MS = 5 * 60_000;
/** Milliseconds between the start of a page and its connection: drawing the page comes first. */
const START_MS = 1_500;
/** Milliseconds without a connection after which pages poll. */
const GRACE_MS = 5_000;

type BotWatch = { botId: number; onLines: (lines: BotLog[]) => void; onBegin: () => void };

let reader: number | null = null;
let isOpen = false;
/** True after a break of GRACE_MS; a shorter one redraws nothing. */
const isDown = createStore(false);
let grace: ReturnType<typeof setTimeout> | undefined;
let socket: ReturnType<typeof createLiveSocket> | null = null;
let watch: BotWatch | null = null;
let onPulse: ((pulse: string) => void) | null = null;

const keys = createLiveKeys(
  (key) => mutate(key),
  () => isOpen && !document.hidden,
);
setAnswerHandler((path, revisions) => keys.load(path, revisions && JSON.parse(revisions)));

function setOpen(next: boolean): void {
  isOpen = next;
  clearTimeout(grace);
  if (next) {
    noteAnswer(true);
    isDown.set(false);
  } else grace = setTimeout(isDown.set, GRACE_MS, true);
}

function hear(message: LiveMessage): void {
  if (message.type === "gateway") onPulse?.(message.pulse);
  else if (message.type !== "bot_log") keys.tell(message.revisions, message.type === "hello");
  else if (watch?.botId === message.botId) {
    if (message.lines.length > 0) watch.onLines(message.lines);
    else watch.onBegin();
  }
}

/** Connects this page, while it is visible or was lately, until the returned function is called. */
export function startLive(userId: number): () => void {
  if (userId !== reader) keys.clear();
  reader = userId;
  const url = new URL("/api/live", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const mine = createLiveSocket({
    url: url.href,
    isWanted: () => !document.hidden && probablySignedIn(),
    onMessage: hear,
    onState: setOpen,
    onSessionChanged: checkSession,
  });
  socket = mine;
  mine.watch(watch?.botId ?? null);
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(mine.rest, HIDDEN_MS);
    mine.connect();
    keys.checkAll();
  };
  const begin = setTimeout(look, START_MS);
  setOpen(false);
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener("visibilitychange", look, { signal });
  // Perhaps another network, on which the connection by the one before is dead.
  addEventListener("online", mine.check, { signal });
  addEventListener("online", look, { signal });
  addEventListener("pagehide", mine.rest, { signal });
  return () => {
    clearTimeout(begin);
    clearTimeout(hiding);
    ending.abort();
    socket = null;
    mine.stop();
  };
}

/** Whether live updates arrive, except for short breaks. */
export const useLiveState = (): "open" | "closed" => (useStore(isDown) ? "closed" : "open");

/** Follows the topics of a key while a component shows it. */
const following =
  (topics: LiveTopic[], ms: number): Middleware =>
  (next) =>
  (key, fetcher, config) => {
    useFollowed(typeof key === "string" ? key : null, topics.join(), ms);
    return next(key, fetcher, config);
  };

/** Takes the topics as one text, because callers create a new list each time. */
function useFollowed(key: string | null, topics: string, ms: number): void {
  useEffect(() => {
    if (key === null) return;
    return keys.follow(key, topics.split(",") as LiveTopic[], ms);
  }, [key, topics, ms]);
}

/**
 * Options for `useSWR` with a path as its key; pass all of them. The path is fetched again when one of the topics changes, and
 * without a live connection every `ms` milliseconds (never for 0) and when it is shown again.
 */
export function usePolling(topics: LiveTopic[], ms: number) {
  const isTold = useLiveState() === "open";
  return {
    refreshInterval: isTold ? 0 : ms,
    revalidateIfStale: !isTold,
    // The data was changed while the answer was under way.
    onDiscarded: (key: string) => keys.load(key, {}),
    use: [following(topics, ms)] as Middleware[],
  };
}

/** Reports that a call of this page changed these topics. With a live connection the server reports that too. */
export function topicsChanged(topics: readonly LiveTopic[]): void {
  if (!isOpen) keys.touch(topics);
}

/**
 * Deletes the record at a path by `remove`. The server reports that before it has answered, so nothing of the record is
 * fetched again until what shows it has closed. @throws what `remove` throws
 */
export const deleting = keys.deleting;

/**
 * Receives the new lines of one bot's log until the returned function is called; only the last watched bot sends any. `onBegin`
 * is called when lines begin to arrive, again after each break: earlier lines have to be requested.
 */
export function watchBotLog(botId: number, onLines: (lines: BotLog[]) => void, onBegin: () => void) {
  const mine: BotWatch = { botId, onLines, onBegin };
  watch = mine;
  socket?.watch(botId);
  return () => {
    if (watch !== mine) return;
    watch = null;
    // A remounted component watches again in the same task.
    queueMicrotask(() => socket?.watch(watch?.botId ?? null));
  };
}

/** Has the server check the bot gateway every `ms` milliseconds, until the returned function is called. */
export function watchGateway(ms: number, mine: (pulse: string) => void): () => void {
  onPulse = mine;
  const timer = setInterval(() => {
    if (!document.hidden) socket?.checkGateway();
  }, ms);
  return () => {
    clearInterval(timer);
    if (onPulse === mine) onPulse = null;
  };
}
