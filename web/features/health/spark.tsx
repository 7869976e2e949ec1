import type { ServiceReport } from "../../../worker/features/health/health.schema.ts";

const WIDTH = 112;
const HEIGHT = 26;
/** Room above and below the line. */
const MARGIN = 5;

/** What was measured of a service in 24 hours as a line: a gap is an outage, marked below, or a time without looks. */
export function Spark({ points, isSlow }: Pick<ServiceReport, "points"> & { isSlow: boolean }) {
  const highest = Math.max(1, ...points.map((each) => (typeof each === "number" ? each : 0)));
  const xOf = (at: number) => 2 + (at / (points.length - 1)) * (WIDTH - 4);
  const yOf = (ms: number) => HEIGHT - MARGIN - (ms / highest) * (HEIGHT - 2 * MARGIN);
  let line = "";
  for (const [at, point] of points.entries()) {
    if (typeof point !== "number") continue;
    const isFirst = typeof points[at - 1] !== "number";
    const place = `${xOf(at).toFixed(1)} ${yOf(point).toFixed(1)}`;
    // A point alone is a dot: a line of no length with round ends.
    line += isFirst ? `M${place}h0.01` : `L${place}`;
  }
  const last = points.findLastIndex((each) => typeof each === "number");
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
      className="block"
    >
      <path d={`M2 ${HEIGHT - 1.5}H${WIDTH - 2}`} strokeWidth="1" className="stroke-line" />
      <path
        d={line}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-ink-2"
      />
      {points.map((point, at) =>
        point === "down" ? (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: each place in the line is one half hour.
            key={at}
            x={xOf(at) - 1.2}
            y={HEIGHT - MARGIN}
            width="2.4"
            height="2"
            className="fill-stop"
          />
        ) : null,
      )}
      {isSlow && last >= 0 ? (
        <circle cx={xOf(last)} cy={yOf(points[last] as number)} r="2.6" className="fill-wait" />
      ) : null}
    </svg>
  );
}
