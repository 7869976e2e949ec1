import { type ReactNode, useId } from "react";
import type { Pause } from "../../../../worker/features/backup/restore/restore.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useUser } from "../../../lib/session.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { PlayIcon } from "../../../ui/icons.tsx";
import { resume } from "./restore.api.ts";

/** A part of the column beside the rehearsal. */
export function Part(props: { title: string; hint?: ReactNode; id?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} id={props.id} className="scroll-mt-20 pad pt-4 pb-[18px]">
      <div className="flex items-baseline justify-between gap-2.5">
        <h3 id={id} className="text-base font-semibold">
          {props.title}
        </h3>
        {props.hint ? <span className="hint">{props.hint}</span> : null}
      </div>
      {props.children}
    </section>
  );
}

const LINE = "border-t border-line py-[9px] text-md first:border-t-0";

/** What applying does, in its order. */
export function WhatHappens() {
  const t = useT();
  return (
    <Part title={t("restore.then")}>
      <ol className="mt-1.5">
        {(["backup", "pause", "read", "whole", "resume"] as const).map((each, at) => (
          <li key={each} className={`grid grid-cols-[20px_minmax(0,1fr)] gap-3 text-ink-2 ${LINE}`}>
            <span
              aria-hidden="true"
              className="h-5 rounded-full bg-rail text-center [font:600_12px/20px_var(--font-display)]"
            >
              {at + 1}
            </span>
            <span>{t(`restore.then.${each}`)}</span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** What is paused, and the button that resumes it. */
export function Waiting({ pause, mayResume }: { pause: Pause; mayResume: boolean }) {
  const t = useT();
  const format = useFormat();
  const { user } = useUser();
  const { run, pending } = useAction(async () => void (user && (await resume(user.organizationId))), {
    done: { title: t("restore.resumed") },
    failed: t("restore.resume_failed"),
  });
  const { messages, bots, since } = pause;
  return (
    <Part title={t("restore.waits")} id="waits" hint={format.day(since)}>
      <dl className="mt-1.5">
        {(
          [
            ["sync", t("restore.waits.paused")],
            ["bots", t("restore.waits.bots_count", { count: bots })],
            ["messages", t("restore.waits.messages_count", { count: messages })],
            ["reminders", t("restore.waits.paused")],
          ] as const
        ).map(([each, value]) => (
          <div key={each} className={`flex justify-between gap-3 ${LINE}`}>
            <dt>{t(`restore.waits.${each}`)}</dt>
            <dd className="hint whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        variant="primary"
        icon={<PlayIcon />}
        className="mt-2.5 max-md:h-10 max-md:w-full"
        reason={mayResume ? null : t("restore.resume_later")}
        pending={pending}
        onClick={() => void run()}
      >
        {t("restore.resume")}
      </Button>
    </Part>
  );
}
