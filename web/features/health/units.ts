import type { Language } from "../../../worker/lib/wire.schema.ts";
import { LOCALES, relativeUnit } from "../../lib/format.ts";

type Width = "long" | "narrow" | "short";

const withUnit = (value: number, unit: string, language: Language, unitDisplay: Width, digits = 0) =>
  new Intl.NumberFormat(LOCALES[language], {
    style: "unit",
    unit,
    unitDisplay,
    maximumFractionDigits: digits,
  }).format(value);

/** A duration in its largest unit: "14ms", "1.9s", "41m", or in words "41 minutes". */
export function formatDuration(ms: number, language: Language, width: Width): string {
  if (ms < 100) return withUnit(ms, "millisecond", language, width);
  if (ms < 10_000) return withUnit(ms / 1000, "second", language, width, 1);
  const { unit, amount } = relativeUnit(ms, 0) ?? { unit: "second", amount: 0 };
  return withUnit(amount, unit, language, width);
}

/** "840 kB", "1.2 MB". */
export const formatBytes = (bytes: number, language: Language): string =>
  bytes < 1_000_000
    ? withUnit(bytes / 1000, "kilobyte", language, "short")
    : withUnit(bytes / 1_000_000, "megabyte", language, "short", 1);

/** A share as a percentage; rounded down, so that 100 % is exact. */
export const formatShare = (share: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: "percent", maximumFractionDigits: 1 }).format(
    Math.floor(share * 1000) / 1000,
  );
