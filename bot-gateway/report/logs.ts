import type { Readable } from "node:stream";
import * as z from "zod/mini";
import type { Clock } from "../clock.ts";
import type { RunPolicy } from "../policy.ts";
import { GATEWAY_LIMITS, LOG_LEVELS, type LogLevel, type LogLine } from "../protocol.ts";
import { followLines } from "./lines.ts";
import { plain, type Redactor } from "./redact.ts";
import { Throttle } from "./throttle.ts";

/** The most characters of all lines that are kept of one bot; their number is limited too. */
const BOOK_CHARACTERS = 1024 * 1024;
/** The most raw characters that are read of one line, before cleaning and cutting it. */
const RAW_LINE = 2 * GATEWAY_LIMITS.logMessage;
/** The most lines that are read of one stream before those of other bots. In a flood most of them are dropped. */
const LINES_AT_ONCE = 4_000;
/** How long reading pauses for a bot that writes faster than its rate. */
const FLOOD_PAUSE_MS = 200;
const NOTICE_EVERY_MS = 1_000;
/** How often a line that is written over and over, such as a progress bar, is shown before its end. */
const OVERWRITTEN_EVERY_MS = 10_000;
/** The largest age of an error line that may explain the end of its process. */
const ERROR_LINE_AGE_MS = 10_000;

/** Keeps the newest lines of one bot, over all of its runs. */
export class LogBook {
  readonly #onLine: (line: LogLine) => void;
  #lines: LogLine[] = [];
  #characters = 0;

  constructor(onLine: (line: LogLine) => void) {
    this.#onLine = onLine;
  }

  /** Adds a line without secrets; cuts the message to the limit of a line. */
  add(now: number, level: LogLevel, message: string): void {
    // Copies the text, because a slice would keep the large chunk of output that it is part of in memory.
    const text = Buffer.from(message.slice(0, GATEWAY_LIMITS.logMessage)).toString();
    const line: LogLine = { timestamp: new Date(now).toISOString(), level, message: text };
    this.#lines.push(line);
    this.#characters += text.length;
    while (this.#lines.length > GATEWAY_LIMITS.logLines || this.#characters > BOOK_CHARACTERS)
      this.#characters -= this.#lines.shift()?.message.length ?? 0;
    this.#onLine(line);
  }

  lines(): LogLine[] {
    return [...this.#lines];
  }
}

const levelled = z.strictObject({ level: z.enum(LOG_LEVELS), message: z.string() });

type OutputOptions = {
  clock: Clock;
  policy: Pick<RunPolicy, "logRate" | "logBurst">;
  redactor: Redactor;
  log: (level: LogLevel, message: string) => void;
};

/** Turns the standard output and error of one process into log lines. */
export class BotOutput {
  readonly #options: OutputOptions;
  readonly #throttle: Throttle;
  #dropped = 0;
  #cancelNotice: (() => void) | null = null;
  #overwrittenAt = Number.NEGATIVE_INFINITY;
  #error: { time: number; text: string; isNamed: boolean } | null = null;
  /** Resolves when both streams have ended. */
  readonly finished: Promise<void>;

  constructor(streams: { stdout: Readable; stderr: Readable }, options: OutputOptions) {
    this.#options = options;
    const { clock, policy } = options;
    this.#throttle = new Throttle({ perSecond: policy.logRate, burst: policy.logBurst }, clock.now());
    this.finished = Promise.all([
      this.#follow(streams.stdout, "info"),
      this.#follow(streams.stderr, "error"),
    ]).then(() => this.#notice());
  }

  /** Returns the line of standard error that best explains why the process ended just now. */
  lastError(): string | null {
    const error = this.#error;
    return error && this.#options.clock.now() - error.time <= ERROR_LINE_AGE_MS ? error.text : null;
  }

  #follow(stream: Readable, level: LogLevel): Promise<void> {
    return followLines(stream, {
      clock: this.#options.clock,
      limit: RAW_LINE,
      atOnce: LINES_AT_ONCE,
      onLine: (line, wasCut, isOverwritten) => this.#take(line, wasCut, isOverwritten, level),
      pauseAfter: (read) => {
        const droppedBefore = this.#dropped;
        read();
        return this.#dropped === droppedBefore ? 0 : FLOOD_PAUSE_MS;
      },
    });
  }

  #take(raw: string, wasCut: boolean, isOverwritten: boolean, streamLevel: LogLevel): void {
    const now = this.#options.clock.now();
    const isAdmitted = this.#throttle.take(now);
    if (!isAdmitted) this.#drop();
    if (!isAdmitted && (isOverwritten || streamLevel !== "error")) return;
    if (isOverwritten) {
      if (raw.trim() === "" || now - this.#overwrittenAt < OVERWRITTEN_EVERY_MS) return;
      this.#overwrittenAt = now;
    }
    const { level, message } = readLine(plain(raw), streamLevel);
    const text = wasCut ? this.#options.redactor.cleanCut(message) : this.#options.redactor.clean(message);
    if (streamLevel === "error") this.#remember(now, text);
    if (isAdmitted && text.trim() !== "") this.#options.log(level, text);
  }

  #drop(): void {
    this.#dropped += 1;
    this.#cancelNotice ??= this.#options.clock.after(NOTICE_EVERY_MS, () => this.#notice());
  }

  #notice(): void {
    this.#cancelNotice?.();
    this.#cancelNotice = null;
    if (this.#dropped === 0) return;
    const { log, policy } = this.#options;
    log("warn", `${this.#dropped} lines dropped: more than ${policy.logRate} lines a second.`);
    this.#dropped = 0;
  }

  /** Remembers the last line that names an error, else the last that is not part of a stack trace. */
  #remember(time: number, text: string): void {
    if (/^\s|^$|^\^|^Node\.js v|^\}/.test(text)) return;
    const isNamed = /^(Uncaught )?[\w.$]*(Error|Exception|Interrupt)\b/.test(text);
    const hasNamed = this.#error?.isNamed && time - this.#error.time < NOTICE_EVERY_MS;
    if (isNamed || !hasNamed) this.#error = { time, text: text.slice(0, 400), isNamed };
  }
}

/**
 * Reads the level from a line of the form `{"level": …, "message": …}`; other lines have the level of their stream.
 */
function readLine(text: string, level: LogLevel): { level: LogLevel; message: string } {
  if (!text.startsWith("{") || !text.endsWith("}")) return { level, message: text };
  try {
    const parsed = levelled.safeParse(JSON.parse(text));
    if (parsed.success) return { level: parsed.data.level, message: plain(parsed.data.message) };
  } catch {
    // A line that is not JSON is an ordinary line.
  }
  return { level, message: text };
}
