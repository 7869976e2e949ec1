import { LOCALES } from "../../lib/format.ts";
import { currentLanguage, type Translate } from "../../lib/i18n/i18n.ts";

/** Names as a list in the current language; "Freja, Mikkel and 5 more" for more than `most`. */
export function listed(t: Translate, names: readonly string[], most: number): string {
  const rest = names.length - most;
  // A single remaining name is as short as "and 1 more".
  const shown = rest > 1 ? [...names.slice(0, most), t("fleet.more", { count: rest })] : names;
  return new Intl.ListFormat(LOCALES[currentLanguage()]).format(shown);
}

/** A text in the middle of a sentence. */
export const within = (text: string): string => text.toLocaleLowerCase(LOCALES[currentLanguage()]);
/** A text at the beginning of a sentence. */
export const opening = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Names as alternatives: "Vulcan or Crucible". */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat(LOCALES[currentLanguage()], { type: "disjunction" }).format(names);
