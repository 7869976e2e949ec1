import { Socket } from "node:net";

/** How long activities are collected before they are sent together, in milliseconds. */
const BATCH_MS = 250;
export const ITEMS_PER_LINE = 200;
const LINE_BYTES = 60_000;
/** The most activities that wait while the gateway does not read; beyond it the oldest are dropped. */
const WAITING_ITEMS = 5_000;
const ORDER_LENGTH = 65_536;

/**
 * Reads the bot's commands, one JSON value per line; ignores a line that is none or is too long. Takes the text piece by
 * piece, and looks at each once.
 * @param {(order: unknown) => void} obey
 * @returns {(piece: string) => void}
 */
export function orders(obey) {
  let held = [];
  let length = 0;
  return (piece) => {
    const lines = piece.split("\n");
    const rest = lines.pop() ?? "";
    for (const text of lines) {
      length += text.length;
      if (length <= ORDER_LENGTH) {
        let order;
        try {
          order = JSON.parse(held.join("") + text);
        } catch {}
        if (order !== undefined) obey(order);
      }
      [held, length] = [[], 0];
    }
    length += rest.length;
    if (length <= ORDER_LENGTH) held.push(rest);
    else held = [];
  };
}

/** The pipe to the bot gateway: one JSON object per line. Without a gateway everything is discarded. */
export class Line {
  /** @type {Socket | null} */
  #socket = null;
  /** @type {object[]} */
  #waiting = [];
  #dropped = 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {number} fd @param {() => void} lost called when the gateway has closed its end */
  open(fd, lost) {
    this.#socket = new Socket({ fd, readable: false, writable: true });
    this.#socket.on("error", lost).on("close", lost);
    this.#socket.on("drain", () => this.flush()).unref();
  }

  send(message) {
    this.#socket?.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends activities together with those of the next quarter of a second. */
  add(items) {
    if (!this.#socket) return;
    for (const item of items) this.#waiting.push(item);
    const over = this.#waiting.length - WAITING_ITEMS;
    if (over > 0) {
      this.#waiting.splice(0, over);
      if (this.#dropped === 0) console.warn("Activities are dropped: the command centre takes none.");
      this.#dropped += over;
    }
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Sends the waiting activities until the pipe is full; the rest follows when it drains. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0 && this.#socket?.writable && !this.#socket.writableNeedDrain) {
      const texts = [];
      let bytes = 0;
      for (const item of this.#waiting.slice(0, ITEMS_PER_LINE)) {
        const text = JSON.stringify(item);
        bytes += Buffer.byteLength(text) + 1;
        if (bytes > LINE_BYTES) break;
        texts.push(text);
      }
      this.#waiting.splice(0, texts.length);
      this.#socket.write(`{"type":"activity","items":[${texts.join(",")}]}\n`);
    }
    if (this.#waiting.length === 0 && this.#dropped > 0) {
      console.warn(`${this.#dropped} activities were dropped.`);
      this.#dropped = 0;
    }
  }

  /** Resolves when everything is written. */
  async written() {
    do {
      this.flush();
      await new Promise((resolve) => (this.#socket?.writable ? this.#socket.write("", resolve) : resolve()));
    } while (this.#waiting.length > 0 && this.#socket?.writable);
  }
}
