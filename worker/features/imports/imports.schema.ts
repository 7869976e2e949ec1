import * as z from "zod/mini";
import { personName } from "../../lib/names.schema.ts";
import { recordId } from "../../lib/wire.schema.ts";
import { NICKNAME_LENGTH, type Pledge, pastDay, pledge, QUANTITY_MAX } from "../hangar/hangar.schema.ts";

/** Largest file that is read, in characters, and most ships that it may list. */
export const IMPORT_CHARACTERS = 8 * 1024 * 1024;
export const IMPORT_ROWS = 20_000;

/** Most names without an exact match that a review shows. */
export const OPEN_NAMES = 500;
/** Most unreadable rows, and columns, that a review lists. */
export const UNREAD_SHOWN = 20;
export const SHIPS_MAX = 400;
/** Most names that one member stores for the organization in a day (UTC); further answers are kept for their own imports. */
export const NAMES_A_DAY = 200;
export const IMPORT_NAME_LENGTH = 100;
/** Supported lists of ships, recognized by their content. */
const IMPORT_FORMATS = [
  "hangarxplor_json",
  "hangarxplor_csv",
  "extension_json",
  "extension_csv",
  "fleetyards",
  "starjump",
  "ccu_game",
  // A table with a column of ships, and names alone.
  "table",
  "names",
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The formats of exports. */
export const EXPORT_FORMATS = ["hangarxplor_json", "hangarxplor_csv", "fleetyards"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportQuery = z.strictObject({ format: z.enum(EXPORT_FORMATS) });
export type ExportQuery = z.infer<typeof exportQuery>;

/** How a ship was found for a name; a way counts only when it finds exactly one. */
const MATCH_WAYS = ["exact", "letters", "words", "within", "slug"] as const;
export type MatchWay = (typeof MATCH_WAYS)[number];

/** Parts of a pledge that only its owner sees, and that are kept only if they choose so. */
export const PRIVATE_PLEDGE = ["id", "name", "cost"] as const satisfies (keyof Pledge)[];

/** The values in a file for one name, or for all names of one ship. */
const listed = z.object({
  /** The first spelling in the file. */
  name: z.string(),
  /** Number of ships. */
  count: z.number(),
  /** Number of rows, each of which may list several ships. */
  rowCount: z.number(),
  /** The numbers of the first rows. */
  rows: z.array(z.number()),
  /** On a wish list, not owned. */
  isWanted: z.boolean(),
  nickname: z.nullable(z.string()),
  /** Pledges of the rows that have one. */
  pledges: z.array(pledge),
});
export type Listed = z.infer<typeof listed>;

/** Rows that have a ship's own name, in any case and with any separators. */
const foundShip = z.extend(listed, { shipId: z.number(), way: z.enum(MATCH_WAYS) });
export type FoundShip = z.infer<typeof foundShip>;

/** A name without an exact match: of one ship by its words or its slug, of several, or of none. */
const openName = z.extend(listed, {
  /** Identifies an open name within a file. */
  key: z.string(),
  slug: z.nullable(z.string()),
  /** The only ship that it can mean; null where several or none fit, and the user is asked. */
  shipId: z.nullable(z.number()),
  /** How the ship or the several were found; null where none fits and the candidates are similar ones. */
  way: z.nullable(z.enum(MATCH_WAYS)),
  candidates: z.array(z.number()),
  /** The ship that the caller, or a member of the organization, chose for it before. */
  remembered: z.nullable(z.number()),
});
export type OpenName = z.infer<typeof openName>;

/** An entry of the hangar in the state that a review read. */
const reviewedEntry = z.object({
  shipId: z.number(),
  quantity: z.number(),
  nickname: z.nullable(z.string()),
  acquiredDate: z.nullable(z.string()),
  pledges: z.nullable(z.array(pledge)),
  version: z.number(),
});
export type ReviewedEntry = z.infer<typeof reviewedEntry>;

/**
 * An unreadable row: without a ship's name, of another shape than its format, or with an invalid number, it is left out; with
 * an invalid day it is taken without the day.
 */
const unreadRow = z.object({ row: z.number(), reason: z.enum(["name", "shape", "count", "date"]) });
export type UnreadRow = z.infer<typeof unreadRow>;

/** The content of a file, POST /api/uex/user/{userId}/ships/import/preview. Nothing of it is stored. */
export const importReview = z.object({
  format: z.enum(IMPORT_FORMATS),
  /** Rows that list ships. */
  rows: z.number(),
  /** Rows that list something else, such as the other contents of a pledge. */
  skipped: z.number(),
  unread: z.array(unreadRow),
  unreadCount: z.number(),
  /** The first columns of a table without known values, which are left out. */
  columns: z.array(z.string()),
  found: z.array(foundShip),
  open: z.array(openName),
  /** Number of open names beyond OPEN_NAMES, whose rows are left out. */
  openBeyond: z.number(),
  /** Number of nicknames of ships. */
  nicknames: z.number(),
  /** Whether the file has numbers, names or prices of pledges. */
  hasPledges: z.boolean(),
  /** Number of pledges above the limit of a type of ship. */
  pledgesBeyond: z.number(),
  hangar: z.array(reviewedEntry),
});
export type ImportReview = z.infer<typeof importReview>;

export const previewInput = z.strictObject({
  content: z.string().check(z.minLength(1), z.maxLength(IMPORT_CHARACTERS)),
});

const areDifferent = (ships: readonly { shipId: number }[]) =>
  new Set(ships.map(({ shipId }) => shipId)).size === ships.length;

export const importInput = z.strictObject({
  format: z.enum(IMPORT_FORMATS),
  /** The hangar gets at least this many of each; a nickname and a day where it has none; pledges replace those stored. */
  ships: z
    .array(
      z.strictObject({
        shipId: recordId,
        quantity: z.int().check(z.minimum(1), z.maximum(QUANTITY_MAX)),
        nickname: z.optional(personName(NICKNAME_LENGTH)),
        acquiredDate: z.optional(pastDay),
        pledges: z.optional(z.array(pledge).check(z.maxLength(QUANTITY_MAX))),
      }),
    )
    .check(z.maxLength(SHIPS_MAX), z.refine(areDifferent)),
  /** Ships to remove from the hangar, at the versions of the review; one that is also added stays. */
  removals: z
    .array(z.strictObject({ shipId: recordId, version: z.int().check(z.positive()) }))
    .check(z.maxLength(SHIPS_MAX), z.refine(areDifferent)),
  /** The ships that names mean: from a member for the whole organization, from another user for their own imports. */
  answers: z
    .array(z.strictObject({ name: personName(IMPORT_NAME_LENGTH), shipId: recordId }))
    .check(z.maxLength(OPEN_NAMES)),
});
export type ImportInput = z.infer<typeof importInput>;

export const importResult = z.object({
  /** Number of ships, not of types. */
  added: z.number(),
  /** Existing entries that got only a nickname, a day or pledges. */
  changed: z.number(),
  /** Entries. */
  removed: z.number(),
  /** Names whose ship is now stored, for the organization or the caller alone. */
  remembered: z.number(),
});
export type ImportResult = z.infer<typeof importResult>;
