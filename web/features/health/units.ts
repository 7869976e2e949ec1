import type { Language } from "../../../worker/lib/wire.schema.ts";
import { LOCALES, relativeUnit } from "../../lib/format.ts";
import { type Width, withUnit } from "../../lib/units.ts";

/** A duration in its largest unit: "14ms", "1.9s", "41m", or in words "41 minutes". */
export function formatDuration(ms: number, language: Language, width: Width): string {
  if (ms < 100) return withUnit(ms, "millisecond", width, language);
  if (ms < 10_000) return withUnit(ms / 1000, "second", width, language, 1);
  const { unit, amount } = relativeUnit(ms, 0) ?? { unit: "second", amount: 0 };
  return withUnit(amount, unit, width, language);
}

/** "840 kB", "1.2 MB". */
export const formatBytes = (bytes: number, language: Language): string =>
  bytes < 1_000_000
    ? withUnit(bytes / 1000, "kilobyte", "short", language)
    : withUnit(bytes / 1_000_000, "megabyte", "short", language, 1);

/** A share as a percentage; rounded down, so that 100 % is exact. */
export const formatShare = (share: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: "percent", maximumFractionDigits: 1 }).format(
    Math.floor(share * 1000) / 1000,
  );
