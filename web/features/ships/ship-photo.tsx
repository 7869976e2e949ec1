import { useState } from "react";
import { PHOTO_WIDTHS } from "../../../worker/features/ships/ships.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ShipIcon } from "../../ui/icons.tsx";

const photoPath = (url: string, width: number) =>
  `/api/uex/image-proxy?url=${encodeURIComponent(url)}&w=${width}`;

/** The photo of a ship, else a placeholder; it fills its parent. `sizes` is the attribute of an image: its width on screen. */
export function ShipPhoto(props: { url: string | null; sizes: string; className?: string; small?: boolean }) {
  const t = useT();
  const { url, sizes, className, small = false } = props;
  const [failed, setFailed] = useState<string | null>(null);
  if (url && failed !== url) {
    return (
      <img
        src={photoPath(url, PHOTO_WIDTHS[1])}
        srcSet={PHOTO_WIDTHS.map((width) => `${photoPath(url, width)} ${width}w`).join(", ")}
        sizes={sizes}
        alt=""
        loading="lazy"
        decoding="async"
        className={cx("size-full bg-rail object-cover", className)}
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
