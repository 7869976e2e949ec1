import type { Buffer } from "node:buffer";
import { pbkdf2Sync } from "node:crypto";

/** The cost of a hash; N is a power of two. */
export type Cost = { N: number; r: number; p: number };

/** Blocks of 64 bytes that a part mixes: about 6 ms. */
const PART = 2 ** 16;

const turned = (word: number, by: number) => (word << by) | (word >>> (32 - by));

/**
 * Mixes `from` into `to`: scryptBlockMix with Salsa20/8 (RFC 7914, sections 3 and 4). All words of a block are variables of their
 * own, since it takes twice as long with a list of them.
 */
function mix(from: Int32Array, to: Int32Array): void {
  const word = (at: number) => from[at] as number;
  const { length } = from;
  let b0 = word(length - 16);
  let b1 = word(length - 15);
  let b2 = word(length - 14);
  let b3 = word(length - 13);
  let b4 = word(length - 12);
  let b5 = word(length - 11);
  let b6 = word(length - 10);
  let b7 = word(length - 9);
  let b8 = word(length - 8);
  let b9 = word(length - 7);
  let b10 = word(length - 6);
  let b11 = word(length - 5);
  let b12 = word(length - 4);
  let b13 = word(length - 3);
  let b14 = word(length - 2);
  let b15 = word(length - 1);
  for (let at = 0; at < length; at += 16) {
    b0 ^= word(at);
    b1 ^= word(at + 1);
    b2 ^= word(at + 2);
    b3 ^= word(at + 3);
    b4 ^= word(at + 4);
    b5 ^= word(at + 5);
    b6 ^= word(at + 6);
    b7 ^= word(at + 7);
    b8 ^= word(at + 8);
    b9 ^= word(at + 9);
    b10 ^= word(at + 10);
    b11 ^= word(at + 11);
    b12 ^= word(at + 12);
    b13 ^= word(at + 13);
    b14 ^= word(at + 14);
    b15 ^= word(at + 15);
    let x0 = b0;
    let x1 = b1;
    let x2 = b2;
    let x3 = b3;
    let x4 = b4;
    let x5 = b5;
    let x6 = b6;
    let x7 = b7;
    let x8 = b8;
    let x9 = b9;
    let x10 = b10;
    let x11 = b11;
    let x12 = b12;
    let x13 = b13;
    let x14 = b14;
    let x15 = b15;
    for (let round = 0; round < 8; round += 2) {
      x4 ^= turned(x0 + x12, 7);
      x8 ^= turned(x4 + x0, 9);
      x12 ^= turned(x8 + x4, 13);
      x0 ^= turned(x12 + x8, 18);
      x9 ^= turned(x5 + x1, 7);
      x13 ^= turned(x9 + x5, 9);
      x1 ^= turned(x13 + x9, 13);
      x5 ^= turned(x1 + x13, 18);
      x14 ^= turned(x10 + x6, 7);
      x2 ^= turned(x14 + x10, 9);
      x6 ^= turned(x2 + x14, 13);
      x10 ^= turned(x6 + x2, 18);
      x3 ^= turned(x15 + x11, 7);
      x7 ^= turned(x3 + x15, 9);
      x11 ^= turned(x7 + x3, 13);
      x15 ^= turned(x11 + x7, 18);
      x1 ^= turned(x0 + x3, 7);
      x2 ^= turned(x1 + x0, 9);
      x3 ^= turned(x2 + x1, 13);
      x0 ^= turned(x3 + x2, 18);
      x6 ^= turned(x5 + x4, 7);
      x7 ^= turned(x6 + x5, 9);
      x4 ^= turned(x7 + x6, 13);
      x5 ^= turned(x4 + x7, 18);
      x11 ^= turned(x10 + x9, 7);
      x8 ^= turned(x11 + x10, 9);
      x9 ^= turned(x8 + x11, 13);
      x10 ^= turned(x9 + x8, 18);
      x12 ^= turned(x15 + x14, 7);
      x13 ^= turned(x12 + x15, 9);
      x14 ^= turned(x13 + x12, 13);
      x15 ^= turned(x14 + x13, 18);
    }
    b0 = (b0 + x0) | 0;
    b1 = (b1 + x1) | 0;
    b2 = (b2 + x2) | 0;
    b3 = (b3 + x3) | 0;
    b4 = (b4 + x4) | 0;
    b5 = (b5 + x5) | 0;
    b6 = (b6 + x6) | 0;
    b7 = (b7 + x7) | 0;
    b8 = (b8 + x8) | 0;
    b9 = (b9 + x9) | 0;
    b10 = (b10 + x10) | 0;
    b11 = (b11 + x11) | 0;
    b12 = (b12 + x12) | 0;
    b13 = (b13 + x13) | 0;
    b14 = (b14 + x14) | 0;
    b15 = (b15 + x15) | 0;
    // Blocks of even numbers come first.
    const start = (at >> 5) * 16 + (at & 16 ? length / 2 : 0);
    to[start] = b0;
    to[start + 1] = b1;
    to[start + 2] = b2;
    to[start + 3] = b3;
    to[start + 4] = b4;
    to[start + 5] = b5;
    to[start + 6] = b6;
    to[start + 7] = b7;
    to[start + 8] = b8;
    to[start + 9] = b9;
    to[start + 10] = b10;
    to[start + 11] = b11;
    to[start + 12] = b12;
    to[start + 13] = b13;
    to[start + 14] = b14;
    to[start + 15] = b15;
  }
}

/** Takes some turns of scryptROMix (section 5) with a lane, an even number of them; `other` is room of the lane's size. */
function takeTurns(
  lane: Int32Array,
  other: Int32Array,
  memory: Int32Array,
  first: number,
  end: number,
): void {
  const { length } = lane;
  let [from, to] = [lane, other];
  for (let at = first * length; at < end * length; at += length) {
    if (at < memory.length) memory.set(from, at);
    else {
      const start = (((from[length - 16] as number) >>> 0) % (memory.length / length)) * length;
      for (let word = 0; word < length; word++)
        from[word] = (from[word] as number) ^ (memory[start + word] as number);
    }
    mix(from, to);
    [from, to] = [to, from];
  }
}

/**
 * Computes scrypt (RFC 7914) as node:crypto's `scrypt` does, but in parts of about 6 ms, after which others can be
 * answered: the platform's computes a whole key at once, and packages part theirs by the clock, which stands still meanwhile on
 * Cloudflare. It takes 1.5 times as long.
 */
export function* scryptInParts(
  text: string,
  salt: Uint8Array,
  { N, r, p }: Cost,
  bytes: number,
): Generator<void, Buffer> {
  const words = 32 * r;
  const lanes = new Int32Array(new Uint8Array(pbkdf2Sync(text, salt, 1, 4 * words * p, "sha256")).buffer);
  const memory = new Int32Array(words * N);
  const other = new Int32Array(words);
  const turns = Math.max(2, 2 * Math.floor(PART / (4 * r)));
  for (let lane = 0; lane < lanes.length; lane += words)
    for (let first = 0; first < 2 * N; first += turns) {
      if (lane + first > 0) yield;
      takeTurns(lanes.subarray(lane, lane + words), other, memory, first, Math.min(first + turns, 2 * N));
    }
  // Frees its 16 MB now, not at some later time.
  memory.buffer.transfer(0);
  return pbkdf2Sync(text, new Uint8Array(lanes.buffer), 1, bytes, "sha256");
}
