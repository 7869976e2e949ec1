import { formatNumber } from "../../lib/format.ts";
import { currentLanguage } from "../../lib/i18n/i18n.ts";

const UNITS = ["B", "kB", "MB", "GB"] as const;

/** A size in the largest unit that it fills, to a tenth: 38.4 MB. */
export function fileSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const tenths = Math.round((bytes / 1000 ** unit) * 10) / 10;
  return `${formatNumber(tenths, currentLanguage())} ${UNITS[unit]}`;
}
