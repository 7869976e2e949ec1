import * as z from "zod/mini";
import { keysOf, privateStorage, type Store } from "./private-storage.ts";
import { attempt } from "./storage.ts";

/** Text that was typed and is not saved yet, with the version of the record that it belongs to. */
export const draftShape = z.object({ text: z.string(), version: z.number() });

/** Whether another user saved the record after the draft was begun. */
export const isOutdated = (draft: { version: number }, record: { version: number }): boolean =>
  draft.version < record.version;

/** Drafts of the records called `name`, kept in this browser by user and record. One that does not fit `schema` is ignored. */
export function createDrafts<D extends z.infer<typeof draftShape>>(
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
      const drafts = new Map<number, D>();
      for (const key of attempt(() => keysOf(store()), [])) {
        const id = Number(key.slice(prefix.length));
        const draft = key.startsWith(prefix) ? read(userId, id) : null;
        if (draft) drafts.set(id, draft);
      }
      return drafts;
    },
    /** Keeps a draft; false when storage is full or forbidden. */
    keep: (userId: number, id: number, draft: D): boolean =>
      attempt(() => {
        store().setItem(prefixOf(userId) + id, JSON.stringify(draft));
        return true;
      }, false),
    /** Removes a draft; with `text` only while that is its text. */
    drop(userId: number, id: number, text?: string): void {
      if (text !== undefined && read(userId, id)?.text !== text) return;
      attempt(() => store().removeItem(prefixOf(userId) + id), undefined);
    },
  };
}

/** Drafts whose content is more than a text: its JSON is the text of the draft. */
export function createContentDrafts<Content extends object>(name: string, schema: z.ZodMiniType<Content>) {
  const stored = createDrafts(name, draftShape);
  return {
    read(userId: number, id: number): (Content & { version: number }) | null {
      const draft = stored.read(userId, id);
      if (!draft) return null;
      return attempt(() => ({ ...schema.parse(JSON.parse(draft.text)), version: draft.version }), null);
    },
    /** Keeps a draft, or removes it with null; false when storage is full or forbidden. */
    keep(userId: number, id: number, content: Content | null, version = 0): boolean {
      if (content) return stored.keep(userId, id, { text: JSON.stringify(content), version });
      stored.drop(userId, id);
      return true;
    },
  };
}
