import { useState } from "react";
import { cx } from "../lib/cx.ts";
import { hueOf, initials, type Tone } from "../lib/format.ts";
import { Dot } from "./badge.tsx";

const SIZES = {
  s: "size-[22px] [font:600_9px/1_var(--font-sans)]",
  m: "size-[30px] [font:600_11px/1_var(--font-sans)]",
  l: "size-11 [font:600_15px/1_var(--font-sans)]",
  xl: "size-21 [font:600_28px/1_var(--font-sans)]",
};

/** A user's picture, or their initials on a coloured ground; `presence` is a dot with its meaning. */
export function Avatar(props: {
  name: string;
  src?: string | null | undefined;
  size?: keyof typeof SIZES;
  square?: boolean;
  presence?: { tone: Tone; label: string } | null | undefined;
  className?: string;
}) {
  const { name, src, size = "m", square, presence, className } = props;
  const [broken, setBroken] = useState<string | null>(null);
  const hue = hueOf(name);
  const shape = square ? "rounded-[9px]" : "rounded-full";
  return (
    <span
      className={cx("relative grid flex-none place-items-center", SIZES[size], shape, className)}
      style={{ background: `oklch(0.8 0.075 ${hue})`, color: `oklch(0.2 0.03 ${hue})` }}
    >
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full rounded-[inherit] object-cover"
          onError={() => setBroken(src)}
        />
      ) : (
        <span aria-hidden="true">{initials(name)}</span>
      )}
      {presence ? (
        <Dot {...presence} className="absolute -right-px -bottom-px shadow-[0_0_0_2px_var(--hull)]" />
      ) : null}
    </span>
  );
}
