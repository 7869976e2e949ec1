import * as z from "zod/mini";

const author = z.object({ userId: z.number(), displayName: z.string(), avatarUrl: z.nullable(z.string()) });

/** A text of a user in a thread, such as a comment, with the rights of its reader. */
export const written = z.object({
  id: z.number(),
  /** Null for a user who was deleted. */
  author: z.nullable(author),
  /** Markdown, as it was typed; empty for one that was removed. */
  text: z.string(),
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  /** The user who removed it, and the reason. */
  removed: z.nullable(z.object({ by: z.string(), reason: z.string() })),
  version: z.number(),
  can: z.object({ update: z.boolean(), delete: z.boolean(), remove: z.boolean() }),
});
export type Written = z.infer<typeof written>;
