import * as z from "zod/mini";
import { personName } from "../../lib/names.schema.ts";
import { version } from "../../lib/wire.schema.ts";
import type { FormChanges } from "./changes.schema.ts";
import { formContent } from "./forms.schema.ts";

/** Forms of one organization: three of the product's, and one of each team. Versions of a form are never deleted. */
export const FORMS_MOST = 12;
export const VERSIONS_MOST = 200;

const words = z.object({ en: z.exactOptional(z.string()), da: z.exactOptional(z.string()) });

/** What a version has of its own beside the one before: the words of questions, and how many others changed. */
const changeSummary = z.object({
  added: z.array(words),
  removed: z.array(words),
  reworded: z.number(),
  altered: z.number(),
  moved: z.number(),
  sections: z.number(),
});
export type ChangeSummary = z.infer<typeof changeSummary>;

export const summaryOf = (changes: FormChanges): ChangeSummary => ({
  added: changes.added.map(({ label }) => label),
  removed: changes.removed.map(({ label }) => label),
  reworded: changes.reworded.length,
  altered: changes.altered.length,
  moved: changes.moved.length,
  sections: changes.sections,
});

const formVersion = z.object({
  number: z.number(),
  changes: z.nullable(changeSummary),
  publishedAt: z.string(),
  publishedBy: z.string(),
  /** People who sent answers to it, and who are answering it now; null in the answer to a change, which counts nobody. */
  answered: z.nullable(z.number()),
  filling: z.nullable(z.number()),
});
export type FormVersion = z.infer<typeof formVersion>;

/** A form with its draft and its versions, the newest first: GET /api/forms/{orgId}. */
export const form = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  draft: formContent,
  /** Ids of the sections and questions that it always has, as they are; empty where all are the organization's own. */
  fixed: z.array(z.string()),
  liveNumber: z.nullable(z.number()),
  /** What the newest version asks; null before the first. */
  live: z.nullable(formContent),
  updatedAt: z.string(),
  updatedBy: z.string(),
  version: z.number(),
  versions: z.array(formVersion),
});
export type Form = z.infer<typeof form>;

/** A version whole: GET /api/forms/{id}/versions/{number}. */
export const versionContent = z.object({ number: z.number(), content: formContent });
export type VersionContent = z.infer<typeof versionContent>;

/** A new form: of nine questions, or of those that are fixed for its key. */
export const createInput = z.strictObject({
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,19}$/)),
  name: personName(40),
});
export type CreateInput = z.infer<typeof createInput>;

export const draftInput = z.strictObject({ content: formContent, version });
export type DraftInput = z.infer<typeof draftInput>;

export const publishInput = z.strictObject({ version });
export type PublishInput = z.infer<typeof publishInput>;

/** Makes a version the draft again. */
export const useInput = z.strictObject({ number: z.int().check(z.positive()), version });
export type UseInput = z.infer<typeof useInput>;
