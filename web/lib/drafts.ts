import type * as z from "zod/mini";
import { privateStorage, type Store } from "./private-storage.ts";
import { attempt } from "./storage.ts";

/** Text that was typed and is not saved yet, with the version of the record that it was typed into. */
export type Draft = { text: string; version: number };

/** Whether the record was saved by another user after the draft was begun. */
export const isOutdated = (draft: Pick<Draft, "version">, record: { version: number }): boolean =>
  draft.version < record.version;

/**
 * Drafts of the records called `name`, kept in this browser for each user and record until the server has them; what does not
 * fit `schema` is none. Storage that is full or forbidden takes nothing away from what is on screen.
 */
export function createDrafts<D extends Draft>(
  name: string,
  schema: z.ZodMiniType<D>,
  store: () => Store = () => privateStorage.store,
) {
  const prefixOf = (userId: number) => `${name}:${userId}:`;

  const read = (userId: number, id: number): D | null =>
    attempt(() => schema.parse(JSON.parse(store().getItem(prefixOf(userId) + id) ?? "null")), null);

  return {
    read,

    /** All drafts of a user, by the id of their record. */
    readAll(userId: number): Map<number, D> {
      const prefix = prefixOf(userId);
      const keys = attempt(
        () => Array.from({ length: store().length }, (_, at) => store().key(at) ?? ""),
        [],
      );
      const drafts = new Map<number, D>();
      for (const key of keys.filter((each) => each.startsWith(prefix))) {
        const id = Number(key.slice(prefix.length));
        const draft = read(userId, id);
        if (draft) drafts.set(id, draft);
      }
      return drafts;
    },

    /** Keeps a draft; false when there is no room or storage is forbidden. */
    keep: (userId: number, id: number, draft: D): boolean =>
      attempt(() => {
        store().setItem(prefixOf(userId) + id, JSON.stringify(draft));
        return true;
      }, false),

    /** Forgets a draft; with `text` only if nothing else was typed since. */
    drop(userId: number, id: number, text?: string): void {
      if (text !== undefined && read(userId, id)?.text !== text) return;
      attempt(() => store().removeItem(prefixOf(userId) + id), undefined);
    },
  };
}
