import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";

/** What was typed into a file and is not saved yet, with the version that it was based on. */
export type Draft = { botId: number; fileName: string; text: string; version: number };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefixOf = (userId: number) => `bot-file:${userId}:`;

/** Keeps a draft in this browser until it is saved; false when there is no room or storage is forbidden. */
export function keepDraft(store: Store, userId: number, fileId: number, draft: Draft): boolean {
  try {
    store.setItem(prefixOf(userId) + fileId, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Forgets a draft. */
export function dropDraft(store: Store, userId: number, fileId: number): void {
  try {
    store.removeItem(prefixOf(userId) + fileId);
  } catch {
    // Forbidden storage holds nothing to forget.
  }
}

/** All drafts that this browser keeps of a reader, by file; what cannot be read is left out. */
export function readDrafts(store: Store, userId: number): Map<number, Draft> {
  const found = new Map<number, Draft>();
  const prefix = prefixOf(userId);
  try {
    for (let at = 0; at < store.length; at += 1) {
      const key = store.key(at);
      if (!key?.startsWith(prefix)) continue;
      const draft = parseDraft(store.getItem(key));
      const id = Number(key.slice(prefix.length));
      if (draft && Number.isSafeInteger(id)) found.set(id, draft);
    }
  } catch {
    // As above.
  }
  return found;
}

function parseDraft(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const draft = value as Partial<Record<keyof Draft, unknown>>;
    const isDraft =
      typeof draft.botId === "number" &&
      typeof draft.fileName === "string" &&
      typeof draft.text === "string" &&
      typeof draft.version === "number";
    return isDraft ? (value as Draft) : null;
  } catch {
    return null;
  }
}

/** A file of the list: as the server has it, or a draft whose file somebody deleted meanwhile. */
export type Entry = { id: number; fileName: string; file: BotFile | null; draft: Draft | null };

/**
 * The files of a bot with what is unsaved of each, the main file first, then by name. A draft that says what
 * the file says is none; one whose file is gone stays in the list, so that its text is not lost.
 */
export function entriesOf(
  botId: number,
  files: readonly BotFile[],
  drafts: ReadonlyMap<number, Draft>,
): Entry[] {
  const ofFiles = files.map((file): Entry => {
    const draft = drafts.get(file.id);
    const isUnsaved = draft !== undefined && draft.text !== file.content;
    return { id: file.id, fileName: file.fileName, file, draft: isUnsaved ? draft : null };
  });
  const ids = new Set(files.map(({ id }) => id));
  const orphans = [...drafts]
    .filter(([id, draft]) => draft.botId === botId && !ids.has(id))
    .map(([id, draft]): Entry => ({ id, fileName: draft.fileName, file: null, draft }));
  return [...ofFiles, ...orphans].sort(
    (a, b) =>
      Number(b.file?.isMainFile ?? false) - Number(a.file?.isMainFile ?? false) ||
      a.fileName.localeCompare(b.fileName, "en") ||
      a.id - b.id,
  );
}

/** Whether somebody saved the file after the draft was begun. */
export function isOutdated({ file, draft }: Entry): boolean {
  return file !== null && draft !== null && draft.version < file.version;
}
