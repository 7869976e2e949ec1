import { FIRST_DAY, type Pledge, QUANTITY_MAX } from "../hangar/hangar.schema.ts";
import {
  type FoundShip,
  type ImportInput,
  type ImportReview,
  type Listed,
  type OpenName,
  PRIVATE_PLEDGE,
  type ReviewedEntry,
} from "./imports.schema.ts";

/** The choices of a user in the review of a file. */
export type ImportChoices = {
  /** The ship that an open name means, by its key; null leaves its rows out. */
  answers: Readonly<Record<string, number | null>>;
  /** Ids of owned ships that are not taken, and of wanted ones that are. */
  left: readonly number[];
  wanted: readonly number[];
  /** Ids of ships to remove from the hangar because the file does not list them. */
  removed: readonly number[];
  nicknames: boolean;
  /** Whether numbers, names and prices of pledges are kept, beside their days and insurance. */
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

/** All values of a file for one ship, and how an import changes it. */
export type PlannedShip = {
  shipId: number;
  isWanted: boolean;
  /** The rows that have the ship's own name; null for none. */
  found: FoundShip | null;
  /** The other names of this ship, by an answer of the user or another member, or as the only match. */
  answered: OpenName[];
  nickname: string | null;
  pledges: Pledge[];
  count: number;
  entry: ReviewedEntry | null;
  /** Number of ships that are added if it is taken. */
  adds: number;
  isTaken: boolean;
};

/** The ship of an open name, undefined without an answer yet. Wishes are left out unless they are answered. */
const answerOf = ({ key, remembered, shipId, isWanted }: OpenName, { answers }: ImportChoices) =>
  Object.hasOwn(answers, key) ? answers[key] : (remembered ?? shipId ?? (isWanted ? null : undefined));

const capped = (count: number) => Math.min(count, QUANTITY_MAX);

/** The plan of an import by the user's choices: `max(0, in the file − in the hangar)` of each ship is added. */
export function planImport(review: ImportReview, choices: ImportChoices) {
  const entries = new Map(review.hangar.map((entry) => [entry.shipId, entry]));
  const ships = new Map<string, PlannedShip>();
  const shipOf = (shipId: number, isWanted: boolean): PlannedShip => {
    const key = `${shipId} ${isWanted}`;
    const known = ships.get(key) ?? {
      shipId,
      isWanted,
      ...{ found: null, answered: [], nickname: null, pledges: [], count: 0, adds: 0 },
      entry: entries.get(shipId) ?? null,
      isTaken: isWanted ? choices.wanted.includes(shipId) : !choices.left.includes(shipId),
    };
    ships.set(key, known);
    return known;
  };
  const add = (ship: PlannedShip, { count, nickname, pledges }: Listed) => {
    ship.count += count;
    ship.nickname ??= nickname;
    ship.pledges.push(...pledges);
  };
  for (const found of review.found) {
    const ship = shipOf(found.shipId, found.isWanted);
    ship.found = found;
    add(ship, found);
  }
  // Open names that must be answered first.
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
  const beyond = (count: number) => Math.max(0, count - QUANTITY_MAX);
  // Taken ships above the limit of their type.
  let shipsBeyond = 0;
  for (const ship of ships.values()) {
    const has = ship.entry?.quantity ?? 0;
    const before = ship.isWanted ? (ownedOf(ship.shipId)?.count ?? 0) : 0;
    const without = Math.max(has, capped(before));
    ship.adds = Math.max(0, capped(before + ship.count) - without);
    if (ship.isTaken) shipsBeyond += beyond(before + ship.count) - beyond(before);
  }
  const wishes = [...ships.values()].filter(({ isWanted, adds }) => isWanted && adds > 0);
  const fresh = [...owned.filter(({ adds }) => adds > 0), ...wishes];
  const same = owned.filter(({ adds }) => adds === 0);
  const isGranted = (shipId: number) => wishes.some((wish) => wish.isTaken && wish.shipId === shipId);
  const missing = review.hangar.filter(({ shipId }) => !ownedOf(shipId) && !isGranted(shipId));
  const removals = missing.filter(({ shipId }) => choices.removed.includes(shipId));
  return {
    ...{ waiting, fresh, same, missing, shipsBeyond },
    added: fresh.reduce((sum, { adds, isTaken }) => sum + (isTaken ? adds : 0), 0),
    removed: removals.length,
    pledgesBeyond: [...ships.values()].reduce(
      (sum, { pledges }) => sum + Math.max(0, pledges.length - QUANTITY_MAX),
      review.pledgesBeyond,
    ),
    input: {
      format: review.format,
      ships: inputShips([...owned, ...wishes], choices),
      removals: removals.map(({ shipId, version }) => ({ shipId, version })),
      answers: review.open.flatMap((open) => {
        const answer = choices.answers[open.key];
        return answer && answer !== open.remembered ? [{ name: open.name, shipId: answer }] : [];
      }),
    },
  };
}

export type ImportPlan = ReturnType<typeof planImport>;

/** The stored fields of a pledge, in one order, so that equal ones have equal JSON. */
function keptOf({ id, name, cost, insurance, date, warbond }: Pledge, isPrivateKept: boolean): Pledge {
  const all = { id, name, cost, insurance, date, warbond };
  const isKept = (field: string) => isPrivateKept || !PRIVATE_PLEDGE.some((each) => each === field);
  const known = Object.entries(all).filter(([field, value]) => value !== undefined && isKept(field));
  return Object.fromEntries(known);
}

/** Merges the pledges of an entry with those of a file, each of which completes the stored one with its number or index. */
function mergePledges(
  stored: readonly Pledge[],
  imported: readonly Pledge[],
  isPrivateKept: boolean,
): Pledge[] {
  const rest: (Pledge | null)[] = [...stored];
  const take = (at: number) => (at < 0 ? undefined : rest.splice(at, 1, null)[0]);
  const places = imported.map((pledge) => take(rest.findIndex((each) => each?.id && each.id === pledge.id)));
  const merged = imported.map((pledge, at) => {
    const known = places[at] ?? take(rest.findIndex((each) => each && (!each.id || !pledge.id)));
    return { ...known, ...keptOf(pledge, isPrivateKept) };
  });
  const all = [...merged, ...rest.filter((each) => each !== null)];
  return all.map((pledge) => keptOf(pledge, true)).filter((pledge) => Object.keys(pledge).length > 0);
}

/** The first day of pledges that is valid as the day on which a ship was acquired. */
const firstDay = (pledges: readonly Pledge[]) => {
  const today = new Date().toISOString().slice(0, 10);
  return pledges
    .flatMap(({ date }) => (date && date >= FIRST_DAY && date <= today ? date : []))
    .toSorted()[0];
};

/** The taken ships to send, each once; unchanged ones are left out. */
function inputShips(ships: readonly PlannedShip[], choices: ImportChoices): ImportInput["ships"] {
  const taken = ships.filter(({ isTaken }) => isTaken);
  return [...Map.groupBy(taken, ({ shipId }) => shipId)].flatMap(([shipId, entries]) => {
    const adds = entries.reduce((sum, each) => sum + each.adds, 0);
    const entry = entries[0]?.entry;
    const nickname = entries.find((each) => each.nickname)?.nickname;
    const imported = entries.flatMap((each) => each.pledges);
    const before = entry?.pledges ?? [];
    const pledges = mergePledges(before, imported, choices.pledges).slice(0, QUANTITY_MAX);
    const day = entry?.acquiredDate ? undefined : firstDay(imported);
    const more = {
      ...(choices.nicknames && nickname && !entry?.nickname ? { nickname } : {}),
      ...(day ? { acquiredDate: day } : {}),
      ...(JSON.stringify(pledges) === JSON.stringify(before.map((each) => keptOf(each, true)))
        ? {}
        : { pledges }),
    };
    if (adds === 0 && Object.keys(more).length === 0) return [];
    return [{ shipId, quantity: capped((entry?.quantity ?? 0) + adds), ...more }];
  });
}
