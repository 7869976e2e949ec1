import type { EditorState } from "@codemirror/state";
import { useMemo, useRef, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { translate } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { useDrafts } from "../../../lib/use-drafts.ts";
import { PHONE } from "../../../lib/use-media.ts";
import { type Entry, entriesOf, fileDrafts } from "./entries.ts";
import { createFile, files } from "./files.api.ts";

/** The files of a bot while they are edited. A draft outlives the dialog, a failed save and the page, until it is saved. */
export function useEditing(bot: Bot, userId: number) {
  const source = files.useList({}, { parentId: bot.id });
  const { drafts, draftOf, ...editing } = useDrafts(fileDrafts, userId);
  const [isWrapped, setIsWrapped] = useState(() => matchMedia(PHONE).matches);
  /** State of the editor for each file: undo, selection, scroll. */
  const states = useRef(new Map<number, EditorState>());
  const items = source.list?.items;
  const entries = useMemo(() => items && entriesOf(bot.id, items, drafts), [bot.id, items, drafts]);
  const type = ({ id, file, fileName }: Entry, text: string) => {
    const version = draftOf(id)?.version ?? file?.version ?? 0;
    editing.type(id, { botId: bot.id, fileName, text, version }, file?.content === text);
  };
  const discard = (id: number) => {
    editing.discard(id);
    states.current.delete(id);
  };
  /** Saves the draft of a file; `over` is the version that it may replace. Resolves to null when that failed. */
  const save = async ({ id, file }: Entry, over?: number): Promise<BotFile | null> => {
    const result = await editing.save(id, {
      over,
      // The list shows the file as unsaved until it is saved.
      send: ({ fileName, text: content }, version) =>
        file
          ? files.edit({ ...file, version }, { body: { content }, patch: {} })
          : createFile({ botId: bot.id, fileName, content }),
    });
    if (!result) return null;
    if (result.kind !== "saved") {
      if (result.kind === "failed") source.retry();
      tellFailure(result.failure, { title: translate("bots.failed") });
      return null;
    }
    const { saved } = result;
    const values = { name: saved.fileName, version: saved.version };
    toast({ title: translate("bots.file.saved"), description: translate("bots.file.saved_text", values) });
    return saved;
  };
  return {
    ...editing,
    files: items ?? [],
    source: { ...source, list: entries && { items: entries, more: false } },
    states: states.current,
    isWrapped,
    setIsWrapped,
    type,
    discard,
    save,
    isUnsaved: (id: number) => draftOf(id) !== undefined,
    unsaved: () => entries?.filter(({ draft }) => draft !== null) ?? [],
  };
}

export type Editing = ReturnType<typeof useEditing>;
