import { QUANTITY_MAX } from "../hangar/hangar.schema.ts";
import {
  type FoundShip,
  IMPORT_PLEDGES,
  type ImportInput,
  type ImportReview,
  type Listed,
  type OpenName,
  type ReviewedEntry,
} from "./imports.schema.ts";

/** What a reader decides in the review of a file. */
export type ImportChoices = {
  /** The ship that an open name means, by its key; null leaves its rows out. */
  answers: Readonly<Record<string, number | null>>;
  /** Owned ships that are not taken, and wanted ones that are, by the ship. */
  left: readonly number[];
  wanted: readonly number[];
  /** Ships that leave the hangar because the file has none of them. */
  removed: readonly number[];
  nicknames: boolean;
  pledges: boolean;
};

export const NO_CHOICES: ImportChoices = {
  answers: {},
  left: [],
  wanted: [],
  removed: [],
  nicknames: true,
  pledges: false,
};

/** All that a file says of one ship, and what an import does with it. */
export type PlannedShip = {
  shipId: number;
  isWanted: boolean;
  /** The rows for which the ship was found by name; null where all are answers. */
  found: FoundShip | null;
  /** The names that the reader, or another member before, answered with this ship. */
  answered: OpenName[];
  nickname: string | null;
  count: number;
  entry: ReviewedEntry | null;
  /** Number of ships added if it is taken. */
  adds: number;
  isTaken: boolean;
};

/** The answer to an open name, undefined while there is none. Wishes are left out unless they are answered. */
export const answerOf = ({ key, remembered, isWanted }: OpenName, { answers }: ImportChoices) =>
  Object.hasOwn(answers, key) ? answers[key] : (remembered ?? (isWanted ? null : undefined));

const capped = (count: number) => Math.min(count, QUANTITY_MAX);

/** What an import does, given what its reader chose: `max(0, in the file − in the hangar)` of each ship is added. */
export function planImport(review: ImportReview, choices: ImportChoices) {
  const entries = new Map(review.hangar.map((entry) => [entry.shipId, entry]));
  const ships = new Map<string, PlannedShip>();
  const shipOf = (shipId: number, isWanted: boolean): PlannedShip => {
    const key = `${shipId} ${isWanted}`;
    const known = ships.get(key) ?? {
      shipId,
      isWanted,
      ...{ found: null, answered: [], nickname: null, count: 0, adds: 0 },
      entry: entries.get(shipId) ?? null,
      isTaken: isWanted ? choices.wanted.includes(shipId) : !choices.left.includes(shipId),
    };
    ships.set(key, known);
    return known;
  };
  const add = (ship: PlannedShip, { count, nickname }: Listed) => {
    ship.count += count;
    ship.nickname ??= nickname;
  };
  for (const found of review.found) {
    const ship = shipOf(found.shipId, found.isWanted);
    ship.found = found;
    add(ship, found);
  }
  // Open names that have to be answered first.
  const waiting: OpenName[] = [];
  for (const open of review.open) {
    const answer = answerOf(open, choices);
    if (answer === undefined) waiting.push(open);
    else if (answer !== null) {
      const ship = shipOf(answer, open.isWanted);
      ship.answered.push(open);
      add(ship, open);
    }
  }
  const owned = [...ships.values()].filter(({ isWanted }) => !isWanted);
  const ownedOf = (shipId: number) => ships.get(`${shipId} false`);
  for (const ship of ships.values()) {
    const has = ship.entry?.quantity ?? 0;
    const before = ship.isWanted ? (ownedOf(ship.shipId)?.count ?? 0) : 0;
    const without = Math.max(has, capped(before));
    ship.adds = Math.max(0, capped(before + ship.count) - without);
  }
  const wishes = [...ships.values()].filter(({ isWanted, adds }) => isWanted && adds > 0);
  const fresh = [...owned.filter(({ adds }) => adds > 0), ...wishes];
  const same = owned.filter(({ adds }) => adds === 0);
  const isGranted = (shipId: number) => wishes.some((wish) => wish.isTaken && wish.shipId === shipId);
  const missing = review.hangar.filter(({ shipId }) => !ownedOf(shipId) && !isGranted(shipId));
  const removals = missing.filter(({ shipId }) => choices.removed.includes(shipId));
  return {
    ...{ waiting, fresh, same, missing },
    added: fresh.reduce((sum, { adds, isTaken }) => sum + (isTaken ? adds : 0), 0),
    removed: removals.length,
    input: {
      format: review.format,
      ships: inputShips([...owned, ...wishes], choices),
      removals: removals.map(({ shipId, version }) => ({ shipId, version })),
      answers: review.open.flatMap((open) => {
        const answer = answerOf(open, choices);
        return answer && answer !== open.remembered ? [{ name: open.name, shipId: answer }] : [];
      }),
    },
  };
}

export type ImportPlan = ReturnType<typeof planImport>;

/** The taken ships to send, each once; unchanged ones are left out. */
function inputShips(ships: readonly PlannedShip[], choices: ImportChoices): ImportInput["ships"] {
  const taken = ships.filter(({ isTaken }) => isTaken);
  return [...Map.groupBy(taken, ({ shipId }) => shipId)].flatMap(([shipId, of]) => {
    const adds = of.reduce((sum, each) => sum + each.adds, 0);
    const entry = of[0]?.entry;
    const nickname = of.find((each) => each.nickname)?.nickname;
    const isNamed = choices.nicknames && nickname && !entry?.nickname;
    const pledges = of.flatMap(({ found, answered }) => [
      ...(found?.pledges ?? []),
      ...answered.flatMap((open) => open.pledges),
    ]);
    const keepsPledges = choices.pledges && pledges.length > 0;
    if (adds === 0 && !isNamed && !keepsPledges) return [];
    const kept = {
      ...(isNamed ? { nickname } : {}),
      ...(keepsPledges ? { pledges: pledges.slice(0, IMPORT_PLEDGES) } : {}),
    };
    return [{ shipId, quantity: capped((entry?.quantity ?? 0) + adds), ...kept }];
  });
}
