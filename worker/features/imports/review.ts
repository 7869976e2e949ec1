import { and, eq, inArray } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { jsonList, readBatch } from "../../lib/db/client.ts";
import { AppError } from "../../lib/errors.ts";
import { cleanName } from "../../lib/names.schema.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { hangarShips, QUANTITY_MAX } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import { importErrors } from "./imports.errors.ts";
import {
  type FoundShip,
  IMPORT_NAME_LENGTH,
  type ImportReview,
  type Listed,
  OPEN_NAMES,
  type OpenName,
  PRIVATE_PLEDGE,
} from "./imports.schema.ts";
import { ownShipAliases, shipAliases } from "./imports.table.ts";
import { type CatalogueShip, createMatcher, lettersOf, type Match } from "./match.ts";
import { readList, type ShipList } from "./read-list.ts";
import { titleOf } from "./ship-rows.ts";

const ROWS_SHOWN = 3;

type Row = ShipList["ships"][number];

type Matcher = ReturnType<typeof createMatcher>;

const startOf = (name: string, isWanted: boolean): Listed => {
  return { name, count: 0, rowCount: 0, rows: [], isWanted, nickname: null, pledges: [] };
};

/** A row with its number moved into the name, where the two are a ship's own name together. */
const asMeant = (matcher: Matcher, row: Row): Row =>
  row.whole !== null && matcher.isOwnName(row.whole) ? { ...row, name: row.whole, count: 1 } : row;

/** The name of a ship in a row, and its match. */
type Meaning = { name: string; match: Match };

/**
 * Finds the ship of a row by its name and the text beside it. A pledge of a single ship that names another one of the same line
 * makes it a question: RSI has listed ships under their base variant's name.
 */
function meaningOf(matcher: Matcher, { name, beside, slugs, pledge }: Row): Meaning {
  const match = matcher.find(name, slugs);
  const title = titleOf(pledge?.name ?? "") ?? { kind: "ship", content: pledge?.name };
  const pledged = title.kind === "ship" && match.shipId !== null ? title.content : null;
  for (const more of [beside, pledged]) {
    const other = more && matcher.edition(name, more);
    if (!other) continue;
    const isWhole = more === beside && lettersOf(more).startsWith(lettersOf(name));
    const called = cleanName(isWhole ? more : `${name} (${more})`, IMPORT_NAME_LENGTH);
    if (more === beside && other.shipId !== null) return { name: called, match: other };
    const candidates = [other, match].flatMap((each) =>
      each.shipId === null ? each.candidates : each.shipId,
    );
    return { name: called, match: { shipId: null, way: "within", candidates: [...new Set(candidates)] } };
  }
  return { name, match };
}

/** Adds a row to the counts, and returns the number of pledges above the limit. */
function addRow(listed: Listed, { row, pledge, count }: Row, nickname: string | null): number {
  listed.count += count;
  listed.rowCount += 1;
  if (listed.rows.length < ROWS_SHOWN) listed.rows.push(row);
  listed.nickname ??= nickname;
  if (!pledge) return 0;
  // Several ships of one row have the same pledge.
  const kept = Math.max(0, Math.min(count, QUANTITY_MAX - listed.pledges.length));
  for (let at = 0; at < kept; at += 1) listed.pledges.push(pledge);
  return count - kept;
}

/** The key of stored answers for a name: its letters and digits. */
export const aliasOf = lettersOf;

/** Formats that match any text: in these a file without a known ship is not a list of ships. */
const VAGUE: readonly string[] = ["table", "names"];

/**
 * Reads a file and matches each of its names once, however many rows have it. Names without an exact match are listed
 * separately, so that no special edition disappears among the ships of its type.
 * @throws AppError as `readList`
 */
function readImport(content: string, catalogue: readonly CatalogueShip[]): Omit<ImportReview, "hangar"> {
  const list = readList(content);
  const matcher = createMatcher(catalogue);
  const meanings = new Map<string, Meaning>();
  const found = new Map<string, FoundShip>();
  const open = new Map<string, OpenName>();
  const result = { nicknames: 0, pledgesBeyond: 0 };
  for (const each of list.ships) {
    const row = asMeant(matcher, each);
    const { slugs, called, isWanted } = row;
    const spelling = [row.name, row.beside, row.pledge?.name, ...slugs].join("\n");
    const meaning = meanings.get(spelling) ?? meaningOf(matcher, row);
    meanings.set(spelling, meaning);
    const { name, match } = meaning;
    const isNickname =
      called !== null &&
      (row.isNickname ? lettersOf(called) !== lettersOf(row.name) : matcher.isNickname(called, name));
    if (isNickname) result.nicknames += 1;
    const { shipId, way } = match;
    const isOwnName = shipId !== null && (way === "exact" || way === "letters");
    // Keeps rows of one name apart whose slugs are of different ships.
    const mark = (way === "slug" ? `:${shipId}` : "") + (isWanted ? ":wanted" : "");
    const key = (isOwnName ? shipId : aliasOf(name)) + mark;
    let listed: Listed;
    if (isOwnName) {
      const ship = found.get(key) ?? { ...startOf(name, isWanted), shipId, way };
      found.set(key, ship);
      listed = ship;
    } else {
      const candidates = match.shipId === null ? match.candidates : [];
      const asked = { slug: slugs[0] ?? null, shipId, way, candidates, remembered: null };
      const one = open.get(key) ?? { ...startOf(name, isWanted), key, ...asked };
      open.set(key, one);
      listed = one;
    }
    result.pledgesBeyond += addRow(listed, row, isNickname ? called : null);
  }
  const { ships: rows, ...read } = list;
  const asked = [...open.values()].slice(0, OPEN_NAMES).map((one) => {
    const isAlone = one.shipId === null && one.candidates.length === 0;
    return isAlone ? { ...one, candidates: matcher.near(one.name) } : one;
  });
  const isKnown = found.size > 0 || asked.some((one) => one.shipId !== null || one.candidates.length > 0);
  if (VAGUE.includes(list.format) && !isKnown) throw importErrors.import_unknown();
  return {
    ...read,
    ...result,
    rows: rows.length,
    found: [...found.values()],
    open: asked,
    openBeyond: Math.max(0, open.size - OPEN_NAMES),
    hasPledges: rows.some(({ pledge }) => PRIVATE_PLEDGE.some((field) => pledge?.[field] !== undefined)),
  };
}

/** Reports an error of the file at the field that it came in. */
function atField<Result>(language: Language, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, entry, parameters } = error;
    throw new AppError(code, entry, parameters, { errors: { content: [error.text(language)] } });
  }
}

/** Reads a file and compares it with the caller's hangar; stores nothing. @throws AppError as `readImport` */
export async function previewImport(
  { db, actor, language }: MemberContext,
  { content }: { content: string },
): Promise<ImportReview> {
  const { id, name, nameFull, companyName, slug, isListed } = ships;
  const { shipId, quantity, nickname, acquiredDate, pledges, version } = hangarShips;
  const [catalogue, hangar] = await readBatch(db, [
    db
      .select({ id, name, nameFull, companyName, slug, isListed })
      .from(ships)
      .where(eq(ships.organizationId, actor.organizationId)),
    db
      .select({ shipId, quantity, nickname, acquiredDate, pledges, version })
      .from(hangarShips)
      .where(eq(hangarShips.userId, actor.userId)),
  ]);
  const reading = atField(language, () => readImport(content, catalogue));
  const aliases = [...new Set(reading.open.map((each) => aliasOf(each.name)))];
  const isAsked = and(
    eq(shipAliases.organizationId, actor.organizationId),
    inArray(shipAliases.alias, jsonList(aliases)),
  );
  const isOwn = and(
    eq(ownShipAliases.userId, actor.userId),
    inArray(ownShipAliases.alias, jsonList(aliases)),
  );
  const [taught, own] = await readBatch(db, [
    db.select({ alias: shipAliases.alias, shipId: shipAliases.shipId }).from(shipAliases).where(isAsked),
    db
      .select({ alias: ownShipAliases.alias, shipId: ownShipAliases.shipId })
      .from(ownShipAliases)
      .where(isOwn),
  ]);
  const remembered = new Map([...taught, ...own].map((each) => [each.alias, each.shipId]));
  const open = reading.open.map((each) => ({
    ...each,
    remembered: remembered.get(aliasOf(each.name)) ?? null,
  }));
  return { ...reading, open, hangar };
}
