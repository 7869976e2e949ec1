import type { BotFile } from "../../../../worker/features/bots/bots.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { IconButton } from "../../../ui/button.tsx";
import { EditIcon, FileIcon, MoreIcon, PlayIcon, TrashIcon } from "../../../ui/icons.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import type { Entry } from "./entries.ts";

type FileActions = {
  onRename: (file: BotFile) => void;
  onMain: (file: BotFile) => void;
  onDelete: (file: BotFile) => void;
};

function FileMenu({ file, onRename, onMain, onDelete }: FileActions & { file: BotFile }) {
  const t = useT();
  const { fileName, isMainFile, can } = file;
  const roleReason = can.update ? null : t("bots.blocked.files_role");
  return (
    <Menu
      trigger={<IconButton size="s" label={t("bots.file.more", { name: fileName })} icon={<MoreIcon />} />}
    >
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
export function FileList(
  props: FileActions & { entries: Entry[]; selected: number | null; onSelect: (id: number) => void },
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
