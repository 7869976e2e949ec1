import { useEffect } from "react";
import { type Middleware, mutate } from "swr";
import type { BotLog } from "../../worker/features/bots/bots.schema.ts";
import type { LiveMessage, LiveRevisions, LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { setAnswerHandler } from "./api.ts";
import { createLiveKeys } from "./live-keys.ts";
import { createLiveSocket } from "./live-socket.ts";
import { probablySignedIn } from "./session.tsx";
import { createStore, useStore } from "./store.ts";

/** How long a hidden page stays connected, in milliseconds. */
const HIDDEN_MS = 5 * 60_000;

/** The page comes first: it connects this long after it began, in milliseconds. */
const START_MS = 1_500;

/** Pages ask by themselves when the server could not tell them for this long, in milliseconds. */
const GRACE_MS = 5_000;

type BotWatch = { botId: number; onLines: (lines: BotLog[]) => void; onBegin: () => void };

let reader: number | null = null;
let isOpen = false;
/** Not connected for longer than it takes to connect: a short break draws nothing anew. */
const isDown = createStore(false);
let grace: ReturnType<typeof setTimeout> | undefined;
let socket: ReturnType<typeof createLiveSocket> | null = null;
let watch: BotWatch | null = null;
let onPulse: ((pulse: string) => void) | null = null;

const keys = createLiveKeys(
  (key) => mutate(key),
  () => isOpen && !document.hidden,
);
setAnswerHandler((path, revisions) =>
  keys.load(path, revisions === null ? null : (JSON.parse(revisions) as LiveRevisions)),
);

function setOpen(next: boolean): void {
  isOpen = next;
  clearTimeout(grace);
  if (next) isDown.set(false);
  else grace = setTimeout(isDown.set, GRACE_MS, true);
}

function hear(message: LiveMessage): void {
  if (message.type === "gateway") onPulse?.(message.pulse);
  else if (message.type !== "bot_log") keys.tell(message.revisions, message.type === "hello");
  else if (watch?.botId === message.botId) {
    if (message.lines.length > 0) watch.onLines(message.lines);
    else watch.onBegin();
  }
}

/**
 * Lets the server tell this page of changes until the answer is called, while the page is seen or was lately.
 * `onSessionChanged` is asked when the session ended or changed, and answers whether a user is signed in now.
 */
export function startLive(userId: number, onSessionChanged: () => Promise<boolean>): () => void {
  if (userId !== reader) keys.clear();
  reader = userId;
  const url = new URL("/api/live", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const mine = createLiveSocket({
    url: url.href,
    isWanted: () => !document.hidden && probablySignedIn(),
    onMessage: hear,
    onState: setOpen,
    onSessionChanged,
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
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  addEventListener("pagehide", mine.rest);
  return () => {
    clearTimeout(begin);
    clearTimeout(hiding);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", look);
    removeEventListener("pagehide", mine.rest);
    socket = null;
    mine.stop();
  };
}

/** Whether the server tells this page of changes, short breaks apart. */
export function useLiveState(): "open" | "closed" {
  return useStore(isDown) ? "closed" : "open";
}

/** Keeps a key in step with its topics while a component shows it. */
const following =
  (topics: LiveTopic[], ms: number): Middleware =>
  (next) =>
  (key, fetcher, config) => {
    useFollowed(typeof key === "string" ? key : null, topics.join(), ms);
    return next(key, fetcher, config);
  };

/** Topics as one text, because callers write the list anew each time. */
function useFollowed(key: string | null, topics: string, ms: number): void {
  useEffect(() => {
    if (key === null) return;
    return keys.follow(key, topics.split(",") as LiveTopic[], ms);
  }, [key, topics, ms]);
}

/**
 * Options for `useSWR` with a path as its key, to be handed on whole: it is fetched again when one of the topics changes,
 * and while the server cannot tell of changes every `ms` milliseconds (never for 0) and when it is shown again.
 */
export function usePolling(topics: LiveTopic[], ms: number) {
  const isTold = useLiveState() === "open";
  return {
    refreshInterval: isTold ? 0 : ms,
    revalidateIfStale: !isTold,
    onDiscarded: keys.discard,
    use: [following(topics, ms)] as Middleware[],
  };
}

/** Says that a call of this page changed what topics are about: what follows them is fetched again, once. */
export function topicsChanged(topics: readonly LiveTopic[]): void {
  // While the server tells of changes, it tells of this one too.
  if (!isOpen) keys.touch(topics);
}

/**
 * Hears the new lines of one bot's log until the answer is called. Only the bot watched last is heard. `onBegin` is told when
 * the server begins to tell of lines, again after each break: lines before that have to be asked for.
 */
export function watchBotLog(
  botId: number,
  onLines: (lines: BotLog[]) => void,
  onBegin: () => void = () => undefined,
): () => void {
  const mine: BotWatch = { botId, onLines, onBegin };
  watch = mine;
  socket?.watch(botId);
  return () => {
    if (watch !== mine) return;
    watch = null;
    // A component that is drawn anew watches again at once.
    queueMicrotask(() => socket?.watch(watch?.botId ?? null));
  };
}

/** Has the server look at the bot gateway every `ms` milliseconds until the answer is called, and hands on how it is. */
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
