import { useState } from "react";
import type { BotFile, BotFileVersion } from "../../../../worker/features/bots/bots.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { tellFailure } from "../../../lib/failure.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { toast } from "../../../lib/toast.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { useBotsShared } from "../bots-context.ts";
import { CodeDiff } from "./code/code.tsx";
import { files, useFileHistory, useFileVersion } from "./files.api.ts";

/** Going back to an older version of a file, once for each press; `reason` says why that is not possible. */
export function useRevert(file: BotFile | null, reason: string | null) {
  const t = useT();
  const [pending, setPending] = useState<number | null>(null);
  const run = async (toVersion: number) => {
    if (!file || pending !== null) return;
    setPending(toVersion);
    try {
      await files.edit(file, { call: "/revert", method: "POST", body: { toVersion }, patch: {} });
      toast({
        title: t("bots.file.saved"),
        description: t("bots.file.reverted_text", { name: file.fileName, version: toVersion }),
      });
    } catch (error) {
      tellFailure(error, { title: t("bots.failed") });
    } finally {
      setPending(null);
    }
  };
  /** What a button takes that goes back to a version. */
  return (version: number) => ({
    size: "s" as const,
    reason,
    pending: pending === version,
    onClick: () => void run(version),
  });
}

type Reverting = ReturnType<typeof useRevert>;

type HistoryProps = {
  file: BotFile;
  /** The version beside the text. */
  compared: number | null;
  reverting: Reverting;
  onCompare: (version: number) => void;
  onClose: () => void;
};

function VersionRow({
  saved,
  file,
  compared,
  reverting,
  onCompare,
}: HistoryProps & { saved: BotFileVersion }) {
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
          <Button aria-label={`${t("bots.history.revert")}: v${version}`} {...reverting(version)}>
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

/** An older version beside what is saved now. */
export function FileCompare(props: {
  file: BotFile;
  version: number;
  reverting: Reverting;
  onClose: () => void;
}) {
  const t = useT();
  const { file, version, reverting, onClose } = props;
  const { data, error, mutate } = useFileVersion(file.id, version);
  const isPhone = useMedia(PHONE);
  const { onClick: revert, ...look } = reverting(version);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p className="flex-none border-b border-line bg-deck py-1.5 pr-[22px] pl-4 text-sm max-md:pr-4">
        {t("bots.history.comparing", { version, current: file.version })}
      </p>
      {data ? (
        <CodeDiff
          fileName={file.fileName}
          before={{ text: data.content, label: `v${version}` }}
          after={{ text: file.content, label: t("bots.history.now", { version: file.version }) }}
          isUnified={isPhone}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <SkeletonLines lines={8} className="p-4" />
      )}
      <div className="flex flex-none flex-wrap justify-end gap-1.5 border-t border-line py-2.5 pr-[22px] pl-4 max-md:pr-4">
        <Button
          {...look}
          onClick={() => {
            revert();
            onClose();
          }}
        >
          {t("bots.history.revert_to", { version })}
        </Button>
        <Button size="s" onClick={onClose}>
          {t("bots.history.back")}
        </Button>
      </div>
    </div>
  );
}
