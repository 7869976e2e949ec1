import { type CSSProperties, useState } from "react";
import { cx } from "../lib/cx.ts";
import { hueOf, initials, type Tone } from "../lib/format.ts";
import { Dot } from "./badge.tsx";

/**
 * A person's picture, or their initials on a hue of their own. The name is expected beside it; `presence` is a
 * dot with its meaning in words.
 */
export function Avatar(props: {
  name: string;
  src?: string | null | undefined;
  size?: "s" | "m" | "l" | "xl";
  square?: boolean;
  presence?: { tone: Tone; label: string } | null | undefined;
  className?: string;
}) {
  const { name, src, size = "m", square, presence, className } = props;
  const [broken, setBroken] = useState<string | null>(null);
  const style: CSSProperties & { "--hue": number } = { "--hue": hueOf(name) };
  return (
    <span className={cx("avatar", size !== "m" && size, square && "square", className)} style={style}>
      {src && src !== broken ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        <span aria-hidden="true">{initials(name)}</span>
      )}
      {presence ? <Dot tone={presence.tone} label={presence.label} /> : null}
    </span>
  );
}
