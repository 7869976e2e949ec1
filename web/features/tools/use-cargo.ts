import { CONTAINER_SIZES, type ContainerSize } from "../../../worker/features/ships/ships.schema.ts";
import { id, oneOf, text } from "../../lib/address.ts";
import { filters, useFilters } from "../../lib/filters.ts";
import { useUser } from "../../lib/session.tsx";
import { useHangar } from "../hangar/index.ts";
import { useShips } from "../ships/index.ts";
import { type Boxes, planBoxes, planLoad } from "./cargo.ts";

export const MOST = { hold: 99_999, load: 999_999, box: 9_999 } as const;
const DIGITS = 12;
const sizeList = {
  read: (value: string | null): ContainerSize[] | null => {
    if (value === null) return null;
    const parts = value.split(",");
    return CONTAINER_SIZES.filter((size) => parts.includes(String(size)));
  },
  write: (value: ContainerSize[] | null) => value && (value.join(",") || "none"),
};
/** The fields that "clear" empties, and the unit of the load, which stays. */
const cargoFields = filters(
  {
    ship: id,
    hold: text(DIGITS),
    fits: sizeList,
    load: text(DIGITS),
    box1: text(DIGITS),
    box2: text(DIGITS),
    box4: text(DIGITS),
    box8: text(DIGITS),
    box16: text(DIGITS),
    box24: text(DIGITS),
    box32: text(DIGITS),
  },
  { by: oneOf(["scu", "boxes"], "scu") },
);

/** The typed number; null for an empty text, undefined for an invalid one or one above `most`. */
export function readCount(typed: string, most: number): number | null | undefined {
  if (typed === "") return null;
  return /^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most ? Number(typed) : undefined;
}

/** The ship and load of the page's address, with their plan. */
export function useCargo() {
  const { user } = useUser();
  const { address, change, clear } = useFilters("/tools/cargo", cargoFields);
  const ships = useShips();
  const hangar = useHangar().useList({}, user ? { parentId: user.id } : {});
  const own = new Set(hangar.list?.items.map(({ ship }) => ship.id));
  const choices = (ships.data ?? [])
    .filter((each) => Math.floor(each.scu) >= 1 && (each.isListed || own.has(each.id)))
    .sort((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)));
  const ship = choices.find((each) => each.id === address.ship) ?? null;
  const capacity = (ship ? Math.floor(ship.scu) : readCount(address.hold, MOST.hold)) ?? null;
  const offered = CONTAINER_SIZES.filter((size) => size <= (capacity ?? 0));
  const known = ship?.containerSizes?.filter((size) => offered.includes(size)) ?? null;
  const sizes = known ?? offered.filter((size) => address.fits?.includes(size) ?? true);
  const boxes: Boxes = {};
  for (const size of CONTAINER_SIZES) {
    const count = readCount(address[`box${size}`], MOST.box);
    if (count) boxes[size] = count;
  }
  const load = readCount(address.load, MOST.load);
  const makePlan = () => {
    if (capacity === null || sizes.length === 0) return null;
    if (address.by === "boxes") return planBoxes(boxes, capacity, sizes);
    return load === undefined ? null : planLoad(load ?? capacity, capacity, sizes);
  };
  return {
    address,
    change,
    clear,
    ships,
    choices,
    own,
    ship,
    /** Capacity of the hold; null while it is unknown. */
    capacity,
    /** The typed load; null for a full hold, undefined for an invalid text. */
    load,
    boxes,
    /** Sizes that fit by volume, sizes that are known to fit, and the sizes of the plan. */
    offered,
    known,
    sizes,
    isWaiting: address.ship !== null && !ships.data && !ships.error,
    plan: makePlan(),
  };
}

export type Cargo = ReturnType<typeof useCargo>;
