/** A record that a resource knows by its id and whose edits carry its version. */
export type Versioned = { id: number | string; version: number };

/** A loaded list: its first pages, and whether the server has more. */
export type Loaded<Item> = { items: Item[]; more: boolean };

/** What is cached of a resource: one record, or a list of them. */
export type Cached<Item> = Item | Item[] | Loaded<Item>;

/**
 * What is cached with one record replaced by `change` (removed by null) where it stands. Neither order nor filters are looked
 * at: those are the server's. Answers the same value when the record is not in it.
 */
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

/**
 * The newer of two readings of one record; the second where both are as new. What only the first says is kept: lists and
 * edits may answer less of a record than its own path does.
 */
export const newerOf = <Item extends Versioned>(known: Item | undefined, read: Item): Item =>
  known && known.version > read.version ? known : { ...known, ...read };

/**
 * Queue of edits: edits of one record are sent one after the other, those of different records at once. An edit that was
 * made from a version which only the reader's own edits have left behind is sent with the version that they led to, so
 * that two quick edits in a row are no conflict.
 */
export function createEditQueue() {
  /** Where the reader's own edits took a version of a record. */
  const steps = new Map<string, number>();
  const last = new Map<Versioned["id"], Promise<unknown>>();
  return <Item extends Versioned>(
    base: Versioned,
    send: (version: number) => Promise<Item>,
  ): Promise<Item> => {
    const before = last.get(base.id) ?? Promise.resolve();
    const mine = before
      .catch(() => undefined)
      .then(async () => {
        let { version } = base;
        for (let next = steps.get(`${base.id}:${version}`); next; next = steps.get(`${base.id}:${version}`)) {
          version = next;
        }
        const saved = await send(version);
        if (saved.version > version) steps.set(`${base.id}:${version}`, saved.version);
        return saved;
      });
    last.set(base.id, mine);
    return mine;
  };
}
