import { ApiError } from "./api.ts";

/** A record; an edit carries the version that it is based on. */
export type Versioned = { id: number | string; version: number };

/** A loaded list: its first pages, and whether the server has more. */
export type Loaded<Item> = { items: Item[]; more: boolean };

export type Cached<Item> = Item | Item[] | Loaded<Item>;

/** A cached value with one record replaced by `change`, or removed by null; the same value where the record is not in it. */
export function changeCached<Item extends Versioned>(
  cached: Cached<Item> | undefined,
  id: Item["id"],
  change: (item: Item) => Item | null,
): Cached<Item> | undefined {
  if (cached === undefined) return undefined;
  if (Array.isArray(cached)) {
    if (!cached.some((item) => item.id === id)) return cached;
    return cached.flatMap((item) => (item.id === id ? (change(item) ?? []) : item));
  }
  if ("items" in cached) {
    const items = changeCached<Item>(cached.items, id, change) as Item[];
    return items === cached.items ? cached : { ...cached, items };
  }
  return cached.id === id ? (change(cached) ?? undefined) : cached;
}

/** The newer record of an edit that was refused because it was based on an older one; else null. */
export const staleRecord = <Item>(error: unknown): Item | null =>
  error instanceof ApiError && error.code === "stale_version" ? (error.current as Item | null) : null;

/** The newer of two readings of a record, with the fields of both: lists and edits may answer fewer than its own path. */
export const newerOf = <Item extends Versioned>(known: Item | undefined, read: Item): Item =>
  known && known.version > read.version ? known : { ...known, ...read };

/** Milliseconds that an edit waits for the one before it: longer than a slow server takes to answer. */
export const PATIENCE = 8_000;

/** Resolves when something has ended, whether or not it succeeded, and after PATIENCE at the latest. */
const ended = (work: Promise<unknown> | undefined) =>
  new Promise<void>((resolve) => {
    if (!work) return resolve();
    const timer = setTimeout(resolve, PATIENCE);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });

/**
 * Sends changes of one record one after the other, an edit with the version after the user's own edits before it, a change
 * that is based on no version with null. One that hangs does not hold up the others for longer than PATIENCE.
 * @param isStale whether an edit failed because it was based on an older version
 */
export function createEditQueue(isStale: (error: unknown) => boolean) {
  /** The version after the user's own edit, by record and version before it. */
  const steps = new Map<string, number>();
  const last = new Map<Versioned["id"], Promise<unknown>>();
  return <Item extends Versioned | undefined, Version extends number | null>(
    { id, version }: { id: Versioned["id"]; version: Version },
    send: (version: Version) => Promise<Item>,
  ) => {
    const before = last.get(id);
    const latestOf = () => {
      let latest = version;
      while (steps.has(`${id}:${latest}`)) latest = steps.get(`${id}:${latest}`) as Version;
      return latest;
    };
    const sendLatest = async (): Promise<Item> => {
      await ended(before);
      const latest = latestOf();
      try {
        const saved = await send(latest);
        if (saved && latest !== null && saved.version > latest) steps.set(`${id}:${latest}`, saved.version);
        return saved;
      } catch (error) {
        if (!isStale(error)) throw error;
        // The user's own edit, which hung, may have been what changed the record.
        await ended(before);
        if (latestOf() === latest) throw error;
        return sendLatest();
      }
    };
    const mine = sendLatest();
    last.set(id, mine);
    return mine;
  };
}
