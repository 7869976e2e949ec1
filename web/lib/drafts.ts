import * as z from "zod/mini";
import { keysOf, privateStorage, type Store } from "./private-storage.ts";
import { attempt } from "./storage.ts";
import { createStore } from "./store.ts";

/** Text that was typed and is not saved yet, with the version of the record that it belongs to. */
export const draftShape = z.object({ text: z.string(), version: z.number() });
export type Draft = z.infer<typeof draftShape>;

/** Why a draft is not saved; `clash` when another user saved first. */
export type Unsaved<Item> =
  | { kind: "clash"; current: Item; failure: unknown }
  | { kind: "failed"; error: string; failure: unknown };

/** How saving drafts goes, by the id of their record. */
type Saves<Item> = Readonly<Record<number, { kind: "saving" } | Unsaved<Item> | null>>;

/** Whether another user saved the record after the draft was begun. */
export const isOutdated = (draft: { version: number }, record: { version: number }): boolean =>
  draft.version < record.version;

/**
 * Drafts of the records called `name`, kept in this browser by user and record. One that does not fit `schema` is ignored.
 * `shown` are those of one user, as components follow and change them by `useDrafts`; `saves` go on without a component.
 */
export function createDrafts<D extends Draft, Item = unknown>(
  name: string,
  schema: z.ZodMiniType<D>,
  store: () => Store = () => privateStorage.store,
) {
  const prefixOf = (userId: number) => `${name}:${userId}:`;
  const shown = createStore<ReadonlyMap<number, D>>(new Map());
  const saves = createStore<Saves<Item>>({});
  /** The user whose drafts are shown, and the drafts that the browser could not store. */
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
    saves,
    hasUnkept: () => unkept.size > 0,

    /** Shows the stored drafts of a user; one that is followed already or could not be stored stays as it is. */
    open(userId: number): void {
      const isFollowed = shown.isFollowed();
      const isSame = userId === owner;
      const known = isSame ? [...shown.get()].filter(([id]) => isFollowed || unkept.has(id)) : [];
      owner = userId;
      if (!isSame) unkept.clear();
      const prefix = prefixOf(userId);
      const keys = attempt(() => keysOf(store()), []).filter((key) => key.startsWith(prefix));
      const ids = keys.map((key) => Number(key.slice(prefix.length)));
      const stored = ids.flatMap((id) => {
        const draft = read(userId, id);
        return draft ? [[id, draft] as const] : [];
      });
      const next = new Map([...stored, ...known]);
      // Components that follow are drawn again for new drafts only.
      if (!isFollowed || !isSame || next.size > known.length) shown.set(next);
      if (isFollowed) return;
      const running = Object.entries(saves.get()).filter(([, save]) => save?.kind === "saving");
      saves.set(Object.fromEntries(running));
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
    /** Removes a draft, but not what another tab has stored since: with `text` the stored one only while that is its text. */
    drop(userId: number, id: number, text?: string): void {
      show(userId, id, null);
      // A draft that could not be stored leaves an older text of it in the storage.
      const isOlder = unkept.delete(id);
      if (!isOlder && text !== undefined && read(userId, id)?.text !== text) return;
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
