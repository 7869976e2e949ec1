import * as z from "zod/mini";

/** A piece of a line: its words, and how they look. A link leads to https alone. */
export const markupRun = z.object({
  text: z.string(),
  isStrong: z.boolean(),
  isEm: z.boolean(),
  href: z.nullable(z.string()),
});
export type MarkupRun = z.infer<typeof markupRun>;

/** A paragraph, a heading or an item of a list of a text that was written in Markdown. */
export const markupBlock = z.object({
  kind: z.enum(["paragraph", "heading", "item"]),
  /** Lists around an item, 1 to 3; 0 for other blocks. */
  level: z.number(),
  /** The number of an item of a numbered list. */
  number: z.nullable(z.number()),
  runs: z.array(markupRun),
});
export type MarkupBlock = z.infer<typeof markupBlock>;
