import { id } from "../../lib/address.ts";

export const ATTENDANCE_PATH = "/organization/attendance";
export const EVENTS_PATH = "/organization?tab=events";

export const shape = { event: id };

/** The address of an event's attendance page. */
export const attendanceHref = (eventId: number): string => `${ATTENDANCE_PATH}?event=${eventId}`;
