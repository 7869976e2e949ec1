import * as z from "zod/mini";

/** Version of the format, raised when readers cannot read older files any more. */
export const BACKUP_VERSION = 2;

/** How many backups of an organization the bucket keeps: the newest. */
export const KEPT_BACKUPS = 30;

/** The parts of a backup, in order, and whether an organization cannot work without them. */
export const BACKUP_SECTIONS = [
  { key: "users", isCritical: true },
  { key: "members", isCritical: true },
  { key: "prospects", isCritical: true },
  { key: "activities", isCritical: false },
  { key: "bots", isCritical: false },
  { key: "settings", isCritical: false },
] as const;
export type BackupSection = (typeof BACKUP_SECTIONS)[number]["key"];

/** A backup, as one JSON document. The header, each table's beginning, each row and each table's end are on a line each. */
export type Backup = { header: BackupHeader; tables: BackupTable[]; manifest: BackupManifest };

export type BackupHeader = {
  format: "command-centre-backup";
  version: number;
  createdAt: string;
  createdBy: string;
  organization: { id: number; name: string };
  /** The newest migration of the database. */
  schema: string;
  /** The product's permissions at that time: a restore grants those added since. Left out in older documents. */
  permissions?: string[];
  sections: { key: BackupSection; tables: string[] }[];
  excluded: Record<string, string>;
};

export type BackupTable = {
  section: BackupSection;
  name: string;
  columns: string[];
  /**
   * Sorted by primary key; values in the order of the columns, exactly as stored: integers have up to 64 bits, of which
   * `JSON.parse` loses the last ones.
   */
  rows: (string | number | null)[][];
  count: number;
  /** SHA-256, hexadecimal, of the lines of the rows, each without the comma after it and followed by a line feed. */
  sha256: string;
};

export type BackupManifest = {
  tables: number;
  rows: number;
  /** Audit entries written during the backup. With none it shows a single moment, otherwise each 500 rows of a table do. */
  changesMeanwhile: number;
  /** SHA-256, hexadecimal, of `name:count:sha256` of each table, each followed by a line feed. */
  sha256: string;
  /**
   * SHA-256, hexadecimal, of the document up to the manifest's line, followed by `tables:rows:changesMeanwhile`. Left out in
   * version 1.
   */
  document?: string;
};

/** A backup that was downloaded or stored completely. */
const lastBackup = z.object({
  createdAt: z.string(),
  createdBy: z.string(),
  source: z.enum(["download", "schedule"]),
  bytes: z.number(),
  tables: z.number(),
  rows: z.number(),
  sha256: z.string(),
});
export type LastBackup = z.infer<typeof lastBackup>;

/** The name of a backup's file. */
export const backupFile = z.string().check(z.regex(/^crm-backup-\d{12}\.json$/));

/** A backup in the bucket. */
export const storedBackup = z.object({ name: backupFile, createdAt: z.string(), bytes: z.number() });
export type StoredBackup = z.infer<typeof storedBackup>;

/** GET /api/backups/{organizationId} */
export const backupState = z.object({
  /** The newest backup. */
  last: z.nullable(lastBackup),
  /** Whether a bucket is bound, without which the schedule makes no backups. */
  bucket: z.boolean(),
  /** The time of the next scheduled one. */
  next: z.nullable(z.string()),
  /** The number of backups that the bucket keeps. */
  kept: z.number(),
});
export type BackupState = z.infer<typeof backupState>;
