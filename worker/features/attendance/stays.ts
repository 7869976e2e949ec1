import { AROUND_MINUTES, LAST_SIGN_MINUTES, STAY_HOURS } from "./attendance.schema.ts";

const MINUTE = 60_000;

/** A bot's observation of a person in voice, at a time in milliseconds. */
export type Sign = { type: "voice_join" | "voice_move" | "voice_present" | "voice_leave"; at: number };
/** Time in milliseconds, in which `from` is before `to`. */
export type Interval = { from: number; to: number };

/**
 * The intervals in which a person was in voice around an event from `from` to `to`, in order and never overlapping. A move to
 * another channel, or a second join that a bot reports after a restart, continues the stay. A stay without a leave lasts until
 * the event's end, but LAST_SIGN_MINUTES after its last sign where that is STAY_HOURS ago.
 * @param around minutes before and after the event that are kept as well
 */
export function intervalsOf(
  signs: readonly Sign[],
  from: number,
  to: number,
  around: number = AROUND_MINUTES,
): Interval[] {
  const stays: Interval[] = [];
  let began: number | null = null;
  let last = 0;
  const end = (at: number) => {
    if (began !== null) stays.push({ from: began, to: at });
    began = null;
  };
  const isForgotten = (at: number) => at - last > STAY_HOURS * 60 * MINUTE;
  const afterLast = () => last + LAST_SIGN_MINUTES * MINUTE;
  for (const { type, at } of signs.toSorted((a, b) => a.at - b.at)) {
    if (type === "voice_leave") end(at);
    else {
      if (isForgotten(at)) end(afterLast());
      began ??= at;
      last = at;
    }
  }
  end(isForgotten(to) ? afterLast() : Math.max(to, afterLast()));
  return within(stays, from - around * MINUTE, to + around * MINUTE);
}

/** Gaps in watching below this count as watched for a person who was in voice on both sides: a restart of the bot. */
const BLINK_MS = MINUTE;

/**
 * Divides intervals into watched time, and unwatched time, in which the person was in voice before but may have left.
 * @param watches in order, never overlapping; null if all of it was watched
 */
export function seenIn(
  intervals: readonly Interval[],
  watches: readonly Interval[] | null,
): { seen: Interval[]; unseen: Interval[] } {
  if (watches === null) return { seen: [...intervals], unseen: [] };
  const seen: Interval[] = [];
  const unseen: Interval[] = [];
  for (const { from, to } of intervals) {
    let at = from;
    for (const watch of within(watches, from, to)) {
      const last = seen.at(-1);
      if (last && last.to === at && watch.from - at < BLINK_MS) last.to = watch.to;
      else {
        if (at < watch.from) unseen.push({ from: at, to: watch.from });
        seen.push(watch);
      }
      at = watch.to;
    }
    if (at < to) unseen.push({ from: at, to });
  }
  return { seen, unseen };
}

const within = (intervals: readonly Interval[], from: number, to: number): Interval[] =>
  intervals
    .map((each) => ({ from: Math.max(each.from, from), to: Math.min(each.to, to) }))
    .filter((each) => each.from < each.to);

/** Whole minutes of intervals between two times. */
export const minutesIn = (intervals: readonly Interval[], from: number, to: number): number =>
  Math.round(within(intervals, from, to).reduce((sum, each) => sum + each.to - each.from, 0) / MINUTE);
