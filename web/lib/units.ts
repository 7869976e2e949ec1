import { LOCALES } from "./format.ts";
import { currentLanguage } from "./i18n/i18n.ts";

/** How much room a unit's name may take: "41 minutes", "41 min", "41m". */
export type Width = "long" | "narrow" | "short";

/** An amount with its unit, such as "6 weeks" or "1.9s". @param digits most decimals */
export const withUnit = (
  amount: number,
  unit: string,
  width: Width = "long",
  language = currentLanguage(),
  digits = 0,
): string =>
  new Intl.NumberFormat(LOCALES[language], {
    style: "unit",
    unit,
    unitDisplay: width,
    maximumFractionDigits: digits,
  }).format(amount);

/** "today", "tomorrow", "in 19 days". */
export const inDays = (count: number): string =>
  new Intl.RelativeTimeFormat(LOCALES[currentLanguage()], { numeric: "auto" }).format(count, "day");
