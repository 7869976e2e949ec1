import { useId } from "react";
import {
  BACKUP_SECTIONS,
  type BackupState,
  type LastBackup,
} from "../../../worker/features/backup/backup.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useStore } from "../../lib/store.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckIcon, DownloadIcon, WarningIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { createBackup, fileSize, progressStore, useBackupState } from "./backup.api.ts";
import type { Progress } from "./read-backup.ts";
import { RestorePanel } from "./restore/restore-panel.tsx";

export default function BackupTab() {
  const t = useT();
  const progress = useStore(progressStore);
  const state = useBackupState();
  const percent = progress?.total ? Math.floor((progress.done / progress.total) * 100) : 0;
  const id = useId();
  return (
    <>
      <Panel
        aria-labelledby={id}
        className="grid divide-line max-lg:divide-y lg:grid-cols-[1.15fr_1fr_1.05fr] lg:divide-x"
      >
        <div className="pad py-4">
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <h2 id={id}>{t("backup.title")}</h2>
            <Badge tone={!progress && state.data?.last ? "go" : "idle"}>
              {t(progress ? "backup.generating" : "backup.ready")}
            </Badge>
          </div>
          {progress ? (
            <div className="mb-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p>{t("backup.creating", { percent })}</p>
                {progress.section ? <p className="hint">{t(`backup.section.${progress.section}`)}</p> : null}
              </div>
              <ProgressBar label={t("backup.progress")} percent={percent} className="mt-2" />
            </div>
          ) : null}
          <AnswerView answer={state} loading={<Skeleton className="h-3.5 w-64" />}>
            {(state) => <LastAndNext state={state} />}
          </AnswerView>
          <Button
            variant="primary"
            icon={<DownloadIcon />}
            pending={progress !== null}
            className="mt-4 max-md:w-full"
            onClick={() => void createBackup()}
          >
            {t("backup.generate")}
          </Button>
        </div>
        <Contents progress={progress} />
        <div className="flex gap-3 pad py-4 text-ink-2">
          <WarningIcon className="mt-0.5 flex-none text-wait" />
          <ul className="space-y-2">
            <li className="label">{t("backup.warning")}</li>
            <li>{t("backup.warning.secrets")}</li>
            <li>{t("backup.warning.system")}</li>
            <li>{t("backup.warning.restore")}</li>
          </ul>
        </div>
      </Panel>
      <RestorePanel />
    </>
  );
}

/** When the newest backup was made and how, and when the schedule makes the next one. */
function LastAndNext({ state: { last, next, kept } }: { state: BackupState }) {
  const t = useT();
  const format = useFormat();
  const lastText = ({ createdAt, createdBy: name, source, bytes }: LastBackup) => {
    const [when, size] = [format.dayWithin(createdAt), fileSize(bytes)];
    return source === "schedule"
      ? t("backup.last_scheduled", { when, size })
      : t("backup.last", { when, name, size });
  };
  const moreText = ({ rows, tables, sha256 }: LastBackup) =>
    t("backup.last_more", { rows: format.number(rows), tables, sha256 });
  return (
    <>
      <p className="text-ink-2">{last ? lastText(last) : t("backup.never")}</p>
      {next ? <p className="hint">{t("backup.next", { when: format.dayWithin(next) })}</p> : null}
      <details className="mt-2">
        <summary className="hint">{t("backup.details")}</summary>
        {last ? <p className="mt-1 hint [overflow-wrap:anywhere]">{moreText(last)}</p> : null}
        <p className="mt-1 hint">{next ? t("backup.kept", { kept }) : t("backup.no_bucket")}</p>
      </details>
    </>
  );
}

/** The sections of the file; during a backup the written ones are marked. */
function Contents({ progress }: { progress: Progress | null }) {
  const t = useT();
  const id = useId();
  const current = BACKUP_SECTIONS.findIndex(({ key }) => key === progress?.section);
  const isWhole = progress !== null && progress.total > 0 && progress.done === progress.total;
  return (
    <div className="pad py-4">
      <h3 id={id} className="mb-1.5 label">
        {t("backup.contents")}
      </h3>
      <ul aria-labelledby={id}>
        {BACKUP_SECTIONS.map(({ key, isCritical }, at) => {
          const state = isWhole || at < current ? "done" : at === current ? "now" : "open";
          const dot = state === "now" ? "bg-ice ring-3 ring-ice-dim" : "border-[1.5px] border-ink-3";
          return (
            <li key={key} className="flex items-center gap-3 py-1.5">
              {progress ? (
                <span className="grid size-4 flex-none place-items-center">
                  {state === "done" ? (
                    <CheckIcon size={16} className="text-go" />
                  ) : (
                    <span className={cx("size-2 rounded-full", dot)} />
                  )}
                </span>
              ) : null}
              <span className={cx("flex-1", progress && state === "open" && "text-ink-2")}>
                {t(`backup.section.${key}`)}
                {key === "prospects" || key === "bots" ? null : (
                  <span className="block hint">{t(`backup.holds.${key}`)}</span>
                )}
                {progress && state !== "open" ? (
                  <span className="sr-only">, {t(`backup.state.${state}`)}</span>
                ) : null}
              </span>
              {isCritical ? <span className="hint">{t("backup.critical")}</span> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
