import type { Texts } from "../../lib/i18n/i18n.ts";
import { part } from "../../ui/part.tsx";

export { NEEDS_PATH, useNeeds, useNoticeSettings } from "./needs.api.ts";

const texts: Texts = (language) => [import(`./notices.${language}.json`)];

/** What needs the user, and their notices, below the bell. */
export const noticesPanel = part(() => import("./notices-panel.tsx"), texts);
/** What needs the user, as a panel of their home. */
export const needsPanel = part(() => import("./needs-panel.tsx"), texts);
/** One thing that needs the user, as an item of a list. */
export const needRow = part(async () => ({ default: (await import("./need-row.tsx")).NeedRow }), texts);
/** The user's notification settings. */
export const noticeSettings = part(
  () => import("./settings-panel.tsx"),
  (language) => [...texts(language), import(`./notice-settings.${language}.json`)],
);
