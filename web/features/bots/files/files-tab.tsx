import { type ReactNode, useState } from "react";
import type { Bot, BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { act } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm.tsx";
import {
  ArrowLeftIcon,
  ChevronRightIcon,
  EditIcon,
  FileIcon,
  MoreIcon,
  PlayIcon,
  PlusIcon,
  TrashIcon,
} from "../../../ui/icons.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { RunButton } from "../bot-card.tsx";
import { needsRestart } from "../bot-state.ts";
import { useBotsShared } from "../bots-context.ts";
import { ManagerBar, Notice } from "../manager/manager-bar.tsx";
import type { Entry } from "./entries.ts";
import { FileNameDialog } from "./file-name-dialog.tsx";
import { FilePane } from "./file-pane.tsx";
import { files } from "./files.api.ts";
import type { Editing } from "./use-editing.ts";

const SyncDialog = lazyDialog(() => import("./sync-files-dialog.tsx"));

type Asking = { what: "create" | "sync" } | { what: "rename" | "delete"; file: BotFile };

function FileList(props: {
  bot: Bot;
  entries: Entry[];
  selected: number | undefined;
  onSelect: (id: number) => void;
  onAsk: (asking: Asking) => void;
}) {
  const t = useT();
  const { bot, entries, selected, onSelect, onAsk } = props;
  const { roleReason } = useBotsShared();
  const menuOf = (file: BotFile) => {
    const { fileName: name, isMainFile, can } = file;
    const reason = roleReason(can.update, bot);
    const mainReason = isMainFile ? t("bots.file.is_main") : reason;
    const makeMain = () =>
      void act(() => files.edit(file, { body: { isMainFile: true }, patch: { isMainFile: true } }), {
        done: { title: t("bots.file.saved"), description: t("bots.file.main_text", { name }) },
        failed: t("bots.failed"),
      });
    return (
      <Menu trigger={<IconButton size="s" label={t("bots.file.more", { name })} icon={<MoreIcon />} />}>
        <MenuItem icon={<EditIcon />} reason={reason} onSelect={() => onAsk({ what: "rename", file })}>
          {t("bots.file.rename")}
        </MenuItem>
        <MenuItem icon={<PlayIcon />} reason={mainReason} onSelect={makeMain}>
          {t("bots.file.make_main")}
        </MenuItem>
        <MenuItem
          danger
          icon={<TrashIcon />}
          reason={can.delete ? null : (reason ?? t("bots.blocked.main_file"))}
          onSelect={() => onAsk({ what: "delete", file })}
        >
          {t("bots.file.delete")}
        </MenuItem>
      </Menu>
    );
  };
  return (
    <nav
      aria-label={t("bots.file.list")}
      className="flex-none overflow-auto border-line p-2.5 max-md:w-full md:w-[236px] md:border-r"
    >
      <ul className="grid gap-0.5">
        {entries.map(({ id, fileName, file, draft }) => (
          <li
            key={id}
            className={`flex items-center rounded-c pr-1 ${id === selected ? "bg-rail" : "hover:bg-rail/60"}`}
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
              <ChevronRightIcon size={15} className="flex-none text-ink-3 md:hidden" />
            </button>
            {file ? menuOf(file) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
  const roleReason = useBotsShared().roleReason(bot.can.update, bot);
  const create = () => setAsking({ what: "create" });
  const close = () => setAsking(null);
  const toList = () => onFile(null);
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
          <Button size="s" variant="quiet" icon={<ArrowLeftIcon />} className="-ml-2" onClick={toList}>
            {t("bots.file.all")}
          </Button>
        ) : roleReason ? null : (
          <>
            <Button size="s" onClick={() => setAsking({ what: "sync" })}>
              {t("bots.file.sync")}
            </Button>
            <Button size="s" icon={<PlusIcon />} onClick={create}>
              {t("bots.file.new")}
            </Button>
          </>
        )}
      </ManagerBar>
      {roleReason ? (
        <p className="flex-none border-b border-line pad-wide py-2 text-md text-ink-2">
          {t("bots.file.read_only", { why: roleReason })}
        </p>
      ) : null}
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
              <FileList bot={bot} entries={all} selected={shown?.id} onSelect={onFile} onAsk={setAsking} />
            )}
            {shown ? (
              <FilePane key={shown.id} bot={bot} entry={shown} editing={editing} onMoved={onFile} />
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
      {asking?.what === "sync" ? (
        <SyncDialog bot={bot} unsaved={editing.unsaved().map(({ fileName }) => fileName)} onClose={close} />
      ) : null}
    </>
  );
}
