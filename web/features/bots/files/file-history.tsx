import { useState } from "react";
import type { BotFile, BotFileVersion } from "../../../../worker/features/bots/bots.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { useBotsShared } from "../bots-context.ts";
import { useFileHistory } from "./files.api.ts";
import type { Editing } from "./use-editing.ts";

/** Going back to an older version of a file, once for each press; `reason` says why that is not possible. */
export function useRevert(editing: Editing, file: BotFile | null, reason: string | null) {
  const t = useT();
  const [pending, setPending] = useState<number | null>(null);
  const run = async (toVersion: number) => {
    if (!file || pending !== null) return;
    setPending(toVersion);
    const text = t("bots.file.reverted_text", { name: file.fileName, version: toVersion });
    await editing.change(file, { call: "/revert", method: "POST", body: { toVersion }, patch: {} }, text);
    setPending(null);
  };
  /** What a button takes that goes back to a version. */
  return (version: number) => ({
    size: "s" as const,
    reason,
    pending: pending === version,
    onClick: () => void run(version),
  });
}

export type Revert = ReturnType<typeof useRevert>;

type HistoryProps = {
  file: BotFile;
  /** The version beside the text. */
  compared: number | null;
  revert: Revert;
  onCompare: (version: number) => void;
  onClose: () => void;
};

function VersionRow(props: HistoryProps & { saved: BotFileVersion }) {
  const { saved, file, compared, revert, onCompare } = props;
  const t = useT();
  const format = useFormat();
  const { now } = useBotsShared();
  const { version, savedAt, savedBy, origin, size, stayedUp } = saved;
  const isCurrent = version === file.version;
  const isCompared = version === compared;
  return (
    <li className={cx("border-t border-line px-4 py-2.5", isCompared && "shadow-[inset_2px_0_0_var(--ice)]")}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="figure font-semibold">v{version}</span>
        {isCurrent ? (
          <Badge tone="idle" size="s" dot={false}>
            {t("bots.history.current")}
          </Badge>
        ) : null}
        {stayedUp ? (
          <Badge tone="go" size="s">
            {t("bots.history.stayed_up")}
          </Badge>
        ) : null}
        <span className="ml-auto hint" title={format.dateTime(savedAt)}>
          {format.relativeShort(savedAt, Math.max(now, Date.parse(savedAt)))}
        </span>
      </div>
      <p className="hint [overflow-wrap:anywhere]">
        {t(`bots.history.${origin}`, { name: savedBy })} ·{" "}
        {t("bots.history.bytes", { size: format.number(size) })}
      </p>
      {isCurrent ? null : (
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          <Button
            size="s"
            aria-label={`${t("bots.history.compare")}: v${version}`}
            aria-pressed={isCompared}
            onClick={() => onCompare(version)}
          >
            {t("bots.history.compare")}
          </Button>
          <Button aria-label={`${t("bots.history.revert")}: v${version}`} {...revert(version)}>
            {t("bots.history.revert")}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Every saved version of a file, newest first: compare one with what is saved now, or go back to it. */
export function FileHistory(props: HistoryProps) {
  const t = useT();
  return (
    <aside
      aria-label={t("bots.history.title")}
      className="flex min-h-0 flex-none flex-col border-line max-md:w-full md:w-[292px] md:border-l"
    >
      <div className="flex flex-none items-center justify-between gap-2 py-[9px] pr-2 pl-4">
        <h3 className="label">{t("bots.history.title")}</h3>
        <IconButton size="s" label={t("bots.history.close")} icon={<CloseIcon />} onClick={props.onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <ListView source={useFileHistory(props.file.id)}>
          {(versions) => (
            <ol>
              {versions.map((saved) => (
                <VersionRow key={saved.version} saved={saved} {...props} />
              ))}
            </ol>
          )}
        </ListView>
      </div>
    </aside>
  );
}
