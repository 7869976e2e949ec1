import type { ReactNode } from "react";

const STARS = [
  [90, 120, 1],
  [210, 320, 1.2],
  [320, 90, 0.9],
  [150, 560, 1.1],
  [470, 520, 0.8],
  [700, 620, 1.2],
  [60, 760, 1],
  [420, 700, 1],
  [560, 80, 1],
] as const;

const MOONS = [
  [620, 240, 5],
  [505, 206, 3.5],
  [802, 345, 3],
  [345, 402, 4],
] as const;

/** The view from the bridge beside the sign-in form: orbits and a few stars, in the colours of the theme. */
export function Sky({ children }: { children: ReactNode }) {
  return (
    <header className="sky relative flex flex-col overflow-hidden border-line p-10 px-12 max-md:min-h-[196px] max-md:border-b max-md:p-[22px] md:border-r">
      <svg
        className="absolute inset-0 size-full text-ice opacity-50"
        viewBox="0 0 800 900"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
        focusable="false"
      >
        <g opacity={0.55}>
          <circle cx="620" cy="240" r="120" />
          <circle cx="620" cy="240" r="210" strokeDasharray="2 9" />
          <circle cx="620" cy="240" r="320" opacity={0.6} />
          <circle cx="620" cy="240" r="450" strokeDasharray="1 14" />
        </g>
        <g fill="currentColor" stroke="none">
          {MOONS.map(([x, y, radius]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
          ))}
        </g>
        <g className="fill-ink" stroke="none" opacity={0.5}>
          {STARS.map(([x, y, radius]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
          ))}
        </g>
      </svg>
      <div className="relative flex flex-1 flex-col">{children}</div>
    </header>
  );
}
