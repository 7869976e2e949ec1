import { useState } from "react";
import useSWR, { mutate } from "swr";
import type { LiveTopic } from "../../worker/lib/live/live.schema.ts";
import { ApiError, request } from "./api.ts";
import { type ListQuery, type ListSource, POLL, usePagedList } from "./list.ts";
import { topicsChanged, usePolling } from "./live.ts";
import { type Cached, changeCached, createEditQueue, newerOf, type Versioned } from "./records.ts";
import { useUser } from "./session.tsx";

/** One change of one record. */
export type Edit<Item> = {
  /** What is appended to the record's path, such as `/status`; the path itself without it. */
  call?: string;
  /** PATCH unless told otherwise. */
  method?: "PATCH" | "PUT" | "POST";
  /** Sent with the record's version. */
  body: object;
  /** What the record will look like, shown until the answer is there. */
  patch: Partial<Item>;
};

/** An edit that met a newer record: what it was made from, what it wanted, and the record as it is now. */
type Conflict<Item> = { base: Item; edit: Edit<Item>; current: Item };

/** The record as it is now, out of an edit that was refused because it was made from an older one; else null. */
export function staleRecord<Item>(error: unknown): Item | null {
  const isStale = error instanceof ApiError && error.code === "stale_version";
  return isStale ? (error.current as Item | null) : null;
}

/**
 * Everything the browser does with one kind of record. Edits are shown on the one record at once, in its own place and
 * in every loaded list; which lists it belongs to, and where, is the server's to say: lists follow when their topics change.
 */
export function resource<Item extends Versioned>(options: {
  /** Where a record is created; its id and an edit's call are appended to it. */
  path: string;
  /** Path of a list, by the id of the organization or of the record that the list belongs to. */
  listPath?: (of: number) => string;
  /** What stands in the path of a record, where that is not its id. */
  addressOf?: (item: Item) => Item["id"];
  /** Path that answers one record; without it records are only read in lists. */
  recordPath?: (id: Item["id"]) => string;
  /** What a record depends on. */
  topics: LiveTopic[];
}) {
  const { path, topics, recordPath, listPath = (of: number) => `${path}/${of}` } = options;
  const itemPath = (item: Item) => `${path}/${options.addressOf?.(item) ?? item.id}`;
  // Every change is also told as an activity.
  const changed: LiveTopic[] = [...topics, "activity"];
  const queue = createEditQueue();
  const lists = new Set<string>();

  /** Path of a list, known from then on as one of this resource. */
  const pathOf = (of: number) => {
    const made = listPath(of);
    lists.add(made);
    return made;
  };

  /** Changes the record where it is cached (`read` where its own path has none yet); answers it as it was there. */
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

  /** Shows a record as it was read, unless a newer reading is there. */
  const show = (item: Item) => place(item.id, (known) => newerOf(known, item), item);

  /**
   * Changes the record `base`: shown at once, taken back when it fails. Edits of one record are sent one after the other.
   * @throws ApiError; see {@link staleRecord} for `stale_version`
   */
  function edit(base: Item, { call = "", method = "PATCH", body, patch }: Edit<Item>): Promise<Item> {
    return queue(base, async (version) => {
      const before = await place(base.id, (item) => ({ ...item, ...patch }));
      try {
        const saved = await request<Item>(itemPath(base) + call, {
          method,
          body: { ...body, version },
        });
        await show(saved);
        return saved;
      } catch (error) {
        const known = staleRecord<Item>(error) ?? before;
        if (known) await show(known);
        throw error;
      } finally {
        topicsChanged(changed);
      }
    });
  }

  return {
    pathOf,
    edit,
    show,

    /** One record, kept fresh; asked for again when it is opened, since a list may have shown it first. */
    useOne: (id: Item["id"]) =>
      useSWR<Item>(recordPath?.(id) ?? null, { ...usePolling(topics, POLL), revalidateIfStale: true }),

    /** A list, kept fresh; the organization's unless it is `of` something else. See {@link usePagedList}. */
    useList(query: ListQuery = {}, { size, of }: { size?: number; of?: number } = {}): ListSource<Item> {
      const { user } = useUser();
      const parent = of ?? user?.organizationId;
      return usePagedList<Item>(parent === undefined ? null : pathOf(parent), query, topics, size);
    },

    /**
     * Creates a record; `call` for another path than the resource's own. Sent again with the same `key`, it answers
     * the record that was created the first time. @throws ApiError
     */
    async create(
      body: object,
      { call = "", key }: { call?: string; key?: string | undefined } = {},
    ): Promise<Item> {
      const item = await request<Item>(path + call, { method: "POST", body, key });
      await show(item);
      topicsChanged(changed);
      return item;
    },

    /** Deletes a record. @throws ApiError */
    async remove(item: Item): Promise<void> {
      await request(itemPath(item), { method: "DELETE" });
      await place(item.id, () => null);
      topicsChanged(changed);
    },

    /** Fetches again what shows records, after a call that changed many of them. */
    refresh: () => topicsChanged(changed),

    /** Edits of one form or panel: whether one is under way, and the conflict that waits for a decision. */
    useEdit() {
      const [running, setRunning] = useState(0);
      const [conflict, setConflict] = useState<Conflict<Item> | null>(null);
      /** Resolves to the record as saved, to null when `conflict` has to be decided first. @throws ApiError */
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
        /** Sends the edit again on top of the newer record, which its author has now seen. @throws ApiError */
        keepMine: async () => (conflict ? run(conflict.current, conflict.edit) : null),
        /** Lets the newer record stand. */
        takeTheirs: () => setConflict(null),
      };
    },
  };
}

/** The edits of one form or panel, and the conflict that they ran into. */
export type Editing<Item extends Versioned> = ReturnType<ReturnType<typeof resource<Item>>["useEdit"]>;
