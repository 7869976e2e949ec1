import { CONTAINER_SIZES, type ContainerSize } from "../../../worker/features/ships/ships.schema.ts";

/** Number of boxes of each size. */
export type Boxes = Partial<Record<ContainerSize, number>>;
/** Trips that carry the same boxes. */
export type Trips = { times: number; boxes: Boxes; scu: number };
/** The boxes that are carried, in trips, and those `left` whose sizes do not fit. */
export type Plan = { boxes: Boxes; trips: Trips[]; left: Boxes };

const LARGEST_FIRST = CONTAINER_SIZES.toReversed();
const LARGEST = CONTAINER_SIZES[CONTAINER_SIZES.length - 1] as ContainerSize;

export const scuOf = (boxes: Boxes): number =>
  CONTAINER_SIZES.reduce((sum, size) => sum + size * (boxes[size] ?? 0), 0);
export const countOf = (boxes: Boxes): number =>
  CONTAINER_SIZES.reduce((sum, size) => sum + (boxes[size] ?? 0), 0);

/** The boxes of `a` and `times` those of `b`. */
function add(a: Boxes, b: Boxes, times = 1): Boxes {
  const sum = { ...a };
  for (const size of CONTAINER_SIZES) {
    if (b[size]) sum[size] = (sum[size] ?? 0) + times * b[size];
    if (!sum[size]) delete sum[size];
  }
  return sum;
}

/** The fewest boxes of some sizes that hold a load exactly, large ones first; null where that is not possible. */
export function fewestBoxes(load: number, sizes: readonly ContainerSize[]): Boxes | null {
  const largest = Math.max(...sizes) as ContainerSize;
  if (sizes.length === 0) return load === 0 ? {} : null;
  // All but a few boxes are the largest: as many smaller ones as its size would hold a multiple of it.
  const whole = Math.max(0, Math.ceil((load - LARGEST * largest) / largest));
  const rest = load - whole * largest;
  const best = [0];
  const last: ContainerSize[] = [];
  for (let scu = 1; scu <= rest; scu++) {
    let fewest = Number.POSITIVE_INFINITY;
    for (const size of LARGEST_FIRST) {
      if (size > scu || !sizes.includes(size)) continue;
      const count = (best[scu - size] ?? Number.POSITIVE_INFINITY) + 1;
      if (count >= fewest) continue;
      fewest = count;
      last[scu] = size;
    }
    best[scu] = fewest;
  }
  if (!Number.isFinite(best[rest])) return null;
  let boxes: Boxes = whole > 0 ? { [largest]: whole } : {};
  for (let scu = rest; scu > 0; ) {
    const size = last[scu] as ContainerSize;
    boxes = add(boxes, { [size]: 1 });
    scu -= size;
  }
  return boxes;
}

type Fill = (boxes: Boxes, capacity: number) => Boxes;

/** Loads a trip with the largest boxes that still have room. */
const fillByLargest: Fill = (boxes, capacity) => {
  const taken: Boxes = {};
  let room = capacity;
  for (const size of LARGEST_FIRST) {
    const count = Math.min(boxes[size] ?? 0, Math.floor(room / size));
    if (count === 0) continue;
    taken[size] = count;
    room -= count * size;
  }
  return taken;
};

/** Loads a trip with the boxes that leave the least room. */
const fillBest: Fill = (boxes, capacity) => {
  let best = new Map<number, Boxes>([[0, {}]]);
  for (const size of LARGEST_FIRST) {
    const next = new Map(best);
    for (const [scu, taken] of best) {
      const most = Math.min(boxes[size] ?? 0, Math.floor((capacity - scu) / size));
      for (let count = 1; count <= most; count++) {
        const sum = scu + count * size;
        if (!next.has(sum)) next.set(sum, { ...taken, [size]: count });
      }
    }
    best = next;
  }
  return best.get(Math.max(...best.keys())) ?? {};
};

function packBy(fill: Fill, boxes: Boxes, capacity: number): Trips[] {
  const trips: Trips[] = [];
  for (let left = add({}, boxes); countOf(left) > 0; ) {
    const taken = fill(left, capacity);
    const sizes = CONTAINER_SIZES.filter((size) => taken[size]);
    const times = Math.min(...sizes.map((size) => Math.floor((left[size] ?? 0) / (taken[size] ?? 1))));
    trips.push({ times, boxes: taken, scu: scuOf(taken) });
    left = add(left, taken, -times);
  }
  return trips;
}

/**
 * Plans the trips of boxes: each takes the largest boxes that fit, or those that leave the least room where that saves a
 * trip. The number of trips is nearly the smallest. All boxes have to be within the capacity.
 */
function pack(boxes: Boxes, capacity: number): Trips[] {
  const byLargest = packBy(fillByLargest, boxes, capacity);
  if (tripsOf(byLargest) <= Math.ceil(scuOf(boxes) / capacity)) return byLargest;
  const best = packBy(fillBest, boxes, capacity);
  return tripsOf(best) < tripsOf(byLargest) ? best : byLargest;
}

export const tripsOf = (trips: readonly Trips[]): number => trips.reduce((sum, { times }) => sum + times, 0);

/** Plans full trips, except the last, each with the fewest boxes; null where the sizes do not allow that. */
function fillTrips(load: number, capacity: number, sizes: readonly ContainerSize[]): Trips[] | null {
  const parts = [
    { times: Math.floor(load / capacity), scu: capacity },
    { times: load % capacity > 0 ? 1 : 0, scu: load % capacity },
  ];
  const trips: Trips[] = [];
  for (const { times, scu } of parts) {
    const boxes = fewestBoxes(scu, sizes);
    if (!boxes) return null;
    if (times > 0) trips.push({ times, boxes, scu });
  }
  return trips;
}

/** Plans a load in the fewest trips, then in the fewest boxes; null where no boxes of these sizes hold it exactly. */
export function planLoad(load: number, capacity: number, sizes: readonly ContainerSize[]): Plan | null {
  const fitting = sizes.filter((size) => size <= capacity);
  const boxes = fewestBoxes(load, fitting);
  if (!boxes) return null;
  const trips = pack(boxes, capacity);
  const filled = tripsOf(trips) * capacity - load >= capacity ? fillTrips(load, capacity, fitting) : null;
  if (!filled) return { boxes, trips, left: {} };
  const sum = filled.reduce<Boxes>((all, each) => add(all, each.boxes, each.times), {});
  return { boxes: sum, trips: filled, left: {} };
}

/** Plans the trips of given boxes; those that do not fit are `left`. */
export function planBoxes(boxes: Boxes, capacity: number, sizes: readonly ContainerSize[]): Plan {
  const fitting: Boxes = {};
  const left: Boxes = {};
  for (const size of CONTAINER_SIZES) {
    const isFitting = size <= capacity && sizes.includes(size);
    if (boxes[size]) (isFitting ? fitting : left)[size] = boxes[size];
  }
  return { boxes: fitting, trips: pack(fitting, capacity), left };
}
