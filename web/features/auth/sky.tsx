import type { ReactNode } from "react";

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
          <circle cx="620" cy="240" r="5" />
          <circle cx="505" cy="206" r="3.5" />
          <circle cx="802" cy="345" r="3" />
          <circle cx="345" cy="402" r="4" />
        </g>
        <path
          className="stroke-ink"
          opacity={0.5}
          strokeWidth={2}
          strokeLinecap="round"
          d="M90 120h0M210 320h0M320 90h0M150 560h0M470 520h0M700 620h0M60 760h0M420 700h0M560 80h0"
        />
      </svg>
      <div className="relative flex flex-1 flex-col">{children}</div>
    </header>
  );
}
