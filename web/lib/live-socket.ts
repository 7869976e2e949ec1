import type * as live from "../../worker/lib/live/live.schema.ts";

// Repeated here, because importing the schema would load the validation library.
const PING: typeof live.LIVE_PING = "ping";
const PONG: typeof live.LIVE_PONG = "pong";
const PING_MS: typeof live.LIVE_PING_MS = 90_000;
const SESSION_CHANGED: (typeof live.LIVE_CLOSE)["sessionChanged"] = 4401;
const REPLACED: (typeof live.LIVE_CLOSE)["replaced"] = 4409;

/** Milliseconds after which a connection is given up: one that has not opened, and one that has not answered a ping. */
const OPENING_MS = 30_000;
const ANSWER_MS = 10_000;

/** A connection that reconnects by itself; `connect` opens it, without the wait where it is waiting. */
export function createLiveSocket(options: {
  url: string;
  /** Whether to connect; otherwise the socket waits for the next `connect`. */
  isWanted: () => boolean;
  onMessage: (message: live.LiveMessage) => void;
  /** Called when live updates begin and end. */
  onState: (isOpen: boolean) => void;
  /** Called when the session may have ended or changed; answers whether a user is signed in now. */
  onSessionChanged: () => Promise<boolean>;
  pingMs?: number;
  /** First and longest wait before reconnecting; it doubles in between and varies by half. */
  retryMs?: { first: number; most: number };
}) {
  const { url, isWanted, onMessage, onState, onSessionChanged, pingMs = PING_MS } = options;
  const { first, most } = options.retryMs ?? { first: 1_000, most: 60_000 };
  let socket: WebSocket | null = null;
  let isOpened = false;
  let isGreeted = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pings: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
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
    silence = setTimeout(() => {
      if (opened.readyState !== WebSocket.OPEN) void end();
    }, OPENING_MS);
    pings = setInterval(check, pingMs);
    opened.addEventListener("message", ({ data }) => {
      if (socket !== opened) return;
      clearTimeout(silence);
      if (data === PONG) return;
      const message = JSON.parse(String(data)) as live.LiveMessage;
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

  /** Gives the connection up where its other end has gone. */
  function check(): void {
    if (!socket) return;
    if (socket.readyState !== WebSocket.OPEN) return void end();
    clearTimeout(silence);
    silence = setTimeout(end, Math.min(ANSWER_MS, pingMs));
    socket.send(PING);
  }

  /** Closes the connection until `connect` is called, and ignores what it still sends. */
  function rest(): void {
    clearTimeout(retry);
    clearInterval(pings);
    clearTimeout(silence);
    const closing = socket;
    socket = null;
    closing?.close();
    if (isGreeted) onState(false);
    isGreeted = false;
  }

  /** Reconnects after a wait, unless the close code forbids it. */
  async function end(code?: number): Promise<void> {
    rest();
    if (code === REPLACED) return;
    // A browser does not tell why a connection was refused: the session may have ended meanwhile.
    const wasRefused = !isOpened && failures < 2;
    if (code === SESSION_CHANGED || wasRefused) {
      isAsking = true;
      const isSignedIn = await onSessionChanged().catch(() => true);
      isAsking = false;
      if (!isSignedIn) return;
    }
    const wait = Math.min(first * 2 ** failures, most);
    failures += 1;
    retry = setTimeout(connect, wait * (0.5 + Math.random() / 2));
  }

  function say(message: live.LiveRequest): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  return {
    connect,
    rest,
    check,
    /** Closes the connection for good. */
    stop(): void {
      isStopped = true;
      rest();
    },
    watch(botId: number | null): void {
      if (botId === watched) return;
      watched = botId;
      say({ type: "watch_log", botId });
    },
    checkGateway: () => say({ type: "check_gateway" }),
  };
}
