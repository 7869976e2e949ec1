import { Suspense } from "react";
import type { BotFile, BotFileVersion } from "../../../../worker/features/bots/bots.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, IconButton } from "../../../ui/button.tsx";
import { CloseIcon } from "../../../ui/icons.tsx";
import { ListView } from "../../../ui/list-view.tsx";
import { part } from "../../../ui/part.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { useBotsShared } from "../bots-context.ts";
import { useFileHistory, useFileVersion } from "./files.api.ts";

const diff = part(() => import("./code/code-diff.tsx"));

function VersionRow(props: {
  version: BotFileVersion;
  isCurrent: boolean;
  isCompared: boolean;
  pending: boolean;
  revertReason: string | null;
  onCompare: () => void;
  onRevert: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { now } = useBotsShared();
  const { version, savedAt, savedBy, origin, size, stayedUp } = props.version;
  return (
    <li
      className={cx(
        "border-t border-line px-4 py-2.5",
        props.isCompared && "shadow-[inset_2px_0_0_var(--ice)]",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="figure font-semibold">v{version}</span>
        {props.isCurrent ? (
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
      {props.isCurrent ? null : (
        <div className="mt-1.5 flex flex-wrap gap-1.5">
          <Button
            size="s"
            aria-label={`${t("bots.history.compare")}: v${version}`}
            aria-pressed={props.isCompared}
            onClick={props.onCompare}
          >
            {t("bots.history.compare")}
          </Button>
          <Button
            size="s"
            aria-label={`${t("bots.history.revert")}: v${version}`}
            reason={props.revertReason}
            pending={props.pending}
            onClick={props.onRevert}
          >
            {t("bots.history.revert")}
          </Button>
        </div>
      )}
    </li>
  );
}

/** Every saved version of a file, newest first: compare one with what is saved now, or go back to it. */
export function FileHistory(props: {
  file: BotFile;
  compared: number | null;
  pending: number | null;
  revertReason: string | null;
  onCompare: (version: number) => void;
  onRevert: (version: number) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { file, compared, pending, revertReason, onCompare, onRevert, onClose } = props;
  return (
    <aside
      aria-label={t("bots.history.title")}
      className="flex min-h-0 flex-none flex-col border-line max-md:w-full md:w-[292px] md:border-l"
    >
      <div className="flex flex-none items-center justify-between gap-2 py-[9px] pr-2 pl-4">
        <h3 className="label">{t("bots.history.title")}</h3>
        <IconButton size="s" label={t("bots.history.close")} icon={<CloseIcon />} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <ListView source={useFileHistory(file.id)}>
          {(versions) => (
            <ol>
              {versions.map((version) => (
                <VersionRow
                  key={version.version}
                  version={version}
                  isCurrent={version.version === file.version}
                  isCompared={version.version === compared}
                  pending={pending === version.version}
                  revertReason={revertReason}
                  onCompare={() => onCompare(version.version)}
                  onRevert={() => onRevert(version.version)}
                />
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
  isPhone: boolean;
  revertReason: string | null;
  pending: boolean;
  onRevert: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const { file, version, isPhone, revertReason, pending, onRevert, onClose } = props;
  const { data, error, mutate } = useFileVersion(file.id, version);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-deck py-1.5 pr-[22px] pl-4 text-sm max-md:pr-4">
        <span className="min-w-0 flex-1 basis-40">
          {t("bots.history.comparing", { version, current: file.version })}
        </span>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {data ? (
        <Suspense fallback={<SkeletonLines lines={8} className="min-h-0 flex-1 p-4" />}>
          <diff.View
            fileName={file.fileName}
            before={{ text: data.content, label: `v${version}` }}
            after={{ text: file.content, label: t("bots.history.now", { version: file.version }) }}
            isUnified={isPhone}
          />
        </Suspense>
      ) : error ? null : (
        <SkeletonLines lines={8} className="p-4" />
      )}
      <div className="flex flex-none flex-wrap justify-end gap-1.5 border-t border-line py-2.5 pr-[22px] pl-4 max-md:pr-4">
        <Button size="s" reason={revertReason} pending={pending} onClick={onRevert}>
          {t("bots.history.revert_to", { version })}
        </Button>
        <Button size="s" onClick={onClose}>
          {t("bots.history.back")}
        </Button>
      </div>
    </div>
  );
}
