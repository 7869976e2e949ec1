import * as z from "zod/mini";
import { recordId } from "../../lib/wire.schema.ts";

/** Something that the caller has to know, GET /api/user/notices. */
export const notice = z.object({
  id: z.number(),
  kind: z.string(),
  /** In the caller's language. */
  text: z.string(),
  /** The page of the app that it is about. */
  opens: z.string(),
  createdAt: z.string(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** The newest notice that the caller has seen: it and those before it are read. */
export const readInput = z.strictObject({ upTo: recordId });
