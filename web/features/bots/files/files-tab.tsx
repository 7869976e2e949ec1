import { type ReactNode, Suspense, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import { ArrowLeftIcon, FileIcon, PlusIcon } from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { part } from "../../../ui/part.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { needsRestart } from "../bot-state.ts";
import { RunButton } from "../cards/bot-actions.tsx";
import { ManagerBar, Notice } from "../manager/manager-bar.tsx";
import { FileList } from "./file-list.tsx";
import { FileNameDialog } from "./file-name-dialog.tsx";
import { FilePane } from "./file-pane.tsx";
import { files } from "./files.api.ts";
import type { Editing } from "./use-editing.ts";

const syncDialog = part(() => import("./sync-files-dialog.tsx"));

type Asking = { what: "create" | "sync" } | { what: "rename" | "delete"; file: BotFile };

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
  const isPhone = useMedia(PHONE);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { entries } = editing;
  const chosen = entries?.find(({ id }) => id === selected);
  const shown = chosen ?? (isPhone ? undefined : entries?.[0]);
  const roleReason = bot.can.update ? null : t("bots.blocked.files_role");
  const create = () => setAsking({ what: "create" });
  const close = () => setAsking(null);
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
  const remove = async (file: BotFile) => {
    await files.remove(file);
    toast({ title: t("bots.file.deleted"), description: file.fileName });
    editing.discard(file.id);
    if (selected === file.id) onSelect(null);
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
            <Button size="s" reason={roleReason} onClick={() => setAsking({ what: "sync" })}>
              {t("bots.file.sync")}
            </Button>
            <Button size="s" icon={<PlusIcon />} reason={roleReason} onClick={create}>
              {t("bots.file.new")}
            </Button>
          </>
        )}
      </ManagerBar>
      {needsRestart(bot, editing.files) ? (
        <Notice text={t("bots.file.next_start")}>
          <RunButton bot={bot} action="restart" />
        </Notice>
      ) : null}
      <ListView
        source={editing.source}
        loading={
          <div className="grid gap-8 p-[22px] md:grid-cols-[220px_1fr]">
            <SkeletonLines lines={4} />
            <SkeletonLines lines={9} />
          </div>
        }
        empty={
          <EmptyState
            className="my-auto"
            icon={<FileIcon size={24} />}
            title={t("bots.file.empty")}
            text={t("bots.file.empty_text")}
            action={
              <Button variant="primary" reason={roleReason} onClick={create}>
                {t("bots.file.new")}
              </Button>
            }
          />
        }
      >
        {(all) => (
          <div className="flex min-h-0 flex-1">
            {isPhone && shown ? null : (
              <FileList
                entries={all}
                selected={shown?.id ?? null}
                onSelect={onSelect}
                onMain={(file) => void makeMain(file)}
                onRename={(file) => setAsking({ what: "rename", file })}
                onDelete={(file) => setAsking({ what: "delete", file })}
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
        )}
      </ListView>
      {asking?.what === "create" || asking?.what === "rename" ? (
        <FileNameDialog
          botId={bot.id}
          file={asking.what === "rename" ? asking.file : null}
          onDone={(file) => onSelect(file.id)}
          onClose={close}
        />
      ) : null}
      {asking?.what === "delete" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={t("bots.file.delete_title", { name: asking.file.fileName })}
          description={t("bots.file.delete_text")}
          confirmLabel={t("bots.file.delete")}
          danger
          onConfirm={() => remove(asking.file)}
        />
      ) : null}
      <Suspense>
        {asking?.what === "sync" ? (
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
