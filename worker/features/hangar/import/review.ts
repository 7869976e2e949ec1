import {
  type FoundShip,
  IMPORT_PLEDGES,
  type ImportReview,
  type Listed,
  OPEN_NAMES,
  type OpenName,
  type ReviewedEntry,
} from "./import.schema.ts";
import { type CatalogueShip, createMatcher, lettersOf, type Match } from "./match.ts";
import { readList, type ShipList } from "./read-list.ts";

/** Rows whose numbers are told of a name. */
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

/** A review before the hangar and the remembered answers are known. */
export type Reading = Omit<ImportReview, "hangar">;

/**
 * Reads a file and finds the ships that it names; each name is looked for once, however many rows have it.
 * @throws AppError as `readList`
 */
export function readImport(content: string, catalogue: readonly CatalogueShip[]): Reading {
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
  const { format, skipped, unread, unreadCount } = list;
  return {
    format,
    rows: list.ships.length,
    skipped,
    unread,
    unreadCount,
    found: [...found.values()],
    open: [...open.values()].slice(0, OPEN_NAMES),
    openBeyond: Math.max(0, open.size - OPEN_NAMES),
    nicknames,
    hasPledges: list.ships.some(({ pledge }) => pledge !== null),
  };
}

/** A reading with what the organization remembers and the reader owns. */
export function toReview(
  reading: Reading,
  remembered: ReadonlyMap<string, number>,
  hangar: ReviewedEntry[],
): ImportReview {
  const open = reading.open.map((each) => ({
    ...each,
    remembered: remembered.get(aliasOf(each.name)) ?? null,
  }));
  return { ...reading, open, hangar };
}
