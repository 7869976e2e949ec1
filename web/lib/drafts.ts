import * as z from "zod/mini";
import { keysOf, privateStorage, type Store } from "./private-storage.ts";
import { attempt } from "./storage.ts";
import { createStore } from "./store.ts";

/** Text that was typed and is not saved yet, with the version of the record that it belongs to. */
export const draftShape = z.object({ text: z.string(), version: z.number() });
export type Draft = z.infer<typeof draftShape>;

/** Whether another user saved the record after the draft was begun. */
export const isOutdated = (draft: { version: number }, record: { version: number }): boolean =>
  draft.version < record.version;

/**
 * Drafts of the records called `name`, kept in this browser by user and record. One that does not fit `schema` is ignored.
 * `shown` are those of one user, as components follow and change them by `useDrafts`.
 */
export function createDrafts<D extends Draft>(
  name: string,
  schema: z.ZodMiniType<D>,
  store: () => Store = () => privateStorage.store,
) {
  const prefixOf = (userId: number) => `${name}:${userId}:`;
  const shown = createStore<ReadonlyMap<number, D>>(new Map());
  /** Whose drafts are shown, and which of them the browser could not store. */
  let owner: number | null = null;
  const unkept = new Set<number>();
  const show = (userId: number, id: number, draft: D | null) => {
    if (userId !== owner) return;
    const next = new Map(shown.get());
    if (draft) next.set(id, draft);
    else next.delete(id);
    shown.set(next);
  };

  const read = (userId: number, id: number): D | null =>
    attempt(() => schema.parse(JSON.parse(store().getItem(prefixOf(userId) + id) ?? "null")), null);
  return {
    read,
    shown,
    hasUnkept: () => unkept.size > 0,

    /** Shows the stored drafts of a user, unless they are followed already or would be lost. */
    open(userId: number): void {
      if (userId === owner && (shown.isFollowed() || unkept.size > 0)) return;
      owner = userId;
      unkept.clear();
      const prefix = prefixOf(userId);
      const keys = attempt(() => keysOf(store()), []).filter((key) => key.startsWith(prefix));
      const ids = keys.map((key) => Number(key.slice(prefix.length)));
      const stored = ids.map((id) => [id, read(userId, id)] as const);
      shown.set(new Map(stored.flatMap(([id, draft]) => (draft ? [[id, draft]] : []))));
    },
    /** Keeps a draft; false when storage is full or forbidden. */
    keep(userId: number, id: number, draft: D): boolean {
      show(userId, id, draft);
      const isKept = attempt(() => {
        store().setItem(prefixOf(userId) + id, JSON.stringify(draft));
        return true;
      }, false);
      if (isKept) unkept.delete(id);
      else if (userId === owner) unkept.add(id);
      return isKept;
    },
    /** Removes a draft; with `text` the stored one only while that is its text. */
    drop(userId: number, id: number, text?: string): void {
      show(userId, id, null);
      unkept.delete(id);
      if (text !== undefined && read(userId, id)?.text !== text) return;
      attempt(() => store().removeItem(prefixOf(userId) + id), undefined);
    },
  };
}

/** The content of a draft whose text is JSON; null without a draft, and for content that does not fit `schema`. */
export const contentOf = <Content>(schema: z.ZodMiniType<Content>, draft: Draft | null | undefined) =>
  attempt(() => schema.parse(JSON.parse(draft?.text ?? "null")), null);

/** Drafts whose content is more than a text and belongs to no version: its JSON is the text of the draft. */
export function createContentDrafts<Content extends object>(name: string, schema: z.ZodMiniType<Content>) {
  const stored = createDrafts(name, draftShape);
  return {
    read: (userId: number, id: number): Content | null => contentOf(schema, stored.read(userId, id)),
    /** Keeps a draft, or removes it with null; false when storage is full or forbidden. */
    keep(userId: number, id: number, content: Content | null): boolean {
      if (content) return stored.keep(userId, id, { text: JSON.stringify(content), version: 0 });
      stored.drop(userId, id);
      return true;
    },
  };
}
