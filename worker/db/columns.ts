import { customType, integer, text } from "drizzle-orm/sqlite-core";

/** An instant as ISO 8601 text in UTC with milliseconds, so that text order is time order. */
export const instant = (name: string) => text(name);

/** A boolean stored as 0 or 1. */
export const flag = (name: string) => integer(name, { mode: "boolean" });

/** JSON kept as text; parsed on reading. */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => JSON.parse(value) as T,
  })(name);
