import { type ReactNode, Suspense, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { ArrowLeftIcon, FileIcon, PlusIcon } from "../../../ui/icons.tsx";
import { part } from "../../../ui/part.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { needsRestart } from "../bot-state.ts";
import { useBotsShared, useBotText } from "../bots-context.ts";
import { ManagerBar } from "../manager/manager-bar.tsx";
import { DeleteFileDialog, FileNameDialog } from "./file-dialogs.tsx";
import { FileList } from "./file-list.tsx";
import { FilePane } from "./file-pane.tsx";
import { files } from "./files.api.ts";
import type { Editing } from "./use-editing.ts";

const syncDialog = part(() => import("./sync-files-dialog.tsx"));

type Dialogs =
  | { kind: "create" }
  | { kind: "sync" }
  | { kind: "rename"; file: BotFile }
  | { kind: "delete"; file: BotFile }
  | null;

/** The run began before the newest save: says so, and offers what helps. */
function RestartHint({ bot }: { bot: Bot }) {
  const t = useT();
  const text = useBotText();
  const { run, pendingOf } = useBotsShared();
  const pending = pendingOf(bot);
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-wait/8 px-[22px] py-1.5 text-sm max-md:px-4"
    >
      <span className="min-w-0 flex-1 basis-48">{t("bots.file.next_start")}</span>
      <Button
        size="s"
        reason={pending ? null : text.reason("restart", bot)}
        pending={pending === "restart"}
        onClick={() => {
          if (pending === null) run(bot, "restart");
        }}
      >
        {t("bots.action.restart")}
      </Button>
    </div>
  );
}

/** A bot's files: the list, the editor and the history. */
export default function FilesTab(props: {
  bot: Bot;
  bar: ReactNode;
  editing: Editing;
  selected: number | null;
  onSelect: (file: number | null) => void;
}) {
  const t = useT();
  const { bot, bar, editing, selected, onSelect } = props;
  const isPhone = useMedia("(max-width: 700px)");
  const [dialog, setDialog] = useState<Dialogs>(null);
  const { entries } = editing;
  const chosen = entries?.find(({ id }) => id === selected);
  const shown = chosen ?? (isPhone ? undefined : entries?.[0]);
  const roleReason = bot.can.update ? null : t("bots.blocked.files_role");
  const close = () => setDialog(null);
  const makeMain = async (file: BotFile) => {
    try {
      await files.edit(file, { body: { isMainFile: true }, patch: { isMainFile: true } });
      toast({
        title: t("bots.file.saved"),
        description: t("bots.file.main_text", { name: file.fileName }),
      });
    } catch (error) {
      tellFailure(error, { title: t("bots.failed") });
    }
  };
  return (
    <>
      <ManagerBar tabs={bar}>
        {isPhone && shown ? (
          <Button
            size="s"
            variant="quiet"
            icon={<ArrowLeftIcon />}
            className="-ml-2"
            onClick={() => onSelect(null)}
          >
            {t("bots.file.all")}
          </Button>
        ) : (
          <>
            <Button size="s" reason={roleReason} onClick={() => setDialog({ kind: "sync" })}>
              {t("bots.file.sync")}
            </Button>
            <Button
              size="s"
              icon={<PlusIcon />}
              reason={roleReason}
              onClick={() => setDialog({ kind: "create" })}
            >
              {t("bots.file.new")}
            </Button>
          </>
        )}
      </ManagerBar>
      {needsRestart(bot, editing.files ?? []) ? <RestartHint bot={bot} /> : null}
      {!entries && editing.error ? <ErrorState error={editing.error} onRetry={editing.reload} /> : null}
      {!entries && !editing.error ? (
        <div aria-busy="true" className="grid gap-8 p-[22px] md:grid-cols-[220px_1fr]">
          <SkeletonLines lines={4} />
          <SkeletonLines lines={9} />
        </div>
      ) : null}
      {entries?.length === 0 ? (
        <EmptyState
          className="my-auto"
          icon={<FileIcon size={24} />}
          title={t("bots.file.empty")}
          text={t("bots.file.empty_text")}
          action={
            <Button variant="primary" reason={roleReason} onClick={() => setDialog({ kind: "create" })}>
              {t("bots.file.new")}
            </Button>
          }
        />
      ) : null}
      {entries && entries.length > 0 ? (
        <div className="flex min-h-0 flex-1">
          {isPhone && shown ? null : (
            <FileList
              bot={bot}
              entries={entries}
              selected={shown?.id ?? null}
              onSelect={onSelect}
              onMain={(file) => void makeMain(file)}
              onRename={(file) => setDialog({ kind: "rename", file })}
              onDelete={(file) => setDialog({ kind: "delete", file })}
            />
          )}
          {shown ? (
            <FilePane
              key={shown.id}
              bot={bot}
              entry={shown}
              editing={editing}
              isPhone={isPhone}
              onMoved={onSelect}
            />
          ) : null}
        </div>
      ) : null}
      {dialog?.kind === "create" || dialog?.kind === "rename" ? (
        <FileNameDialog
          botId={bot.id}
          file={dialog.kind === "rename" ? dialog.file : null}
          onDone={(file) => onSelect(file.id)}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === "delete" ? (
        <DeleteFileDialog
          file={dialog.file}
          onDone={() => {
            editing.discard(dialog.file.id);
            if (selected === dialog.file.id) onSelect(null);
          }}
          onClose={close}
        />
      ) : null}
      <Suspense>
        {dialog?.kind === "sync" ? (
          <syncDialog.View
            bot={bot}
            unsaved={editing.unsaved().map(({ fileName }) => fileName)}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
