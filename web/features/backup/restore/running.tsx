import {
  RESTORE_STEPS,
  type Restore,
  type RestoreStep,
} from "../../../../worker/features/backup/restore/restore.schema.ts";
import { cx } from "../../../lib/cx.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm.tsx";
import { CheckIcon, WarningIcon } from "../../../ui/icons.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { applyRestore, runStore, stop } from "./restore.api.ts";
import { Part } from "./side.tsx";

/** How far a restore has come, while it runs. */
export function Running({ restore }: { restore: Restore }) {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const run = useStore(runStore);
  const { steps, progress, startedBy, startedAt, confirm, id } = restore;
  const isOpen = (step: RestoreStep) => !steps.some((done) => done.step === step);
  const current = progress?.step ?? RESTORE_STEPS.find(isOpen) ?? "apply";
  const at = RESTORE_STEPS.indexOf(current);
  const part = progress ? progress.done / Math.max(1, progress.total) : 0;
  const percent = Math.floor(((at + part) / RESTORE_STEPS.length) * 100);
  return (
    <>
      <Part title={t("restore.confirmed")} hint={format.time(startedAt)}>
        <p className="mt-1.5 text-md text-ink-2">
          {t("restore.confirmed_text", { name: startedBy ?? "", typed: confirm })}
        </p>
      </Part>
      <Part
        title={t("restore.applying")}
        id="applying"
        hint={t("restore.step_of", { step: at + 1, of: RESTORE_STEPS.length })}
      >
        <div role="status" className="my-2 flex items-baseline justify-between gap-3 text-md">
          <span>{t(`restore.now.${current}`)}</span>
          <span className="figure text-lg">{percent} %</span>
        </div>
        <ProgressBar label={t("restore.progress")} percent={percent} />
        {progress && current !== "apply" ? (
          <p className="mt-1.5 hint">{t("restore.tables", { done: progress.done, total: progress.total })}</p>
        ) : null}
        <ol className="mt-3.5">
          {RESTORE_STEPS.map((step, place) => {
            const done = steps.find((each) => each.step === step);
            const isNow = !done && place === at;
            return (
              <li
                key={step}
                aria-current={isNow ? "step" : undefined}
                className={cx(
                  "grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-2.5 py-1.5",
                  !done && !isNow && "text-ink-2",
                )}
              >
                <span className="grid place-items-center text-go">
                  {done ? (
                    <CheckIcon size={16} />
                  ) : (
                    <span
                      className={cx(
                        "size-2 rounded-full",
                        isNow ? "bg-ice ring-3 ring-ice-dim" : "border-[1.5px] border-ink-3",
                      )}
                    />
                  )}
                </span>
                <span>
                  {t(`restore.apply_step.${step}`)}
                  {done ? <span className="sr-only">, {t("restore.step_done")}</span> : null}
                </span>
                <span className="hint">{done ? format.time(done.at) : isNow ? t("restore.now") : null}</span>
              </li>
            );
          })}
        </ol>
        {run?.id === id ? (
          run.cutAt === null ? null : (
            <p className="mt-1 grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 border-y border-line py-[9px] text-md text-ink-2">
              <WarningIcon size={16} className="mt-0.5 text-wait" />
              <span>{t("restore.cut", { when: format.time(run.cutAt) })}</span>
            </p>
          )
        ) : (
          <p className="mt-2 text-md text-ink-2">{t("restore.elsewhere")}</p>
        )}
        <div className="mt-4 flex flex-wrap gap-2 max-md:*:flex-1">
          {run?.id === id ? null : (
            <Button
              onClick={() => void (user && applyRestore(id, confirm, user.organizationId))}
              pending={run !== null}
            >
              {t("restore.go_on")}
            </Button>
          )}
          <ConfirmButton
            label={t("restore.stop")}
            title={t("restore.stop_title")}
            description={t("restore.stop_text")}
            variant="danger"
            danger
            onConfirm={() => stop(id)}
            done={{ title: t("restore.stopped") }}
          />
        </div>
        <p className="mt-3 text-pretty hint">{t("restore.running_text")}</p>
      </Part>
    </>
  );
}
