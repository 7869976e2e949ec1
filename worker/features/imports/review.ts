import { and, eq, inArray } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { jsonList, readBatch } from "../../lib/db/client.ts";
import { AppError } from "../../lib/errors.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { hangarShips } from "../hangar/index.ts";
import { ships } from "../ships/index.ts";
import {
  type FoundShip,
  IMPORT_PLEDGES,
  type ImportReview,
  type Listed,
  OPEN_NAMES,
  type OpenName,
} from "./imports.schema.ts";
import { shipAliases } from "./imports.table.ts";
import { type CatalogueShip, createMatcher, lettersOf, type Match } from "./match.ts";
import { readList, type ShipList } from "./read-list.ts";

const ROWS_SHOWN = 3;

type Row = ShipList["ships"][number];

const startOf = ({ name, isWanted }: Row): Listed => {
  return { name, count: 0, rows: [], isWanted, nickname: null, pledges: [] };
};

function addRow(listed: Listed, { row, pledge }: Row, nickname: string | null): void {
  listed.count += 1;
  if (listed.rows.length < ROWS_SHOWN) listed.rows.push(row);
  listed.nickname ??= nickname;
  if (pledge && listed.pledges.length < IMPORT_PLEDGES) listed.pledges.push(pledge);
}

/** How a member of the organization answered a name before is known by its letters and digits. */
export const aliasOf = lettersOf;

/**
 * Reads a file and finds the ships that it names; each name is looked for once, however many rows have it.
 * @throws AppError as `readList`
 */
function readImport(content: string, catalogue: readonly CatalogueShip[]): Omit<ImportReview, "hangar"> {
  const list = readList(content);
  const matcher = createMatcher(catalogue);
  const matches = new Map<string, Match>();
  const found = new Map<string, FoundShip>();
  const open = new Map<string, OpenName>();
  let nicknames = 0;
  for (const row of list.ships) {
    const { name, slugs, called, isWanted } = row;
    const spelling = [name, ...slugs].join("\n");
    const match = matches.get(spelling) ?? matcher.find(name, slugs);
    matches.set(spelling, match);
    const nickname = called !== null && matcher.isNickname(called, name) ? called : null;
    if (nickname !== null) nicknames += 1;
    const mark = isWanted ? ":wanted" : "";
    if (match.shipId !== null) {
      const key = match.shipId + mark;
      const ship = found.get(key) ?? { ...startOf(row), ...match };
      found.set(key, ship);
      addRow(ship, row, nickname);
    } else {
      const key = aliasOf(name) + mark;
      const { way, candidates } = match;
      const slug = slugs[0] ?? null;
      const one = open.get(key) ?? { ...startOf(row), key, slug, way, candidates, remembered: null };
      open.set(key, one);
      addRow(one, row, nickname);
    }
  }
  const { ships: rows, ...read } = list;
  return {
    ...read,
    rows: rows.length,
    found: [...found.values()],
    open: [...open.values()].slice(0, OPEN_NAMES),
    openBeyond: Math.max(0, open.size - OPEN_NAMES),
    nicknames,
    hasPledges: rows.some(({ pledge }) => pledge !== null),
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
  const { id, name, nameFull, slug, isListed } = ships;
  const { shipId, quantity, nickname, acquiredDate, version } = hangarShips;
  const [catalogue, hangar] = await readBatch(db, [
    db
      .select({ id, name, nameFull, slug, isListed })
      .from(ships)
      .where(eq(ships.organizationId, actor.organizationId)),
    db
      .select({ shipId, quantity, nickname, acquiredDate, version })
      .from(hangarShips)
      .where(eq(hangarShips.userId, actor.userId)),
  ]);
  const reading = atField(language, () => readImport(content, catalogue));
  const aliases = [...new Set(reading.open.map((each) => aliasOf(each.name)))];
  const isAsked = and(
    eq(shipAliases.organizationId, actor.organizationId),
    inArray(shipAliases.alias, jsonList(aliases)),
  );
  const known = aliases.length > 0 ? await db.select().from(shipAliases).where(isAsked) : [];
  const remembered = new Map(known.map((each) => [each.alias, each.shipId]));
  const open = reading.open.map((each) => ({
    ...each,
    remembered: remembered.get(aliasOf(each.name)) ?? null,
  }));
  return { ...reading, open, hangar };
}
