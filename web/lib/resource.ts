import { useState } from "react";
import useSWR, { mutate } from "swr";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { request } from "./api.ts";
import { staleRecord } from "./conflict.ts";
import { type ListQuery, POLL, usePagedList } from "./list.ts";
import { deleting, topicsChanged, usePolling } from "./live.ts";
import { type Cached, changeCached, createEditQueue, newerOf, type Versioned } from "./records.ts";
import { useUser } from "./session.tsx";

/** A record without a change that failed; one that has been saved since stays. */
const takenBack = <Item extends Versioned>(item: Item, before: Item, patch: Partial<Item>): Item =>
  item.version > before.version
    ? item
    : Object.assign(
        {},
        item,
        ...Object.keys(patch).map((field) => ({ [field]: before[field as keyof Item] })),
      );

export type Edit<Item> = {
  /** Appended to the record's path, such as `/status`. */
  call?: string;
  method?: "PATCH" | "PUT" | "POST";
  /** Sent with the record's version. */
  body: object;
  /** The changed fields, shown until the answer arrives. */
  patch: Partial<Item>;
};

/**
 * The reads and edits of one kind of record. An edit is shown at once on the record and in every loaded list. Which
 * lists have the record, and in which order, is decided by the server: lists are fetched again when their topics change.
 */
export function resource<Item extends Versioned>(options: {
  /** Path of a creation; the path of an edit has the record's id and call appended. */
  path: string;
  /** Path of a list, by the id of the organization or of the record that the list belongs to. */
  listPath?: (of: number) => string;
  /** The id in the path of a record; its `id` without it. */
  addressOf?: (item: Item) => Item["id"];
  /** Path of one record; without it records are read in lists only. */
  recordPath?: (id: Item["id"]) => string;
  topics: LiveTopic[];
}) {
  const { path, topics, recordPath, listPath = (of: number) => `${path}/${of}` } = options;
  const itemPath = (item: Item) => `${path}/${options.addressOf?.(item) ?? item.id}`;
  // Every change is also an activity.
  const changed: LiveTopic[] = [...topics, "activity"];
  const queue = createEditQueue((error) => staleRecord(error) !== null);
  /** What edits that are not stored yet change, by record. */
  const unstored = new Map<Item["id"], Partial<Item>[]>();
  const lists = new Set<string>();

  /** Returns the path of a list and registers it. */
  const pathOf = (of: number) => {
    const made = listPath(of);
    lists.add(made);
    return made;
  };

  /** Changes the cached record, or caches `read` where its path has none; resolves to the record before the change. */
  async function place(id: Item["id"], change: (item: Item) => Item | null, read?: Item) {
    let before: Item | undefined;
    const patch = (cached: Cached<Item> | undefined) =>
      changeCached<Item>(cached, id, (item) => {
        before ??= item;
        return change(item);
      });
    const isList = (key: unknown) => typeof key === "string" && lists.has(key.split(/[?#]/)[0] ?? "");
    if (recordPath)
      await mutate<Cached<Item>>(recordPath(id), (cached) => patch(cached) ?? read, { revalidate: false });
    await mutate<Cached<Item>>(isList, patch, { revalidate: false });
    return before;
  }

  /** Shows a record, unless a newer version is cached, with the changes that are being sent. */
  const show = (item: Item) =>
    place(
      item.id,
      (known) => Object.assign({}, newerOf(known, item), ...(unstored.get(item.id) ?? [])),
      item,
    );

  /** Edits the record `base`, shown at once, reverted on failure. @throws ApiError; see {@link staleRecord} for a stale version */
  async function edit(base: Item, { call = "", method = "PATCH", body, patch }: Edit<Item>): Promise<Item> {
    const { id } = base;
    const others = () => unstored.get(id)?.filter((each) => each !== patch) ?? [];
    unstored.set(id, [...others(), patch]);
    const before = await place(id, (item) => ({ ...item, ...patch }));
    try {
      const saved = await queue(base, (version) =>
        request<Item>(itemPath(base) + call, { method, body: { ...body, version } }),
      );
      unstored.set(id, others());
      await show(saved);
      return saved;
    } catch (error) {
      unstored.set(id, others());
      const current = staleRecord<Item>(error);
      if (current) await show(current);
      else if (before) await place(id, (item) => takenBack(item, before, patch));
      throw error;
    } finally {
      topicsChanged(changed);
    }
  }

  return {
    pathOf,
    edit,
    show,
    /** One record, kept fresh; fetched when it is opened, since the cached one may come from a list. */
    useOne: (id: Item["id"]) =>
      useSWR<Item>(recordPath?.(id) ?? null, { ...usePolling(topics, POLL), revalidateIfStale: true }),
    /** A list, kept fresh; the organization's unless it is `of` something else. See {@link usePagedList}. */
    useList(query: ListQuery = {}, { size, of }: { size?: number; of?: number } = {}) {
      const { user } = useUser();
      const parent = of ?? user?.organizationId;
      return usePagedList<Item>(parent === undefined ? null : pathOf(parent), query, topics, size);
    },
    /** Creates a record; a second call with the same `key` resolves to the first one. @throws ApiError */
    async create(body: object, options: { call?: string; key?: string | undefined } = {}): Promise<Item> {
      const { call = "", key } = options;
      const item = await request<Item>(path + call, { method: "POST", body, key });
      await show(item);
      topicsChanged(changed);
      return item;
    },
    /** Deletes a record; a `body` is sent with its version, as that of an edit. @throws ApiError */
    async remove(item: Item, body?: object): Promise<void> {
      const at = itemPath(item);
      await queue(item, (version) =>
        deleting(at, () => request<undefined>(at, { method: "DELETE", body: body && { ...body, version } })),
      );
      await place(item.id, () => null);
      topicsChanged(changed);
    },
    /** Fetches what shows records again, after a call that changed several. */
    refresh: () => topicsChanged(changed),
    /** Edits of a form or panel, with their conflict. */
    useEdit() {
      const [running, setRunning] = useState(0);
      /** A refused edit of `base`, with the newer record. */
      const [conflict, setConflict] = useState<{ base: Item; edit: Edit<Item>; current: Item } | null>(null);
      /** Resolves to the saved record, or to null with a `conflict`. @throws ApiError */
      const run = async (base: Item, wanted: Edit<Item>): Promise<Item | null> => {
        setRunning((count) => count + 1);
        try {
          const saved = await edit(base, wanted);
          setConflict(null);
          return saved;
        } catch (error) {
          const current = staleRecord<Item>(error);
          if (!current) throw error;
          setConflict({ base, edit: wanted, current });
          return null;
        } finally {
          setRunning((count) => count - 1);
        }
      };
      return {
        run,
        pending: running > 0,
        conflict,
        /** Sends the edit again, based on the newer record. @throws ApiError */
        keepMine: async () => (conflict ? run(conflict.current, conflict.edit) : null),
        takeTheirs: () => setConflict(null),
      };
    },
  };
}

export type Editing<Item extends Versioned> = ReturnType<ReturnType<typeof resource<Item>>["useEdit"]>;
