import { LOCALES } from "../../lib/format.ts";
import { currentLanguage, type Translate } from "../../lib/i18n/i18n.ts";

/** Names as a list in the current language; "Freja, Mikkel and 5 more" for more than `most`. */
export function listed(t: Translate, names: readonly string[], most: number): string {
  const rest = names.length - most;
  // A single remaining name is as short as "and 1 more".
  const shown = rest > 1 ? [...names.slice(0, most), t("fleet.more", { count: rest })] : names;
  return new Intl.ListFormat(LOCALES[currentLanguage()]).format(shown);
}
