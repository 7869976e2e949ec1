import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { calendarTexts } from "./texts.ts";

/** A button that opens the dialog about the user's calendar address. */
export const CalendarFeedButton = lazyDialog(() => import("./calendar-feed.tsx"), [calendarTexts]);

/** A button that saves an event as a file for a calendar app. */
export const SaveToCalendar = lazyDialog(() => import("./save-to-calendar.tsx"), [calendarTexts]);
