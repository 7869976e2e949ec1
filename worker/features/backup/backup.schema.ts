import * as z from "zod/mini";

/** Raised when a reader could not read an older file any more. */
export const BACKUP_VERSION = 1;

/** The parts of a backup, in their order, and whether an organization cannot work without them. */
export const BACKUP_SECTIONS = [
  { key: "users", isCritical: true },
  { key: "members", isCritical: true },
  { key: "prospects", isCritical: true },
  { key: "activities", isCritical: false },
  { key: "bots", isCritical: false },
  { key: "settings", isCritical: false },
] as const;
export type BackupSection = (typeof BACKUP_SECTIONS)[number]["key"];

/** A backup, as one JSON document. The header, each table's beginning, each row and each table's end are a line each. */
export type Backup = { header: BackupHeader; tables: BackupTable[]; manifest: BackupManifest };

export type BackupHeader = {
  format: "command-centre-backup";
  version: number;
  createdAt: string;
  createdBy: string;
  organization: { id: number; name: string };
  /** The newest migration of the database. */
  schema: string;
  sections: { key: BackupSection; tables: string[] }[];
  excluded: Record<string, string>;
};

export type BackupTable = {
  section: BackupSection;
  name: string;
  columns: string[];
  /** By primary key; values in the order of the columns, as they are stored. */
  rows: (string | number | null)[][];
  count: number;
  /** SHA-256, hexadecimal, of the rows as compact JSON in UTF-8, each followed by a line feed. */
  sha256: string;
};

export type BackupManifest = {
  tables: number;
  rows: number;
  /** Audit entries written meanwhile. With none the backup shows one moment, otherwise each 500 rows of a table do. */
  changesMeanwhile: number;
  /** SHA-256, hexadecimal, of `name:count:sha256` of each table, each followed by a line feed. */
  sha256: string;
};

/** The newest backup that was read to its end, GET /api/backups/{organizationId}. */
export const lastBackup = z.object({
  createdAt: z.string(),
  createdBy: z.string(),
  bytes: z.number(),
  tables: z.number(),
  rows: z.number(),
  sha256: z.string(),
});
export type LastBackup = z.infer<typeof lastBackup>;
