import type { Restore } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { UndoIcon, WarningIcon } from "../../../ui/icons.tsx";
import { usePutAside } from "./confirm-step.tsx";
import { rehearseKept } from "./restore.api.ts";
import { Part } from "./side.tsx";
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

/** Rehearses what was kept before a restore, which is then shown and confirmed as a backup is. */
export function BringBack({ id, keptUntil }: { id: number; keptUntil: string }) {
  const t = useT();
  const format = useFormat();
  const { run, pending } = useAction(() => rehearseKept(id), { failed: t("restore.not_rehearsed") });
  return (
    <Part title={t("restore.before")} hint={t("restore.before_until", { when: format.shortDate(keptUntil) })}>
      <p className="mt-1.5 mb-3 text-md text-ink-2">{t("restore.before_text")}</p>
      <Button icon={<UndoIcon />} className="max-md:w-full" pending={pending} onClick={() => void run()}>
        {t("restore.before_ask")}
      </Button>
    </Part>
  );
}
