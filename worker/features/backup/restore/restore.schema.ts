import * as z from "zod/mini";
import { pageLimit } from "../../../lib/wire.schema.ts";
import { BACKUP_SECTIONS, backupFile } from "../backup.schema.ts";

/** What becomes of a row when a document is restored. */
const ROW_CHANGES = ["comes", "changes", "goes", "skipped"] as const;
export type RowChange = (typeof ROW_CHANGES)[number];

/** What applying does, in this order; the last one is in one batch and shows everything at once. */
export const RESTORE_STEPS = ["keep", "compare", "apply"] as const;
export type RestoreStep = (typeof RESTORE_STEPS)[number];

/** `running` is locked: nobody else can save. */
const restoreState = z.enum(["rehearsed", "running", "done", "failed"]);

const figures = { comes: z.number(), changes: z.number(), goes: z.number(), skipped: z.number() };

/** The body of POST /api/backup/restores/stored */
export const storedInput = z.strictObject({ name: backupFile });

export const restore = z.object({
  id: z.number(),
  state: restoreState,
  /** What has to be typed to apply it: the name of the organization in the document. */
  confirm: z.string(),
  document: z.object({
    /** Null for what was kept before a restore. */
    bytes: z.nullable(z.number()),
    createdAt: z.string(),
    createdBy: z.string(),
    version: z.number(),
    /** The newest migration that it knows. */
    schema: z.string(),
    /** It was made before the newest migration: what came later has its usual values. */
    isOlder: z.boolean(),
    tables: z.number(),
    rows: z.number(),
    /** Changes that were made while it was written. */
    changesMeanwhile: z.number(),
  }),
  sections: z.array(
    z.object({ key: z.enum(BACKUP_SECTIONS.map(({ key }) => key)), rows: z.number(), ...figures }),
  ),
  rehearsedAt: z.string(),
  rehearsedBy: z.string(),
  /** The reader is in the document as the same person, and stays signed in. */
  staysSignedIn: z.boolean(),
  /** Secrets in it that are encrypted with a key that this deployment does not have. */
  lockedSecrets: z.number(),
  /** What is done, and when. */
  steps: z.array(z.object({ step: z.enum(RESTORE_STEPS), at: z.string() })),
  /** Null where nothing runs; `done` of `total` tables. */
  progress: z.nullable(z.object({ step: z.enum(RESTORE_STEPS), done: z.number(), total: z.number() })),
  startedAt: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Why it failed, as a sentence. */
  problem: z.nullable(z.string()),
  /** Of one that is done: the restore that brings back what was there before, until `keptUntil`. */
  before: z.nullable(z.object({ id: z.number(), keptUntil: z.string() })),
});
export type Restore = z.infer<typeof restore>;

/** A row that differs. */
export const restoreRow = z.object({
  /** The table and the row's key. */
  id: z.string(),
  change: z.enum(ROW_CHANGES),
  section: z.enum(BACKUP_SECTIONS.map(({ key }) => key)),
  table: z.string(),
  /** What the row calls itself; null where it has no name. */
  name: z.nullable(z.string()),
  /** The columns that change; values only of short ones that are no secrets. */
  fields: z.array(
    z.object({ column: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});
export type RestoreRow = z.infer<typeof restoreRow>;

export const rowsQuery = z.strictObject({
  change: z.optional(z.enum(ROW_CHANGES)),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(500))),
});

export type RowsQuery = z.infer<typeof rowsQuery>;

export const applyInput = z.strictObject({ confirm: z.string().check(z.maxLength(200)) });

/** Why automation is paused, and what waits. */
const pause = z.object({
  since: z.string(),
  by: z.string(),
  /** A restore runs, and nobody can save. */
  isLocked: z.boolean(),
  /** Messages that are held. */
  messages: z.number(),
  /** Bots that start when it is resumed. */
  bots: z.number(),
});
export type Pause = z.infer<typeof pause>;

/** The newest restore that was not put aside, and the pause. */
export const restoring = z.object({ restore: z.nullable(restore), pause: z.nullable(pause) });
export type Restoring = z.infer<typeof restoring>;
