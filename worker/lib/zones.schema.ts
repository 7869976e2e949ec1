const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Zones whose clocks are kept, since making one takes long; requests may spell a zone's name in many ways. */
const MOST_CLOCKS = 500;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  if (clocks.size === MOST_CLOCKS) clocks.clear();
  // Swedish writes dates and times as ISO 8601 does.
  const made = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
  clocks.set(timeZone, made);
  return made;
}

/** The zone of the device. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a zone's clocks show at a time, to the minute: `2026-11-26T20:30`. */
export function wallAt(time: number | string, timeZone: string): string {
  const text = clockOf(timeZone).format(new Date(time));
  return `${text.slice(0, 10)}T${text.slice(-5)}`;
}

/** Minutes by which a zone's clocks are ahead of UTC at a time. */
export const offsetAt = (time: number | string, timeZone: string): number =>
  (Date.parse(`${wallAt(time, timeZone)}Z`) - Math.floor(Number(new Date(time)) / MINUTE) * MINUTE) / MINUTE;

export type Instant = {
  /** In UTC with milliseconds. */
  instant: string;
  /** Clocks skip the time: it is moved to the end of the gap. */
  isMoved: boolean;
  /** Clocks show the time twice: it is the first of both. */
  isTwice: boolean;
};

/** The first minute after a time at which a zone has another offset; `to` is after that. */
function changeBetween(from: number, to: number, timeZone: string): number {
  let [before, after] = [from, to];
  const offset = offsetAt(from, timeZone);
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
    if (offsetAt(middle, timeZone) === offset) before = middle;
    else after = middle;
  }
  return after;
}

/** The instant of a time on a zone's clocks. @param wall such as `2026-11-26T20:30` @throws RangeError for a text that is none */
export function instantAt(wall: string, timeZone: string): Instant {
  const asUtc = Date.parse(`${wall}Z`);
  const [early, late] = [asUtc - DAY, asUtc + DAY].map(
    (time) => asUtc - offsetAt(time, timeZone) * MINUTE,
  ) as [number, number];
  const found = [...new Set([early, late])].filter((time) => wallAt(time, timeZone) === wall);
  const isMoved = found.length === 0;
  const time = isMoved ? changeBetween(late, early, timeZone) : Math.min(...found);
  return { instant: new Date(time).toISOString(), isMoved, isTwice: found.length > 1 };
}
