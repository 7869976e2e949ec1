import * as z from "zod/mini";
import { recordId } from "../../lib/wire.schema.ts";

/** A notice on the caller's bell, GET /api/user/notices. */
export const notice = z.object({
  id: z.number(),
  kind: z.string(),
  /** In the caller's language. */
  text: z.string(),
  /** The address of the page of the app that it is about; null where the caller may not open that. */
  opens: z.nullable(z.string()),
  /** The reader is asked for something; it is taken back when that is done. */
  needsAnswer: z.boolean(),
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** The newest notice that the caller has seen: the earlier ones are read with it. */
export const readInput = z.strictObject({ upTo: recordId });
