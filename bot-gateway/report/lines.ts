import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Clock } from "../clock.ts";

const LINE_END = /[\r\n]/g;

/**
 * Splits a stream of bytes into lines of at most `limit` characters. The rest of a longer line is discarded, so that
 * at most one line is held in memory. A carriage return ends a line, too, as programs write their progress.
 */
export class LineSplitter {
  readonly #decoder = new StringDecoder("utf8");
  readonly #limit: number;
  readonly #onLine: (line: string, wasCut: boolean) => void;
  #unread = "";
  #held = "";
  #isSkipping = false;
  /** Whether the last line ended with a carriage return, to which a line feed behind it belongs. */
  #isReturned = false;

  constructor(limit: number, onLine: (line: string, wasCut: boolean) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    this.#unread += this.#decoder.write(chunk);
  }

  /** Passes on at most `most` of the lines that were pushed; returns whether there may be more. */
  read(most: number): boolean {
    const text = this.#unread;
    let from = 0;
    for (let count = 0; count < most; count += 1) {
      LINE_END.lastIndex = from;
      const at = LINE_END.exec(text)?.index ?? -1;
      if (at === -1) {
        this.#unread = "";
        this.#take(text.slice(from));
        return false;
      }
      this.#take(text.slice(from, at));
      if (!(this.#isReturned && text[at] === "\n")) this.#finishLine();
      this.#isReturned = text[at] === "\r";
      from = at + 1;
    }
    this.#unread = text.slice(from);
    return true;
  }

  /** Ends the stream; text after the last line break is a line too. */
  end(): void {
    this.read(Number.POSITIVE_INFINITY);
    this.#take(this.#decoder.end());
    if (this.#held !== "") this.#finishLine();
  }

  #take(part: string): void {
    if (part !== "") this.#isReturned = false;
    if (this.#isSkipping) return;
    this.#held += part;
    if (this.#held.length <= this.#limit) return;
    const line = this.#held.slice(0, this.#limit);
    this.#held = "";
    this.#isSkipping = true;
    this.#onLine(line, true);
  }

  #finishLine(): void {
    const line = this.#held;
    this.#held = "";
    if (this.#isSkipping) this.#isSkipping = false;
    else this.#onLine(line, false);
  }
}

/**
 * Reads a stream line by line, at most `atOnce` lines at a time, then pauses for the milliseconds that `pauseAfter`
 * returns. Resolves when the stream has ended.
 */
export function followLines(
  stream: Readable,
  options: {
    clock: Clock;
    limit: number;
    atOnce: number;
    onLine: (line: string, wasCut: boolean) => void;
    pauseAfter: (read: () => void) => number;
  },
): Promise<void> {
  const { clock, atOnce, pauseAfter } = options;
  const splitter = new LineSplitter(options.limit, options.onLine);
  let cancelPause: (() => void) | null = null;
  const work = () => {
    cancelPause = null;
    for (let isMore = true; isMore; ) {
      const wait = pauseAfter(() => {
        isMore = splitter.read(atOnce);
      });
      if (wait > 0) {
        stream.pause();
        cancelPause = clock.after(wait, work);
        return;
      }
    }
    if (stream.isPaused()) stream.resume();
  };
  stream.on("data", (chunk: Buffer) => {
    splitter.push(chunk);
    if (!cancelPause) work();
  });
  return new Promise((resolve) => {
    stream.on("error", () => stream.destroy());
    stream.on("close", () => {
      cancelPause?.();
      splitter.end();
      resolve();
    });
  });
}
