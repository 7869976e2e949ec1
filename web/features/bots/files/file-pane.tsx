import { useState } from "react";
import { type Bot, GATEWAY_LIMITS } from "../../../../worker/features/bots/bots.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ConfirmButton } from "../../../ui/confirm.tsx";
import { HistoryIcon, UndoIcon } from "../../../ui/icons.tsx";
import { useBotsShared } from "../bots-context.ts";
import { Notice } from "../manager/manager-bar.tsx";
import { CodeEditor } from "./code/code.tsx";
import { type Entry, isBehind } from "./entries.ts";
import { FileClash, FileCompare, FileHistory, useRevert } from "./file-history.tsx";
import type { Editing } from "./use-editing.ts";

export function FilePane(props: {
  bot: Bot;
  entry: Entry;
  editing: Editing;
  /** Called with the file that the text was moved to. */
  onMoved: (id: number) => void;
}) {
  const t = useT();
  const { bot, entry, editing, onMoved } = props;
  const format = useFormat();
  const isPhone = useMedia(PHONE);
  const { id, fileName, file, draft } = entry;
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [compared, setCompared] = useState<number | null>(null);
  const state = editing.stateOf(id);
  const text = draft?.text ?? file?.content ?? "";
  const canEdit = file?.can.update ?? bot.can.update;
  const { now, roleReason: reasonOf } = useBotsShared();
  const roleReason = reasonOf(canEdit, bot);
  const revert = useRevert(file, roleReason ?? (draft ? t("bots.file.revert_unsaved") : null));
  const saveReason = () => {
    if (!draft) return t("bots.file.nothing_to_save");
    const isTooLong = new Blob([text]).size > GATEWAY_LIMITS.fileBytes;
    return isTooLong ? t("bots.file.too_long", { kilobytes: GATEWAY_LIMITS.fileBytes / 1024 }) : null;
  };
  const stateLine = () => {
    if (state?.kind === "saving") return t("bots.file.saving");
    if (state?.kind === "failed") {
      return <span className="text-stop">{t("bots.file.not_saved", { error: state.error })}</span>;
    }
    if (!file) return <span className="text-wait">{t("bots.file.gone_text")}</span>;
    if (draft) return <span className="text-wait">{t("bots.file.unsaved_kept")}</span>;
    const { version, updatedBy: name, updatedAt } = file;
    return t("bots.file.saved_by", { version, name, ago: format.ago(updatedAt, now) });
  };
  const save = async () => {
    // Ctrl+S may come before the last key is rendered: `save` reads the draft itself.
    if (!canEdit) return;
    const saved = await editing.save(entry);
    if (saved && saved.id !== id) onMoved(saved.id);
  };
  const showHistory = (isOpen: boolean) => {
    setIsHistoryOpen(isOpen);
    setCompared(null);
  };
  const good = file?.lastGoodVersion ?? null;
  const canGoBack = file && good !== null && good < file.version && bot.status !== "running";
  const look = isPhone && isHistoryOpen ? "hidden" : "flex min-w-0 flex-1 flex-col";
  if (state?.kind === "clash") return <FileClash entry={entry} current={state.current} editing={editing} />;
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <section aria-label={fileName} className={look}>
        <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line py-2 pr-[22px] pl-4 max-md:pr-4">
          <div className="min-w-0 flex-1 basis-40 leading-[1.35]">
            <h3 className="truncate font-mono text-sm" title={fileName}>
              {fileName}
            </h3>
            <p className="hint" aria-live="polite">
              {stateLine()}
            </p>
          </div>
          {canGoBack ? (
            <Button icon={<UndoIcon />} {...revert(good)}>
              {t("bots.file.back_to_good", { version: good })}
            </Button>
          ) : null}
          {draft ? (
            <ConfirmButton
              size="s"
              label={t("bots.file.discard")}
              title={t("bots.file.discard_title", { name: fileName })}
              description={t(file ? "bots.file.discard_text" : "bots.file.discard_gone")}
              danger
              onConfirm={() => editing.discard(id)}
            />
          ) : null}
          {file ? (
            <IconButton
              size="s"
              variant="default"
              label={t("bots.history.title")}
              icon={<HistoryIcon />}
              aria-expanded={isHistoryOpen}
              className={isHistoryOpen ? "bg-rail" : ""}
              onClick={() => showHistory(!isHistoryOpen)}
            />
          ) : null}
          {roleReason ? null : (
            <Button
              size="s"
              variant="primary"
              reason={saveReason()}
              pending={state?.kind === "saving"}
              onClick={() => void save()}
            >
              {t(file ? "action.save" : "bots.file.create_again")}
            </Button>
          )}
        </div>
        {isBehind(entry) && file ? (
          <Notice
            className="pr-[22px] pl-4"
            text={t("bots.file.outdated", { name: file.updatedBy, version: file.version })}
          >
            <Button size="s" onClick={() => editing.compare(id, file)}>
              {t("bots.history.compare")}
            </Button>
          </Notice>
        ) : null}
        {compared !== null && file ? (
          <FileCompare file={file} version={compared} revert={revert} onClose={() => setCompared(null)} />
        ) : (
          <CodeEditor
            id={id}
            fileName={fileName}
            value={text}
            isUnsaved={() => editing.isUnsaved(id)}
            isReadOnly={!canEdit}
            isWrapped={editing.isWrapped}
            states={editing.states}
            onChange={(next) => editing.type(entry, next)}
            onSave={() => void save()}
          />
        )}
        {compared === null ? (
          <div className="flex flex-none flex-wrap items-center justify-between gap-x-4 border-t border-line py-1 pr-[22px] pl-4 max-md:pr-4">
            <p className="hint max-md:hidden">{roleReason ? null : t("bots.file.keys")}</p>
            <Checkbox
              className="hint"
              label={t("bots.file.wrap")}
              checked={editing.isWrapped}
              onChange={(event) => editing.setIsWrapped(event.target.checked)}
            />
          </div>
        ) : null}
      </section>
      {isHistoryOpen && file ? (
        <FileHistory
          file={file}
          compared={compared}
          revert={revert}
          onCompare={(version) => {
            setCompared(version);
            if (isPhone) setIsHistoryOpen(false);
          }}
          onClose={() => showHistory(false)}
        />
      ) : null}
    </div>
  );
}
