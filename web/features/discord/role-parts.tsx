/** A Discord role's own colour; grey for a role without one. */
export function ColorDot({ color }: { color: number }) {
  return (
    <span
      aria-hidden="true"
      className="size-2 flex-none rounded-full bg-ink-3 forced-color-adjust-none"
      style={color === 0 ? undefined : { background: `#${color.toString(16).padStart(6, "0")}` }}
    />
  );
}
