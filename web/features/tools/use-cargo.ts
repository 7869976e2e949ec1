import {
  CONTAINER_SIZES,
  type ContainerSize,
  type Ship,
} from "../../../worker/features/ships/ships.schema.ts";
import { id, oneOf, text, useAddress } from "../../lib/address.ts";
import { useUser } from "../../lib/session.tsx";
import { useHangar } from "../hangar/index.ts";
import { useShips } from "../ships/index.ts";
import { type Boxes, planBoxes, planLoad, sizesWithin } from "./cargo.ts";

/** The largest numbers that can be typed. */
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
const shape = {
  ship: id,
  hold: text(DIGITS),
  fits: sizeList,
  by: oneOf(["scu", "boxes"], "scu"),
  load: text(DIGITS),
  box1: text(DIGITS),
  box2: text(DIGITS),
  box4: text(DIGITS),
  box8: text(DIGITS),
  box16: text(DIGITS),
  box24: text(DIGITS),
  box32: text(DIGITS),
};
const NOTHING = {
  ship: null,
  hold: "",
  fits: null,
  load: "",
  box1: "",
  box2: "",
  box4: "",
  box8: "",
  box16: "",
  box24: "",
  box32: "",
} as const;

/** The number that was typed, null for nothing; undefined for what is none up to `most`. */
export function readCount(typed: string, most: number): number | null | undefined {
  if (typed === "") return null;
  return /^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most ? Number(typed) : undefined;
}

/** What the page's address says of a ship and a load, and the plan that comes of it. */
export function useCargo() {
  const { user } = useUser();
  const { address, change } = useAddress("/tools/cargo", shape);
  const ships = useShips();
  const hangar = useHangar().useList({}, user ? { of: user.id } : {});
  const own = new Set(hangar.list?.items.map(({ ship }) => ship.id));
  const choices = (ships.data ?? [])
    .filter((each) => Math.floor(each.scu) >= 1 && (each.isListed || own.has(each.id)))
    .sort((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)));
  const ship: Ship | null = choices.find((each) => each.id === address.ship) ?? null;
  const hold = ship ? Math.floor(ship.scu) : readCount(address.hold, MOST.hold);
  const capacity = hold ?? null;
  const offered = capacity === null ? [] : sizesWithin(capacity);
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
    clear: () => change(NOTHING),
    ships,
    choices,
    own,
    ship,
    /** What the hold takes, null while that is not known. */
    capacity,
    /** The load as typed, null for a full hold, undefined for what is no number. */
    load,
    boxes,
    /** Sizes that the hold takes by their volume, those that are known to fit, and those that are reckoned with. */
    offered,
    known,
    sizes,
    isWaiting: address.ship !== null && !ships.data && !ships.error,
    plan: makePlan(),
  };
}

export type Cargo = ReturnType<typeof useCargo>;
