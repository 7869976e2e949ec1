import * as z from "zod/mini";
import { instant } from "../../lib/wire.schema.ts";
import { lengthMinutes } from "./events.schema.ts";

/** People whom an answer about clashes names. */
export const MOST_CLASHES = 10;
/** Another time of an event. */
export const clashesQuery = z.strictObject({
  startsAt: instant,
  lengthMinutes: z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,4}$/)),
      z.transform((text: string) => Number(text)),
    ),
    lengthMinutes,
  ),
});
export type ClashesQuery = z.infer<typeof clashesQuery>;

/** Who has another event while this one would last, GET /api/events/{id}/clashes. */
export const clashes = z.object({
  /** The first MOST_CLASHES in order of arrival, each with the end of the last of their other events. */
  people: z.array(z.object({ userId: z.number(), displayName: z.string(), endsAt: z.string() })),
  /** All of them. */
  count: z.number(),
});
export type Clashes = z.infer<typeof clashes>;
