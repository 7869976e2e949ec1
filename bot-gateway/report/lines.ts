import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Clock } from "../clock.ts";

/**
 * Cuts a stream of bytes into lines of at most `limit` characters. The rest of a longer line is discarded, so that
 * no more than a line is ever held.
 */
export class LineSplitter {
  readonly #decoder = new StringDecoder("utf8");
  readonly #limit: number;
  readonly #onLine: (line: string, wasCut: boolean) => void;
  #held = "";
  #isSkipping = false;

  constructor(limit: number, onLine: (line: string, wasCut: boolean) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      this.#take(text.slice(from, at));
      this.#finishLine();
      from = at + 1;
    }
    this.#take(text.slice(from));
  }

  /** Ends the stream: the text after the last line break is a line too. */
  end(): void {
    this.#take(this.#decoder.end());
    if (this.#held !== "") this.#finishLine();
  }

  #take(part: string): void {
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
 * Reads a stream line by line, and nothing of it for as long as `pauseAfter` says after a piece was read, in
 * milliseconds, 0 for no pause. Resolves when the stream is over.
 */
export function followLines(
  stream: Readable,
  options: {
    clock: Clock;
    limit: number;
    onLine: (line: string, wasCut: boolean) => void;
    pauseAfter: (read: () => void) => number;
  },
): Promise<void> {
  const { clock, pauseAfter } = options;
  const splitter = new LineSplitter(options.limit, options.onLine);
  let cancelPause: (() => void) | null = null;
  stream.on("data", (chunk: Buffer) => {
    const wait = pauseAfter(() => splitter.push(chunk));
    if (wait === 0 || cancelPause) return;
    stream.pause();
    cancelPause = clock.after(wait, () => {
      cancelPause = null;
      stream.resume();
    });
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
