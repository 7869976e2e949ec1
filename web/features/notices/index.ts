import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

const texts: Texts = (language) => [import(`./notices.${language}.json`)];

/** The user's notices, below the bell. */
export const noticesPanel = part(() => import("./notices-panel.tsx"), texts);
/** The user's notification settings. */
export const noticeSettings = part(() => import("./settings-panel.tsx"), texts);
