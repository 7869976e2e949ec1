import { currentLanguage, LOCALES } from "../../lib/i18n/i18n.ts";

/** "1 week", "6 weeks". */
export const weeksText = (count: number): string =>
  new Intl.NumberFormat(LOCALES[currentLanguage()], {
    style: "unit",
    unit: "week",
    unitDisplay: "long",
  }).format(count);

/** "today", "tomorrow", "in 19 days". */
export const inDays = (count: number): string =>
  new Intl.RelativeTimeFormat(LOCALES[currentLanguage()], { numeric: "auto" }).format(count, "day");
