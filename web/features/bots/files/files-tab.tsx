import { type ReactNode, Suspense, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import {
  ArrowLeftIcon,
  EditIcon,
  FileIcon,
  MoreIcon,
  PlayIcon,
  PlusIcon,
  TrashIcon,
} from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { part } from "../../../ui/part.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { needsRestart } from "../bot-state.ts";
import { useBotsShared } from "../bots-context.ts";
import { RunButton } from "../cards/bot-actions.tsx";
import { ManagerBar, Notice } from "../manager/manager-bar.tsx";
import type { Entry } from "./entries.ts";
import { FileNameDialog } from "./file-name-dialog.tsx";
import { FilePane } from "./file-pane.tsx";
import { files } from "./files.api.ts";
import type { Editing } from "./use-editing.ts";

const syncDialog = part(() => import("./sync-files-dialog.tsx"));

type FileActions = {
  onRename: (file: BotFile) => void;
  onMain: (file: BotFile) => void;
  onDelete: (file: BotFile) => void;
};

function FileMenu({ bot, file, onRename, onMain, onDelete }: FileActions & { bot: Bot; file: BotFile }) {
  const t = useT();
  const { fileName: name, isMainFile, can } = file;
  const roleReason = useBotsShared().roleReason(can.update, "files", bot);
  return (
    <Menu trigger={<IconButton size="s" label={t("bots.file.more", { name })} icon={<MoreIcon />} />}>
      <MenuItem icon={<EditIcon />} reason={roleReason} onSelect={() => onRename(file)}>
        {t("bots.file.rename")}
      </MenuItem>
      <MenuItem
        icon={<PlayIcon />}
        reason={isMainFile ? t("bots.file.is_main") : roleReason}
        onSelect={() => onMain(file)}
      >
        {t("bots.file.make_main")}
      </MenuItem>
      <MenuItem
        danger
        icon={<TrashIcon />}
        reason={can.delete ? null : (roleReason ?? t("bots.blocked.main_file"))}
        onSelect={() => onDelete(file)}
      >
        {t("bots.file.delete")}
      </MenuItem>
    </Menu>
  );
}

/** The files of a bot: which is started, which have unsaved text, and what can be done with each. */
function FileList(
  props: FileActions & {
    bot: Bot;
    entries: Entry[];
    selected: number | null;
    onSelect: (id: number) => void;
  },
) {
  const t = useT();
  const { entries, selected, onSelect, ...actions } = props;
  return (
    <nav
      aria-label={t("bots.file.list")}
      className="flex-none overflow-auto border-line p-2.5 max-md:w-full md:w-[236px] md:border-r"
    >
      <ul className="grid gap-0.5">
        {entries.map(({ id, fileName, file, draft }) => (
          <li
            key={id}
            className={cx(
              "flex items-center rounded-c pr-1",
              id === selected ? "bg-rail" : "hover:bg-rail/60",
            )}
          >
            <button
              type="button"
              onClick={() => onSelect(id)}
              aria-current={id === selected || undefined}
              className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-c px-2.5 text-left focus-visible:-outline-offset-2 max-md:min-h-11"
            >
              <FileIcon size={15} className="flex-none text-ink-3" />
              <span className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">{fileName}</span>
              {draft ? (
                <span className="dot text-wait" title={t("bots.file.unsaved")}>
                  <span className="sr-only">{t("bots.file.unsaved")}</span>
                </span>
              ) : null}
              {file?.isMainFile ? <span className="text-xs text-ink-2">{t("bots.file.main")}</span> : null}
              {file ? null : <span className="text-xs text-wait">{t("bots.file.gone")}</span>}
            </button>
            {file ? <FileMenu file={file} {...actions} /> : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Asking = { what: "create" | "sync" } | { what: "rename" | "delete"; file: BotFile };

/** A bot's files: the list, the editor and the history. */
export default function FilesTab(props: {
  bot: Bot;
  bar: ReactNode;
  editing: Editing;
  /** The file in the editor; null for the first. */
  file: number | null;
  onFile: (file: number | null) => void;
}) {
  const t = useT();
  const { bot, bar, editing, onFile } = props;
  const isPhone = useMedia(PHONE);
  const [asking, setAsking] = useState<Asking | null>(null);
  const entries = editing.source.list?.items;
  const chosen = entries?.find(({ id }) => id === props.file);
  const shown = chosen ?? (isPhone ? undefined : entries?.[0]);
  const roleReason = useBotsShared().roleReason(bot.can.update, "files", bot);
  const create = () => setAsking({ what: "create" });
  const close = () => setAsking(null);
  const makeMain = (file: BotFile) => {
    const isMainFile = { isMainFile: true };
    const text = t("bots.file.main_text", { name: file.fileName });
    void editing.change(file, { body: isMainFile, patch: isMainFile }, text);
  };
  const remove = async (file: BotFile) => {
    await files.remove(file);
    toast({ title: t("bots.file.deleted"), description: file.fileName });
    editing.discard(file.id);
    if (props.file === file.id) onFile(null);
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
            onClick={() => onFile(null)}
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
                bot={bot}
                entries={all}
                selected={shown?.id ?? null}
                onSelect={onFile}
                onMain={makeMain}
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
                onMoved={onFile}
              />
            ) : null}
          </div>
        )}
      </ListView>
      {asking?.what === "create" || asking?.what === "rename" ? (
        <FileNameDialog
          botId={bot.id}
          file={asking.what === "rename" ? asking.file : null}
          onDone={(file) => onFile(file.id)}
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
