import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

const texts: Texts = (language) => [import(`./search.${language}.json`)];

/** The command palette, and the list of keyboard shortcuts; the shell opens them. */
export const palette = part(() => import("./palette.tsx"), texts);
export const shortcutList = part(() => import("./shortcut-list.tsx"), texts);
