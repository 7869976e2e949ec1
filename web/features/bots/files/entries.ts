import * as z from "zod/mini";
import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { createDrafts, isOutdated } from "../../../lib/drafts.ts";

const draft = z.object({ botId: z.number(), fileName: z.string(), text: z.string(), version: z.number() });
export type FileDraft = z.infer<typeof draft>;
/** The drafts of a user, by the id of their file. */
type Drafts = ReadonlyMap<number, FileDraft>;
export const fileDrafts = createDrafts<FileDraft, BotFile>("bot-file", draft);

/** A file of the list: the server's file, or a draft whose file was deleted. */
export type Entry = { id: number; fileName: string; file: BotFile | null; draft: FileDraft | null };

/**
 * The files of a bot with their drafts, the main file first, then by name. A draft that equals its file is ignored; one
 * whose file was deleted stays in the list, so that its text is not lost.
 */
export function entriesOf(botId: number, files: readonly BotFile[], drafts: Drafts): Entry[] {
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

/** Whether another user saved the file after the draft was begun. */
export const isBehind = ({ file, draft }: Entry): boolean =>
  file !== null && draft !== null && isOutdated(draft, file);
