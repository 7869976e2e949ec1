import * as z from "zod/mini";
import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { createDrafts, isOutdated } from "../../../lib/drafts.ts";

const draft = z.object({ botId: z.number(), fileName: z.string(), text: z.string(), version: z.number() });

/** What was typed into a file and is not saved yet. */
export type FileDraft = z.infer<typeof draft>;

/** The drafts of files that this browser keeps. */
export const fileDrafts = createDrafts("bot-file", draft);

/** A file of the list: as the server has it, or a draft whose file was deleted meanwhile. */
export type Entry = { id: number; fileName: string; file: BotFile | null; draft: FileDraft | null };

/**
 * The files of a bot with what is unsaved of each, the main file first, then by name. A draft that says what
 * the file says is none; one whose file is gone stays in the list, so that its text is not lost.
 */
export function entriesOf(
  botId: number,
  files: readonly BotFile[],
  drafts: ReadonlyMap<number, FileDraft>,
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

/** Whether the file was saved by another user after the draft was begun. */
export const isBehind = ({ file, draft }: Entry): boolean =>
  file !== null && draft !== null && isOutdated(draft, file);
