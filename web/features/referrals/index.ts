import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

const texts: Texts = (language) => [import(`./referrals.${language}.json`)];

/** The reader's own link as a panel, for members. */
export const ownLink = part(() => import("./own-link.tsx"), texts);

/** The tab of where people came from, and its button. */
export const sources = part(() => import("./sources-tab.tsx"), texts);
export const newSource = part(() => import("./new-source.tsx"), texts);
