import { useState } from "react";
import useSWR, { mutate } from "swr";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { request } from "./api.ts";
import { type ListQuery, POLL, usePagedList } from "./list.ts";
import { deleting, topicsChanged, usePolling } from "./live.ts";
import {
  type Cached,
  changeCached,
  createEditQueue,
  newerOf,
  staleRecord,
  type Versioned,
} from "./records.ts";
import { useUser } from "./session.tsx";
import { endHeld } from "./toast.ts";

/** The fields of a change that failed, as they are `stored`; none for a record that has been saved since. */
const takenBack = <Item extends Versioned>(item: Item, stored: Item | undefined, patch: Partial<Item>) =>
  stored && stored.version >= item.version
    ? Object.fromEntries(Object.keys(patch).map((field) => [field, stored[field as keyof Item]]))
    : {};

/** A change of a record, whatever its version is. */
export type Call<Item> = {
  /** Appended to the record's path, such as `/vote`. */
  call: string;
  method?: "POST" | "PUT" | "DELETE";
  body?: object;
  /** The fields that are known to change, shown until the answer arrives. */
  patch?: Partial<Item>;
  when?: When;
};

/** Until when a change is shown without being sent; not at all where that rejects. */
type When = Promise<void> | undefined;

export type Edit<Item> = {
  /** Appended to the record's path, such as `/status`. */
  call?: string;
  method?: "PATCH" | "PUT" | "POST";
  /** Sent with the record's version. */
  body: object;
  /** The changed fields, shown until the answer arrives. */
  patch: Partial<Item>;
  when?: When;
};

/**
 * The reads and edits of one kind of record: an Item in lists and answers to edits, with its Details at its own path. An edit
 * is shown at once on the record and in every loaded list. Which lists have the record, and in which order, is decided by
 * the server: lists are fetched again when their topics change.
 */
export function resource<Item extends Versioned, Details extends Item = Item>(options: {
  /** Path of a creation; the path of an edit has the record's id and call appended. */
  path: string;
  /** Path of a list, by the id of the organization or of the record that the list belongs to. */
  listPath?: (parentId: number) => string;
  /** The id in the path of a record; its `id` without it. */
  addressOf?: (item: Item) => Item["id"];
  /** Path of one record, answered as in lists; without it and `detailsPath` records are read in lists only. */
  recordPath?: (id: Item["id"]) => string;
  /** Path of one record with its Details. */
  detailsPath?: (id: Item["id"]) => string;
  topics: LiveTopic[];
}) {
  const { path, topics, detailsPath, listPath = (parentId: number) => `${path}/${parentId}` } = options;
  const { recordPath = detailsPath } = options;
  const itemPath = (item: Item) => `${path}/${options.addressOf?.(item) ?? item.id}`;
  // Every change is also an activity.
  const changed: LiveTopic[] = [...topics, "activity"];
  const queue = createEditQueue((error) => staleRecord(error) !== null);
  /** What is being sent of a record, and the record without it. */
  const unstored = new Map<Item["id"], { patches: Partial<Item>[]; stored?: Item | undefined }>();
  const lists = new Set<string>();

  /** Returns the path of a list and registers it; `list` names another one than all, such as `/similar`. */
  const pathOf = (parentId: number, list = "") => {
    const made = listPath(parentId) + list;
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

  /** A record with the changes that are being sent. */
  const withUnstored = <Read extends Item>(item: Read): Read =>
    Object.assign({}, item, ...(unstored.get(item.id)?.patches ?? []));

  async function read(path: string): Promise<Details> {
    const item = await request<Details>(path);
    const sending = unstored.get(item.id);
    if (sending) sending.stored = newerOf<Item>(sending.stored, item);
    return withUnstored(item);
  }

  /** Shows a record, unless a newer version is cached, with the changes that are being sent. */
  const show = (item: Item | Details) => {
    const sending = unstored.get(item.id);
    if (sending) sending.stored = newerOf<Item>(sending.stored, item);
    return place(
      item.id,
      (known) => Object.assign({}, newerOf<Item>(known, item), ...(sending?.patches ?? [])),
      // A path that answers Details keeps nothing less.
      detailsPath ? undefined : item,
    );
  };

  /** Sends a change of a record after those before it. Its patch is shown at once, and taken back on failure. */
  async function change<Version extends number | null>(
    parentId: { id: Item["id"]; version: Version },
    patch: Partial<Item>,
    path: string,
    options: { method: "PATCH" | "PUT" | "POST" | "DELETE"; body?: object | undefined },
    when: When,
  ): Promise<Item> {
    const { id } = parentId;
    if (!when) void endHeld();
    const sending = unstored.get(id) ?? { patches: [] };
    unstored.set(id, sending);
    sending.patches.push(patch);
    const before = await place(id, (item) => ({ ...item, ...patch }));
    sending.stored ??= before;
    const send = async (version: Version) => {
      await when;
      const body = version === null ? options.body : { ...options.body, version };
      return request<Item>(path, { ...options, body, keepalive: when !== undefined });
    };
    const sent = queue(parentId, send).finally(() => {
      sending.patches = sending.patches.filter((each) => each !== patch);
    });
    try {
      const saved = await sent;
      await show(saved);
      return saved;
    } catch (error) {
      const current = staleRecord<Item>(error);
      if (current) await show(current);
      else
        await place(id, (item) =>
          Object.assign({}, item, takenBack(item, sending.stored, patch), ...sending.patches),
        );
      throw error;
    } finally {
      if (sending.patches.length === 0) {
        unstored.delete(id);
        topicsChanged(changed);
      }
    }
  }

  /** Edits the record `base`. @throws ApiError; see {@link staleRecord} for a stale version */
  const edit = (base: Item, { call = "", method = "PATCH", body, patch, when }: Edit<Item>): Promise<Item> =>
    change(base, patch, itemPath(base) + call, { method, body }, when);

  return {
    pathOf,
    edit,
    show,
    /** Changes the record with an id, whatever its version is. @throws ApiError */
    call: (id: Item["id"], { call, method = "POST", body, patch = {}, when }: Call<Item>): Promise<Item> =>
      change({ id, version: null }, patch, `${path}/${id}${call}`, { method, body }, when),
    /** One record, kept fresh; fetched when it is opened, since the cached one may come from a list. */
    useOne: (id: Item["id"]) =>
      useSWR<Details>(recordPath?.(id) ?? null, {
        ...{ fetcher: read, ...usePolling(topics, POLL), revalidateIfStale: true },
      }),
    /** A list, kept fresh; the organization's, or that of the record `parentId`. See {@link usePagedList}. */
    useList(query: ListQuery = {}, { size, parentId }: { size?: number; parentId?: number } = {}) {
      const { user } = useUser();
      const parent = parentId ?? user?.organizationId;
      const source = usePagedList<Item>(parent === undefined ? null : pathOf(parent), query, topics, size);
      const { list } = source;
      // What was read again meanwhile lacks a change that waits to be sent.
      return list && unstored.size > 0
        ? { ...source, list: { ...list, items: list.items.map(withUnstored) } }
        : source;
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
