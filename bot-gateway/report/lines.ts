import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Clock } from "../clock.ts";

const ESCAPE = "\u001b";
/** Matches the end of a line, or a return to its beginning to overwrite it: a bare `\r`, or the cursor moved to column one. */
const LINE_END = new RegExp(`\\r?\\n|\\r(?!$)|${ESCAPE}\\[[01]?G`, "g");

/** @param isOverwritten whether the next output overwrites the line, as a progress bar does */
type OnLine = (line: string, wasCut: boolean, isOverwritten: boolean) => void;

/**
 * Splits a stream of bytes into lines of at most `limit` characters. The rest of a longer line is discarded, so that
 * at most one line is held in memory.
 */
export class LineSplitter {
  readonly #decoder = new StringDecoder("utf8");
  readonly #limit: number;
  readonly #onLine: OnLine;
  #unread = "";
  partial = "";
  #isSkipping = false;

  constructor(limit: number, onLine: OnLine) {
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
    LINE_END.lastIndex = 0;
    for (let count = 0; count < most; count += 1) {
      const end = LINE_END.exec(text);
      if (!end) {
        // The next character decides whether a last `\r` ends the line.
        const rest = text.endsWith("\r") ? text.length - 1 : text.length;
        this.#unread = text.slice(rest);
        this.#take(text.slice(from, rest));
        return false;
      }
      this.#take(text.slice(from, end.index));
      this.#finishLine(!end[0].endsWith("\n"));
      from = LINE_END.lastIndex;
    }
    this.#unread = text.slice(from);
    return true;
  }

  /** Ends the stream; text after the last line break is a line too. */
  end(): void {
    this.read(Number.POSITIVE_INFINITY);
    this.#take(this.#decoder.end());
    if (this.partial !== "") this.#finishLine(false);
  }

  #take(part: string): void {
    if (this.#isSkipping) return;
    this.partial += part;
    if (this.partial.length <= this.#limit) return;
    const line = this.partial.slice(0, this.#limit);
    this.partial = "";
    this.#isSkipping = true;
    this.#onLine(line, true, false);
  }

  #finishLine(isOverwritten: boolean): void {
    const line = this.partial;
    this.partial = "";
    if (this.#isSkipping) this.#isSkipping = false;
    else this.#onLine(line, false, isOverwritten);
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
    onLine: OnLine;
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
