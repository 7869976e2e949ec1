import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router";
import type { Restore, Restoring } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { cx } from "../../../lib/cx.ts";
import { useCan } from "../../../lib/gate.tsx";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { AnswerView } from "../../../ui/answer-view.tsx";
import { Button } from "../../../ui/button.tsx";
import { CheckIcon, UndoIcon, WarningIcon } from "../../../ui/icons.tsx";
import { PageSentence } from "../../../ui/page.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { ConfirmStep, usePutAside } from "./confirm-step.tsx";
import { FileStep } from "./file-step.tsx";
import { Rehearsal } from "./rehearsal.tsx";
import { rehearseKept, uploadStore, useRestoring } from "./restore.api.ts";
import { Rows } from "./rows.tsx";
import { Running } from "./running.tsx";
import { Part, Waiting, WhatHappens } from "./side.tsx";
import { STEP_NAMES, STEPS, stepsDone, totalsOf } from "./words.ts";

/** A restore that is done, or one that failed. */
function Ended({ restore }: { restore: Restore }) {
  const t = useT();
  const format = useFormat();
  const aside = usePutAside(restore.id);
  const { state, finishedAt, problem, startedBy } = restore;
  const isDone = state === "done";
  const values = { rows: totalsOf(restore).written, name: startedBy ?? "" };
  return (
    <Part
      title={t(isDone ? "restore.done" : "restore.failed")}
      hint={finishedAt === null ? null : format.day(finishedAt)}
    >
      {isDone ? (
        <p className="mt-1.5 text-md text-ink-2">
          {t(restore.document.bytes === null ? "restore.brought_back" : "restore.done_text", values)}
        </p>
      ) : (
        <p role="alert" className="mt-2 grid grid-cols-[16px_minmax(0,1fr)] gap-2.5 text-md">
          <WarningIcon size={16} className="mt-0.5 text-stop" />
          <span>
            {problem} <span className="text-ink-2">{t("restore.failed_text")}</span>
          </span>
        </p>
      )}
      {isDone ? (
        <Button className="mt-3 max-md:w-full" pending={aside.pending} onClick={() => void aside.run()}>
          {t("restore.close")}
        </Button>
      ) : null}
    </Part>
  );
}

/** Rehearses the data that was kept before a restore, which is then shown and confirmed like a backup. */
function BringBack({ id, keptUntil }: { id: number; keptUntil: string }) {
  const t = useT();
  const format = useFormat();
  const { run, pending } = useAction(() => rehearseKept(id), { failed: t("restore.not_rehearsed") });
  return (
    <Part title={t("restore.before")} hint={t("restore.before_until", { when: format.shortDate(keptUntil) })}>
      <p className="mt-1.5 mb-3 text-md text-ink-2">{t("restore.before_text")}</p>
      <Button icon={<UndoIcon />} className="max-md:w-full" pending={pending} onClick={() => void run()}>
        {t("restore.bring_back")}
      </Button>
    </Part>
  );
}

/** Restores a backup by its steps: file, rehearsal and application. */
export function RestorePanel() {
  const t = useT();
  const upload = useStore(uploadStore);
  const restoring = useRestoring();
  const isSending = upload?.isSending === true;
  const mayRestore = useCan("admin.restore");
  const { data } = restoring;
  const { hash, key } = useLocation();
  const isThere = data !== undefined;
  useEffect(() => {
    // The same link may be followed again, with another key.
    if (isThere && hash && key) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash, key]);
  return (
    <>
      {data?.restore?.state === "rehearsed" && !isSame(data.restore) ? (
        <PageSentence>{t("restore.sentence", { rows: totalsOf(data.restore).written })}</PageSentence>
      ) : null}
      <Panel
        title={t("restore.title")}
        className="mt-[18px] overflow-clip"
        actions={
          (data?.restore && !isSame(data.restore)) || isSending ? (
            <Steps done={stepsDone(data, isSending)} />
          ) : null
        }
      >
        <AnswerView answer={restoring} loading={<SkeletonLines lines={5} className="p-[18px]" />}>
          {(answer) =>
            mayRestore ? (
              <Content {...answer} isChoosing={isSending || (upload?.refusal ?? null) !== null} />
            ) : (
              <Columns
                side={
                  answer.pause ? <Waiting pause={answer.pause} mayResume={!answer.pause.isLocked} /> : null
                }
              >
                <p className="p-[18px] text-ink-2">{t("restore.not_allowed")}</p>
              </Columns>
            )
          }
        </AnswerView>
      </Panel>
    </>
  );
}

/** Whether a rehearsal found nothing to restore. */
const isSame = (restore: Restore) => restore.state === "rehearsed" && totalsOf(restore).written === 0;

function Content({ restore, pause, isChoosing }: Restoring & { isChoosing: boolean }) {
  const waiting = pause ? <Waiting pause={pause} mayResume={restore?.state !== "running"} /> : null;
  if (restore === null || isChoosing)
    return (
      <Columns side={waiting}>
        <FileStep isBackOffered={restore !== null} />
      </Columns>
    );
  const { state } = restore;
  if (isSame(restore))
    return (
      <Columns side={waiting}>
        <Rehearsal restore={restore} />
        <ConfirmStep restore={restore} />
      </Columns>
    );
  return (
    <Columns
      side={
        <>
          {state === "running" ? <Running restore={restore} /> : null}
          {state === "done" || state === "failed" ? <Ended restore={restore} /> : null}
          {state === "rehearsed" || state === "failed" ? <ConfirmStep restore={restore} /> : null}
          {waiting}
          {state === "done" && restore.before ? (
            <BringBack key={restore.before.id} {...restore.before} />
          ) : null}
          {state === "rehearsed" ? <WhatHappens /> : null}
        </>
      }
    >
      <Rehearsal restore={restore} />
      {totalsOf(restore).all > 0 ? <Rows key={restore.id} restore={restore} /> : null}
    </Columns>
  );
}

const Columns = (props: { side: ReactNode; children: ReactNode }) => (
  <div className={cx("grid", Boolean(props.side) && "min-[1151px]:grid-cols-[minmax(0,1fr)_392px]")}>
    <div className="min-w-0">{props.children}</div>
    {props.side ? (
      <div className="min-w-0 border-line *:border-line *:not-first:border-t max-[1150px]:border-t min-[1151px]:border-l">
        {props.side}
      </div>
    ) : null}
  </div>
);

/** The steps, of which on phones the current one alone has its name. */
function Steps({ done }: { done: number }) {
  const t = useT();
  return (
    <ol aria-label={t("restore.steps")} className="flex items-center gap-2.5 text-md text-ink-2">
      {STEPS.map((step, at) => {
        const isDone = at < done;
        const isCurrent = at === done;
        return (
          <li
            key={step}
            aria-current={isCurrent ? "step" : undefined}
            className={cx(
              "flex items-center gap-2 whitespace-nowrap not-first:before:mr-0.5 not-first:before:h-px not-first:before:w-[22px] not-first:before:bg-line-strong max-md:not-first:before:w-2.5",
              isCurrent && "font-semibold text-ink",
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                "grid size-5 place-items-center rounded-full border-[1.5px] font-display text-xs leading-none font-semibold",
                isDone
                  ? "border-rail bg-rail text-ink"
                  : isCurrent
                    ? "border-ice text-ice"
                    : "border-line-strong",
              )}
            >
              {isDone ? <CheckIcon size={11} strokeWidth={2.5} /> : at + 1}
            </span>
            <span className={isCurrent ? "" : "max-md:sr-only"}>
              {t(STEP_NAMES[step])}
              {isDone ? <span className="sr-only">, {t("restore.step_done")}</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
