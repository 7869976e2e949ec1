import * as z from "zod/mini";

const TIME_ZONE_LENGTH = 60;

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).format(0) !== "";
  } catch {
    return false;
  }
}

/** The name of a time zone that the runtime knows, such as "Europe/Copenhagen" or "UTC", not an offset. */
export const timeZone = z
  .string()
  .check(z.maxLength(TIME_ZONE_LENGTH), z.regex(/^[A-Za-z]/), z.refine(isKnown));
