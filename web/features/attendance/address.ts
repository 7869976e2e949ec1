import { id } from "../../lib/address.ts";

export const ATTENDANCE_PATH = "/organization/attendance";
export const EVENTS_PATH = "/organization?tab=events";

export const shape = { event: id };

/** The address of the page about who was at an event. */
export const attendanceHref = (eventId: number): string => `${ATTENDANCE_PATH}?event=${eventId}`;
