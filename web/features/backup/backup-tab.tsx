import { BACKUP_SECTIONS, type LastBackup } from "../../../worker/features/backup/backup.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useStore } from "../../lib/store.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckIcon, DownloadIcon, WarningIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { createBackup, fileSize, progressStore, useLastBackup } from "./backup.api.ts";
import type { Progress } from "./read-backup.ts";
import { RestorePanel } from "./restore/restore-panel.tsx";

export default function BackupTab() {
  const t = useT();
  const format = useFormat();
  const progress = useStore(progressStore);
  const percent = progress?.total ? Math.floor((progress.done / progress.total) * 100) : 0;
  const lastBackup = (last: LastBackup | null) => {
    if (last === null) return <p className="text-ink-2">{t("backup.never")}</p>;
    const { createdAt, createdBy: name, tables, sha256 } = last;
    const [rows, size] = [format.number(last.rows), fileSize(last.bytes)];
    return (
      <>
        <p className="text-ink-2">{t("backup.last", { when: format.dayWithin(createdAt), name, size })}</p>
        <p className="hint [overflow-wrap:anywhere]">
          {t("backup.last_more", { tables, rows, size, sha256 })}
        </p>
      </>
    );
  };
  return (
    <>
      <Panel
        title={t("backup.title")}
        className="max-w-[720px]"
        actions={
          <Badge tone={progress ? "idle" : "go"}>{t(progress ? "backup.generating" : "backup.ready")}</Badge>
        }
      >
        <div className="px-[18px] py-4 max-md:px-4">
          {progress ? (
            <div className="mb-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <p>{t("backup.creating", { percent })}</p>
                {progress.section ? <p className="hint">{t(`backup.section.${progress.section}`)}</p> : null}
              </div>
              <div
                role="progressbar"
                aria-label={t("backup.progress")}
                aria-valuenow={percent}
                className="meter mt-2 h-1 overflow-hidden rounded-full bg-rail"
              >
                <div
                  className="h-full rounded-full bg-ice [transition:width_120ms] motion-reduce:transition-none"
                  style={{ width: `${percent}%` }}
                />
              </div>
            </div>
          ) : null}
          <AnswerView of={useLastBackup()} loading={<Skeleton className="h-3.5 w-64" />}>
            {lastBackup}
          </AnswerView>
        </div>
        <Contents progress={progress} />
        <div className="flex gap-3 border-t border-line px-[18px] py-4 text-ink-2 max-md:px-4">
          <WarningIcon className="mt-0.5 flex-none text-wait" />
          <ul className="space-y-1">
            <li>{t("backup.warning.secrets")}</li>
            <li>{t("backup.warning.system")}</li>
            <li>{t("backup.warning.restore")}</li>
          </ul>
        </div>
        <div className="border-t border-line px-[18px] py-4 max-md:px-4">
          <Button
            variant="primary"
            icon={<DownloadIcon />}
            pending={progress !== null}
            className="max-md:w-full"
            onClick={() => void createBackup()}
          >
            {t("backup.generate")}
          </Button>
        </div>
      </Panel>
      <RestorePanel />
    </>
  );
}

/** The sections of the file; during a backup the written ones are marked. */
function Contents({ progress }: { progress: Progress | null }) {
  const t = useT();
  const current = BACKUP_SECTIONS.findIndex(({ key }) => key === progress?.section);
  const isWhole = progress !== null && progress.total > 0 && progress.done === progress.total;
  return (
    <ul aria-label={t("backup.contents")} className="border-t border-line px-[18px] py-2 max-md:px-4">
      {BACKUP_SECTIONS.map(({ key, isCritical }, at) => {
        const state = isWhole || at < current ? "done" : at === current ? "now" : "open";
        const dot = state === "now" ? "bg-ice ring-3 ring-ice-dim" : "border-[1.5px] border-ink-3";
        return (
          <li key={key} className="flex items-center gap-3 py-1.5">
            <span className="grid size-4 flex-none place-items-center">
              {state === "done" ? (
                <CheckIcon size={16} className="text-go" />
              ) : (
                <span className={cx("size-2 rounded-full", dot)} />
              )}
            </span>
            <span className={cx("flex-1", progress && state === "open" && "text-ink-2")}>
              {t(`backup.section.${key}`)}
              {progress && state !== "open" ? (
                <span className="sr-only">, {t(`backup.state.${state}`)}</span>
              ) : null}
            </span>
            {isCritical ? <span className="hint">{t("backup.critical")}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
