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

/** The newer of two readings of a record, with the fields of both: lists and edits may answer fewer than its own path. */
export const newerOf = <Item extends Versioned>(known: Item | undefined, read: Item): Item =>
  known && known.version > read.version ? known : { ...known, ...read };

/** Sends edits of one record one after the other, each with the version after the user's own edits before it. */
export function createEditQueue() {
  /** The version after the user's own edit, by record and version before it. */
  const steps = new Map<string, number>();
  const last = new Map<Versioned["id"], Promise<unknown>>();
  return <Item extends Versioned>({ id, version }: Versioned, send: (version: number) => Promise<Item>) => {
    const sendLatest = async () => {
      let latest = version;
      while (steps.has(`${id}:${latest}`)) latest = steps.get(`${id}:${latest}`) as number;
      const saved = await send(latest);
      if (saved.version > latest) steps.set(`${id}:${latest}`, saved.version);
      return saved;
    };
    const mine = Promise.resolve(last.get(id)).then(sendLatest, sendLatest);
    last.set(id, mine);
    return mine;
  };
}
