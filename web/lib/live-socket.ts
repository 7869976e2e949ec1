import type {
  LIVE_CLOSE,
  LIVE_PING,
  LIVE_PONG,
  LiveMessage,
  LiveRequest,
} from "../../worker/lib/live/live.schema.ts";

// Written out, because the schema's module would bring all of the validation along.
const PING: typeof LIVE_PING = "ping";
const PONG: typeof LIVE_PONG = "pong";
const SESSION_CHANGED: (typeof LIVE_CLOSE)["sessionChanged"] = 4401;
const REPLACED: (typeof LIVE_CLOSE)["replaced"] = 4409;

type Options = {
  url: string;
  /** Whether it makes sense to connect; when it does not, it waits for the next `connect`. */
  isWanted: () => boolean;
  onMessage: (message: LiveMessage) => void;
  /** Told when the server begins and ceases to tell of changes. */
  onState: (isOpen: boolean) => void;
  /** The session ended or changed, or may have; answers whether a user is signed in now. */
  onSessionChanged: () => Promise<boolean>;
  pingMs?: number;
  /** First and longest wait before connecting again; it doubles in between and varies by half. */
  retryMs?: { first: number; most: number };
};

/** A connection that comes back by itself; `connect` opens it, at once where it waits to be opened again. */
export function createLiveSocket({
  url,
  isWanted,
  onMessage,
  onState,
  onSessionChanged,
  pingMs = 30_000,
  retryMs = { first: 1_000, most: 60_000 },
}: Options) {
  let socket: WebSocket | null = null;
  let isOpened = false;
  let isGreeted = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pings: ReturnType<typeof setInterval> | undefined;
  let watched: number | null = null;
  let isStopped = false;
  let isAsking = false;

  function connect(): void {
    clearTimeout(retry);
    if (socket || isStopped || isAsking || !isWanted()) return;
    const opened = new WebSocket(url);
    socket = opened;
    isOpened = false;
    opened.addEventListener("open", () => {
      isOpened = true;
    });
    let isAnswered = true;
    pings = setInterval(() => {
      if (!isAnswered || opened.readyState !== WebSocket.OPEN) return void end();
      isAnswered = false;
      opened.send(PING);
    }, pingMs);
    opened.addEventListener("message", ({ data }) => {
      if (socket !== opened) return;
      isAnswered = true;
      if (data === PONG) return;
      const message = JSON.parse(String(data)) as LiveMessage;
      if (!isGreeted && message.type === "hello") {
        isGreeted = true;
        failures = 0;
        onState(true);
        if (watched !== null) say({ type: "watch_log", botId: watched });
      }
      onMessage(message);
    });
    opened.addEventListener("close", ({ code }) => {
      if (socket === opened) void end(code);
    });
  }

  /** Closes it, until `connect` is called: what a dead connection still says counts no more. */
  function rest(): void {
    clearTimeout(retry);
    clearInterval(pings);
    const closing = socket;
    socket = null;
    closing?.close();
    if (isGreeted) onState(false);
    isGreeted = false;
  }

  /** Connects again in a while, unless the server wants it otherwise. */
  async function end(code?: number): Promise<void> {
    rest();
    if (code === REPLACED) return;
    // A browser does not say why a connection was refused: the session may have ended while there was none.
    const wasRefused = !isOpened && failures < 2;
    if (code === SESSION_CHANGED || wasRefused) {
      isAsking = true;
      const isSignedIn = await onSessionChanged().catch(() => true);
      isAsking = false;
      if (!isSignedIn || isStopped) return;
    }
    const wait = Math.min(retryMs.first * 2 ** failures, retryMs.most);
    failures += 1;
    retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  }

  function say(message: LiveRequest): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  return {
    connect,

    rest,

    /** Closes it for good. */
    stop(): void {
      isStopped = true;
      rest();
    },

    /** Which bot's log the page shows, null for none. */
    watch(botId: number | null): void {
      if (botId === watched) return;
      watched = botId;
      say({ type: "watch_log", botId });
    },

    /** Asks how the bot gateway is. */
    checkGateway: () => say({ type: "check_gateway" }),
  };
}
