import * as z from "zod/mini";
import { pageLimit } from "../../../lib/wire.schema.ts";
import { BACKUP_SECTIONS, backupFile } from "../backup.schema.ts";

/** The change of a row when a document is restored. */
const ROW_CHANGES = ["comes", "changes", "goes", "skipped"] as const;
export type RowChange = (typeof ROW_CHANGES)[number];

/** The steps of applying, in order; the last is one batch and shows everything at once. */
export const RESTORE_STEPS = ["keep", "compare", "apply"] as const;
export type RestoreStep = (typeof RESTORE_STEPS)[number];

/** `running` is locked: no other user can save. */
const restoreState = z.enum(["rehearsed", "running", "done", "failed"]);

const figures = { comes: z.number(), changes: z.number(), goes: z.number(), skipped: z.number() };

/** The body of POST /api/backup/restores/stored */
export const storedInput = z.strictObject({ name: backupFile });

export const restore = z.object({
  id: z.number(),
  state: restoreState,
  /** The text to type before applying: the name of the organization in the document. */
  confirm: z.string(),
  document: z.object({
    /** Null for data that was kept before a restore. */
    bytes: z.nullable(z.number()),
    createdAt: z.string(),
    createdBy: z.string(),
    version: z.number(),
    /** The newest migration that it knows. */
    schema: z.string(),
    /** Whether it is older than the newest migration: later columns have their defaults. */
    isOlder: z.boolean(),
    tables: z.number(),
    rows: z.number(),
    /** Changes that were made during the backup. */
    changesMeanwhile: z.number(),
  }),
  sections: z.array(
    z.object({ key: z.enum(BACKUP_SECTIONS.map(({ key }) => key)), rows: z.number(), ...figures }),
  ),
  rehearsedAt: z.string(),
  rehearsedBy: z.string(),
  /** Whether the reader is the same user in the document, and stays signed in. */
  staysSignedIn: z.boolean(),
  /** Secrets encrypted with a key that this deployment does not have. */
  lockedSecrets: z.number(),
  /** Finished steps with their times. */
  steps: z.array(z.object({ step: z.enum(RESTORE_STEPS), at: z.string() })),
  /** Null unless it runs; `done` of `total` tables. */
  progress: z.nullable(z.object({ step: z.enum(RESTORE_STEPS), done: z.number(), total: z.number() })),
  startedAt: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** The reason of a failure, as a sentence. */
  problem: z.nullable(z.string()),
  /** For a finished one: the restore of the data before it, until `keptUntil`. */
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
  /** The name in the row; null where it has none. */
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

/** Why automation is paused, and the number of waiting tasks. */
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

/** The newest restore that was not discarded, and the pause. */
export const restoring = z.object({ restore: z.nullable(restore), pause: z.nullable(pause) });
export type Restoring = z.infer<typeof restoring>;
