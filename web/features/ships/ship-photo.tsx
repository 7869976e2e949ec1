import { useState } from "react";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ShipIcon } from "../../ui/icons.tsx";

/** The widths in pixels that the image proxy serves. */
const WIDTHS = [320, 640, 960] as const;

const photoPath = (url: string, width: number) =>
  `/api/uex/image-proxy?url=${encodeURIComponent(url)}&w=${width}`;

/**
 * The photo of a ship, which fills its parent; a quiet plate where there is none or it cannot be had.
 * @param props.sizes the width at which it is shown, as the attribute of an image
 */
export function ShipPhoto(props: { url: string | null; sizes: string; className?: string; small?: boolean }) {
  const t = useT();
  const { url, sizes, className, small = false } = props;
  const [failed, setFailed] = useState<string | null>(null);
  if (url && failed !== url) {
    return (
      <img
        src={photoPath(url, WIDTHS[1])}
        srcSet={WIDTHS.map((width) => `${photoPath(url, width)} ${width}w`).join(", ")}
        sizes={sizes}
        alt=""
        loading="lazy"
        decoding="async"
        className={cx("size-full object-cover", className)}
        onError={() => setFailed(url)}
      />
    );
  }
  return (
    <span
      className={cx(
        "grid size-full place-content-center justify-items-center gap-2 bg-rail text-ink-2",
        className,
      )}
    >
      <ShipIcon size={small ? 16 : 26} />
      {small ? null : <span className="hint">{t("ships.no_picture")}</span>}
    </span>
  );
}
