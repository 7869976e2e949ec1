type Span = { startsAt: string; endsAt: string };
type Interval = { from: string; to: string };

/** Most hours that are marked. */
const MOST_TICKS = 5;
const STEPS = [1, 2, 3, 6, 12, 24];
const HOUR = 3_600_000;

/** Where a time lies on the rail of an event, in percent, at either end at most. */
function placeOf(time: number, { startsAt, endsAt }: Span): number {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  return Math.min(1, Math.max(0, (time - from) / (to - from))) * 100;
}

/** The bars of a person on the rail, in percent, cut at its ends. */
export const barsOf = (intervals: readonly Interval[], span: Span): { left: number; width: number }[] =>
  intervals
    .map(({ from, to }) => {
      const left = placeOf(Date.parse(from), span);
      return { left, width: placeOf(Date.parse(to), span) - left };
    })
    .filter(({ width }) => width > 0);

/** Whole hours within an event by the reader's clock, and where they lie, in percent. */
export function ticksOf(span: Span): { at: string; left: number }[] {
  const [from, to] = [Date.parse(span.startsAt), Date.parse(span.endsAt)];
  const hours = (to - from) / HOUR;
  const step = STEPS.find((each) => hours / each <= MOST_TICKS) ?? Number.POSITIVE_INFINITY;
  const first = new Date(from);
  if (first.getMinutes() || first.getSeconds() || first.getMilliseconds())
    first.setHours(first.getHours() + 1, 0, 0, 0);
  const ticks = [];
  for (let at = first.getTime(); at <= to; at += step * HOUR)
    ticks.push({ at: new Date(at).toISOString(), left: placeOf(at, span) });
  return ticks;
}
