import type { Texts } from "../../lib/i18n/i18n.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

const texts: Texts = (language) => [import(`./calendar.${language}.json`)];

/** The dialog about the user's calendar address. */
export const CalendarFeedDialog = lazyDialog(() => import("./calendar-feed.tsx"), texts);

/** A button that saves an event as a file for a calendar app. */
export const SaveToCalendar = lazyDialog(() => import("./save-to-calendar.tsx"), texts);
