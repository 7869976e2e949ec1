import * as z from "zod/mini";
import { type ImportChoices, NO_CHOICES } from "../../../worker/features/imports/plan.schema.ts";
import { contentOf, createDrafts, type Draft, draftShape } from "../../lib/drafts.ts";

/** What an import keeps until it is done: the list, what its reader chose, and what was typed but not reviewed. */
export const KEPT = { file: 1, choices: 2, text: 3 } as const;

export const importDrafts = createDrafts<Draft, { version: number }>("import", draftShape);

const listFile = z.object({ name: z.nullable(z.string()), content: z.string() });
export type ListFile = z.infer<typeof listFile>;

const choicesShape = z.object({
  answers: z.record(z.string(), z.nullable(z.number())),
  left: z.array(z.number()),
  wanted: z.array(z.number()),
  removed: z.array(z.number()),
  nicknames: z.boolean(),
  pledges: z.boolean(),
});

export const fileOf = (draft: Draft | undefined): ListFile | null => contentOf(listFile, draft);
export const choicesOf = (draft: Draft | undefined): ImportChoices =>
  contentOf(choicesShape, draft) ?? NO_CHOICES;
export const draftOf = (content: ListFile | ImportChoices): Draft => ({
  text: JSON.stringify(content),
  version: 0,
});
