// Inputs and answers of calls to correct, merge and remove prospects.
import * as z from "zod/mini";
import { inputsOf } from "../../../lib/fields.schema.ts";
import { text } from "../../../lib/names.schema.ts";
import { recordId, recordIdText, version } from "../../../lib/wire.schema.ts";
import { PROSPECT_STATUSES } from "../pipeline.schema.ts";
import { CORRECTABLE, prospectFacts } from "../prospects.fields.ts";

export const correctable = z.enum(CORRECTABLE);

/** An empty text, or null, clears a fact that may be missing. */
export const correctInput = z.strictObject({ ...inputsOf(prospectFacts), version });
export type CorrectInput = z.infer<typeof correctInput>;

/** Merges the other prospect into the one of the path. */
export const mergeInput = z.strictObject({ otherId: recordId, version });
export type MergeInput = z.infer<typeof mergeInput>;

/** Most characters of the reason for deleting a prospect. */
export const REASON_LENGTH = 500;
export const removeInput = z.strictObject({ reason: text(REASON_LENGTH, 1), version });
export type RemoveInput = z.infer<typeof removeInput>;

/** Days within which a removed prospect can be restored; its personal data is deleted then. */
export const RESTORE_DAYS = 30;

const typed = z.optional(z.string().check(z.trim(), z.maxLength(120)));

/**
 * Typed facts of a prospect, to search for duplicates; `except` is the prospect itself, whose stored e-mail is compared too: a typed
 * one would stand in an address.
 */
export const duplicatesQuery = z.strictObject({
  displayName: typed,
  username: typed,
  starCitizenId: typed,
  discordId: typed,
  except: z.optional(recordIdText),
});
export type DuplicatesQuery = z.infer<typeof duplicatesQuery>;

export const ALIKE = ["displayName", "username", "starCitizenId", "discordId", "email"] as const;
export type Alike = (typeof ALIKE)[number];

/** A prospect who may be the same person. */
export const duplicate = z.object({
  id: z.number(),
  displayName: z.string(),
  username: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** Null for one that was deleted or merged into another. */
  status: z.nullable(z.enum(PROSPECT_STATUSES)),
  discordId: z.nullable(z.string()),
  discordStatus: z.nullable(z.enum(["active", "left"])),
  starCitizenId: z.nullable(z.string()),
  /** The similar facts. */
  alike: z.array(z.enum(ALIKE)),
});
export type Duplicate = z.infer<typeof duplicate>;

/** A prospect's removal from the pipeline. */
export const removal = z.object({
  id: z.number(),
  displayName: z.string(),
  kind: z.enum(["merged", "deleted"]),
  /** The prospect that it was merged into. */
  into: z.nullable(z.object({ id: z.number(), displayName: z.string() })),
  reason: z.nullable(z.string()),
  removedBy: z.string(),
  removedAt: z.string(),
  can: z.object({ restore: z.boolean() }),
});
export type Removal = z.infer<typeof removal>;

/** Ways in which a prospect signs in; empty for a person who cannot. */
export const signIn = z.array(z.enum(["discord", "password"]));
export type SignIn = z.infer<typeof signIn>;
