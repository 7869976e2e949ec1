import { type SQL, sql } from "drizzle-orm";

/** The parts of a backup. */
type BackupSection = "users" | "members" | "prospects" | "activities" | "bots" | "settings";

/** The owner of the data. */
export type Owner = { userId: number; organizationId: number };

/** Why a table is left out, as a sentence. */
type LeftOut = { leftOut: string };

/** How the rows of a table stand in a backup. */
export type BackupRule = {
  section: BackupSection;
  /** The condition that a row is the organization's. A plus keeps SQLite from leaving the primary key's order. */
  isOf: (organizationId: number) => SQL;
  /**
   * The condition that a row of the organization is in its backups, where not all are. A restore leaves the others alone while
   * the rows that they belong to stay as they are, and a rehearsal tells nothing of them. No row names their numbers.
   */
  isBackedUp?: SQL | undefined;
  /** Rows that are read at once, where they can be large. */
  page?: number;
  /** Why a restore neither changes nor deletes its rows, and only adds what they lack. Its key is one number. */
  isKept?: string;
  /** The column of such a table that says when a restore brought a row: no document has it, and a restore sets it. */
  broughtAt?: string;
  /** Rows that users do not know as things of their own: a rehearsal neither counts nor lists them. */
  isTechnical?: true;
};

/** How the rows of a table stand in the file of a user's own data. */
export type PersonalRule = {
  /** The condition that a row is about the user. */
  isOf: (owner: Owner) => SQL;
  columns: readonly string[];
  /**
   * What leaves of each of these columns that is JSON: the keys of its object that say nothing of others, or for one that
   * is the user's own throughout, why it is.
   */
  json?: Readonly<Record<string, readonly string[] | string>>;
  /** A number or text that each of a user's rows has to itself, for a table without row ids. */
  place?: SQL;
  /** What a number of a column stands for, by the name it is given. */
  names?: Readonly<Record<string, SQL>>;
  /** Columns that are left out, and why. */
  without: Readonly<Record<string, string>>;
};

/** Rows and columns of a table that give or take access or hold code that runs with a secret: writing them takes a recent proof. */
export type Guarded = {
  /** Why it is guarded, as the thing that is handed out or ended. */
  because: string;
  /** Rows whose adding or deleting counts. */
  rows?: "added" | "deleted" | "both";
  /** Columns whose change counts. */
  columns?: readonly string[];
};

/** How rows of a table leave the product, and which writes take a recent proof. */
type TableRules = {
  guarded?: Guarded;
  backup: BackupRule | LeftOut;
  /** For tables that mention users. */
  personal?: PersonalRule | LeftOut;
};

/** The tables of a feature, by name, each after those that its rows refer to. */
export type Tables = Readonly<Record<string, TableRules>>;

/** Backs up a table with a column that says which organization a row belongs to. */
export const backedUp = (section: BackupSection): BackupRule => ({
  section,
  isOf: (id) => sql`+organization_id = ${id}`,
});

/** Backs up a table whose rows belong, by a column, to those of another table that has one. */
export const backedUpBelow = (
  section: BackupSection,
  column: string,
  parent: string,
  page?: number,
): BackupRule => ({
  section,
  isOf: (id) => sql`+${sql.raw(column)} in (select id from ${sql.raw(parent)} where organization_id = ${id})`,
  ...(page ? { page } : {}),
});

/** The condition that a row is the organization's, and in its backups. */
export const inBackups = (
  { isOf, isBackedUp }: Pick<BackupRule, "isOf" | "isBackedUp">,
  organizationId: number,
): SQL => (isBackedUp ? sql`(${isOf(organizationId)} and ${isBackedUp})` : isOf(organizationId));

/** A rule for rows that a rehearsal neither counts nor lists. */
export const technical = (rule: BackupRule): BackupRule => ({ ...rule, isTechnical: true });

/** The condition that a row is about the user whom its `user_id` names. */
export const isOfUser = ({ userId }: Owner): SQL => sql`user_id = ${userId}`;

/** Usual reasons to leave a column out of the file of a user's own data. */
export const SECRET = "A secret, which only recognizes you.";
export const OURS = "The same for everybody here.";
export const COUNTER = "Counts changes, for pages that are open.";
export const OTHERS = "Names somebody else.";
export const WITH_USER = "Stands with the user.";
