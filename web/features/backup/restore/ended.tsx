import { useState } from "react";
import type { Restore } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useStore } from "../../../lib/store.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { AnswerView } from "../../../ui/answer-view.tsx";
import { Button } from "../../../ui/button.tsx";
import { UndoIcon, WarningIcon } from "../../../ui/icons.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { usePutAside } from "./confirm-step.tsx";
import { applyRestore, runStore, useRestore } from "./restore.api.ts";
import { Part } from "./side.tsx";
import { TypedConfirm } from "./typed-confirm.tsx";
import { totalsOf } from "./words.ts";

/** A restore that is done, or one that failed. */
export function Ended({ restore }: { restore: Restore }) {
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
          {t(restore.sections.length > 0 ? "restore.done_text" : "restore.brought_back", values)}
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

/** Applies what was kept before a restore, after the same confirmation. */
export function BringBack({ id, keptUntil }: { id: number; keptUntil: string }) {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const run = useStore(runStore);
  const [isAsking, setIsAsking] = useState(false);
  const kept = useRestore(isAsking ? id : null);
  return (
    <Part title={t("restore.before")} hint={t("restore.before_until", { when: format.shortDate(keptUntil) })}>
      <p className="mt-1.5 mb-3 text-md text-ink-2">{t("restore.before_text")}</p>
      {isAsking ? (
        <AnswerView of={kept} loading={<Skeleton className="h-9 w-full" />}>
          {({ confirm }) => (
            <TypedConfirm
              confirm={confirm}
              label={t("restore.bring_back")}
              pending={run !== null}
              onConfirm={(typed) => void (user && applyRestore(id, typed, user.organizationId))}
              beside={
                <Button variant="quiet" className="h-[38px]" onClick={() => setIsAsking(false)}>
                  {t("action.cancel")}
                </Button>
              }
            />
          )}
        </AnswerView>
      ) : (
        <Button icon={<UndoIcon />} className="max-md:w-full" onClick={() => setIsAsking(true)}>
          {t("restore.before_ask")}
        </Button>
      )}
    </Part>
  );
}
