import type { ReactNode } from "react";

/** `size` in pixels, 16 without; the colour is the text's. Icons say nothing themselves: name them beside. */
export type IconProps = { size?: number; className?: string };

/** The frame of an icon, 24 by 24 units; `filled` ones are painted instead of drawn in lines. */
export function Drawing({
  size = 16,
  className,
  filled,
  children,
}: IconProps & { filled?: boolean; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? "currentColor" : "none"}
      stroke={filled ? "none" : "currentColor"}
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      {children}
    </svg>
  );
}
