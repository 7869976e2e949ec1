import { Suspense, useState } from "react";
import type { Bot } from "../../../../worker/features/bots/bots.schema.ts";
import { GATEWAY_LIMITS } from "../../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { HistoryIcon, UndoIcon } from "../../../ui/icons.tsx";
import { part } from "../../../ui/part.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { useBotsShared } from "../bots-context.ts";
import { type Entry, isBehind } from "./entries.ts";
import { FileClash } from "./file-clash.tsx";
import { FileCompare, FileHistory } from "./file-history.tsx";
import { files } from "./files.api.ts";
import type { Editing } from "./use-editing.ts";

const editor = part(() => import("./code/code-editor.tsx"));

type PaneProps = {
  bot: Bot;
  entry: Entry;
  editing: Editing;
  isPhone: boolean;
  /** The text is now that of another file. */
  onMoved: (id: number) => void;
};

/** Going back to an older version, once for each press. */
function useRevert(entry: Entry) {
  const t = useT();
  const [pending, setPending] = useState<number | null>(null);
  const revert = async (toVersion: number) => {
    if (!entry.file || pending !== null) return;
    setPending(toVersion);
    try {
      await files.edit(entry.file, { call: "/revert", method: "POST", body: { toVersion }, patch: {} });
      toast({
        title: t("bots.file.saved"),
        description: t("bots.file.reverted_text", { name: entry.fileName, version: toVersion }),
      });
    } catch (error) {
      tellFailure(error, { title: t("bots.failed") });
    } finally {
      setPending(null);
    }
  };
  return { pending, revert: (version: number) => void revert(version) };
}

function StateLine({ entry, editing }: { entry: Entry; editing: Editing }) {
  const t = useT();
  const format = useFormat();
  const { now } = useBotsShared();
  const { file, draft } = entry;
  const state = editing.saveState(entry.id);
  if (state?.kind === "saving") return t("bots.file.saving");
  if (state?.kind === "failed") {
    return <span className="text-stop">{t("bots.file.not_saved", { error: state.error })}</span>;
  }
  if (!file) return <span className="text-wait">{t("bots.file.gone_text")}</span>;
  if (draft) return <span className="text-wait">{t("bots.file.unsaved_kept")}</span>;
  const { version, updatedBy, updatedAt } = file;
  const ago = format.relative(updatedAt, Math.max(now, Date.parse(updatedAt)));
  return t("bots.file.saved_by", { version, name: updatedBy, ago });
}

/** Why a file cannot be saved just now, null when it can. */
function useSaveReason({ bot, entry, text }: { bot: Bot; entry: Entry; text: string }): string | null {
  const t = useT();
  if (!(entry.file?.can.update ?? bot.can.update)) return t("bots.blocked.files_role");
  if (!entry.draft) return t("bots.file.nothing_to_save");
  const isTooLong =
    text.length > GATEWAY_LIMITS.fileBytes / 3 && new Blob([text]).size > GATEWAY_LIMITS.fileBytes;
  return isTooLong ? t("bots.file.too_long", { kilobytes: GATEWAY_LIMITS.fileBytes / 1024 }) : null;
}

/** One file: its text, how it is saved, and its history beside it. */
export function FilePane({ bot, entry, editing, isPhone, onMoved }: PaneProps) {
  const t = useT();
  const { file, draft } = entry;
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [compared, setCompared] = useState<number | null>(null);
  const { pending, revert } = useRevert(entry);
  const state = editing.saveState(entry.id);
  const text = draft?.text ?? file?.content ?? "";
  const saveReason = useSaveReason({ bot, entry, text });
  const canEdit = file?.can.update ?? bot.can.update;
  const revertReason = !canEdit ? t("bots.blocked.files_role") : draft ? t("bots.file.revert_unsaved") : null;
  const save = async () => {
    // Ctrl+S may come before what was typed last is drawn: whether anything is unsaved is asked of the draft.
    if (!canEdit) return;
    const saved = await editing.save(entry);
    if (saved && saved.id !== entry.id) onMoved(saved.id);
  };
  const good = file?.lastGoodVersion ?? null;
  const canGoBack = file && good !== null && good < file.version && bot.status !== "running";
  if (state?.kind === "clash") {
    return <FileClash entry={entry} current={state.current} editing={editing} isPhone={isPhone} />;
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <section
        aria-label={entry.fileName}
        className={isPhone && isHistoryOpen ? "hidden" : "flex min-w-0 flex-1 flex-col"}
      >
        <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line py-2 pr-[22px] pl-4 max-md:pr-4">
          <div className="min-w-0 flex-1 basis-40 leading-[1.35]">
            <h3 className="truncate font-mono text-sm" title={entry.fileName}>
              {entry.fileName}
            </h3>
            <p className="hint" aria-live="polite">
              <StateLine entry={entry} editing={editing} />
            </p>
          </div>
          {canGoBack ? (
            <Button
              size="s"
              icon={<UndoIcon />}
              reason={revertReason}
              pending={pending === good}
              onClick={() => revert(good)}
            >
              {t("bots.file.back_to_good", { version: good })}
            </Button>
          ) : null}
          {draft ? (
            <Button size="s" onClick={() => setIsDiscarding(true)}>
              {t("bots.file.discard")}
            </Button>
          ) : null}
          {file ? (
            <IconButton
              size="s"
              variant="default"
              label={t("bots.history.title")}
              icon={<HistoryIcon />}
              aria-expanded={isHistoryOpen}
              className={isHistoryOpen ? "bg-rail" : ""}
              onClick={() => {
                setIsHistoryOpen(!isHistoryOpen);
                setCompared(null);
              }}
            />
          ) : null}
          <Button
            size="s"
            variant="primary"
            reason={saveReason}
            pending={state?.kind === "saving"}
            onClick={() => void save()}
          >
            {t(file ? "action.save" : "bots.file.create_again")}
          </Button>
        </div>
        {isBehind(entry) && file ? (
          <div
            role="status"
            className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-wait/8 py-1.5 pr-[22px] pl-4 text-sm max-md:pr-4"
          >
            <span className="min-w-0 flex-1 basis-48">
              {t("bots.file.outdated", { name: file.updatedBy, version: file.version })}
            </span>
            <Button size="s" onClick={() => editing.compare(file)}>
              {t("bots.history.compare")}
            </Button>
          </div>
        ) : null}
        {compared !== null && file ? (
          <FileCompare
            file={file}
            version={compared}
            isPhone={isPhone}
            revertReason={revertReason}
            pending={pending === compared}
            onRevert={() => {
              revert(compared);
              setCompared(null);
            }}
            onClose={() => setCompared(null)}
          />
        ) : (
          <Suspense fallback={<SkeletonLines lines={8} className="min-h-0 flex-1 p-4" />}>
            <editor.View
              id={entry.id}
              fileName={entry.fileName}
              value={text}
              isUnsaved={() => editing.isUnsaved(entry.id)}
              isReadOnly={!canEdit}
              isWrapped={editing.isWrapped}
              states={editing.states}
              onChange={(next) => editing.type(entry, next)}
              onSave={() => void save()}
            />
          </Suspense>
        )}
        {compared === null ? (
          <div className="flex flex-none flex-wrap items-center justify-between gap-x-4 border-t border-line py-1 pr-[22px] pl-4 max-md:pr-4">
            <p className="hint max-md:hidden">{t("bots.file.keys")}</p>
            <Checkbox
              className="hint"
              label={t("bots.file.wrap")}
              checked={editing.isWrapped}
              onChange={(event) => editing.setIsWrapped(event.target.checked)}
            />
          </div>
        ) : null}
      </section>
      <ConfirmDialog
        open={isDiscarding}
        onOpenChange={setIsDiscarding}
        title={t("bots.file.discard_title", { name: entry.fileName })}
        description={t(file ? "bots.file.discard_text" : "bots.file.discard_gone")}
        confirmLabel={t("bots.file.discard")}
        danger
        onConfirm={() => editing.discard(entry.id)}
      />
      {isHistoryOpen && file ? (
        <FileHistory
          file={file}
          compared={compared}
          pending={pending}
          revertReason={revertReason}
          onCompare={(version) => {
            setCompared(version);
            if (isPhone) setIsHistoryOpen(false);
          }}
          onRevert={revert}
          onClose={() => {
            setIsHistoryOpen(false);
            setCompared(null);
          }}
        />
      ) : null}
    </div>
  );
}
