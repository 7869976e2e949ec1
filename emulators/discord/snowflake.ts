const discordEpoch = 1_420_070_400_000n;

/**
 * Returns a Discord id made at `time` (milliseconds since 1970); `sequence` (0 to 2^22-1) distinguishes ids of one
 * millisecond.
 */
export function snowflakeAt(time: number, sequence: number): string {
  return (((BigInt(time) - discordEpoch) << 22n) | (BigInt(sequence) & 0x3fffffn)).toString();
}

/** Returns when an id was made, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number((BigInt(id) >> 22n) + discordEpoch);
}

/** Compares ids as numbers without converting them, because they exceed 2^53. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns whether a text is an id that fits into 64 bits. */
export function isSnowflake(text: string): boolean {
  return /^\d{1,20}$/.test(text) && BigInt(text) <= 0xffffffffffffffffn;
}

/** Returns a source of ids that never repeats within one process. */
export function snowflakeSource(): () => string {
  let last = 0n;
  return () => {
    const candidate = BigInt(snowflakeAt(Date.now(), 0));
    last = candidate > last ? candidate : last + 1n;
    return last.toString();
  };
}

/** Returns a time in Discord's form: microseconds and a numeric offset. */
export function timestamp(time: number): string {
  return new Date(time).toISOString().replace("Z", "000+00:00");
}

/** Returns a time as Discord sends those that a client gave: microseconds only when they are not zero. */
export function wholeTimestamp(time: number): string {
  return timestamp(time).replace(".000000", "");
}
