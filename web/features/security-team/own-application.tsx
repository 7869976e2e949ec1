import type { ReactNode } from "react";
import {
  type ApplicationDetails,
  PURGE_DAYS,
} from "../../../worker/features/security-team/security-team.schema.ts";
import { calendarDays } from "../../lib/format.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { inDays, withUnit } from "../../lib/units.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Panel } from "../../ui/panel.tsx";
import { Outcome, Withdraw } from "../applications/index.ts";
import { Answers, Progress, TeamThread, useStanding } from "./application-parts.tsx";
import { Apply } from "./apply.tsx";
import { useTeam } from "./security-team.api.ts";

/** Where an application stands, for its applicant: how far it is, the thread with the team, and what comes next. */
export function OwnApplication({ details, children }: { details: ApplicationDetails; children?: ReactNode }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const standing = useStanding();
  const { application, hold, expectedBy, purgedOn, can } = details;
  const { role, trialWeeks = 1, can: own } = useTeam().data ?? {};
  const { status, message } = application;
  const isOpen = status === "pending";
  const days = calendarDays(expectedBy, now) ?? 0;
  const next = {
    role: role?.name ?? t("applications.security_team"),
    weeks: withUnit(trialWeeks, "week"),
    count: PURGE_DAYS,
  };
  return (
    <div className="@container grid gap-[18px]">
      <Panel aria-label={t("applications.own")}>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 pad-wide pt-5 pb-4">
          <div className="min-w-0 flex-[1_1_300px]">
            <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1.5 font-display text-xl leading-tight font-semibold">
              {t("applications.own")}
              <Outcome status={status} />
            </h2>
            <p className="mt-1.5 text-ink-2">{standing(details)}</p>
            {hold ? (
              <p className="mt-2.5 rounded-m bg-wait/10 px-3.5 py-2.5 whitespace-pre-line [overflow-wrap:anywhere]">
                <b className="font-semibold text-wait">{t("security_team.asked")}</b> {hold.reason}
              </p>
            ) : null}
            {isOpen || !message ? null : (
              <q className="mt-2.5 block whitespace-pre-line [overflow-wrap:anywhere]">{message}</q>
            )}
          </div>
          {isOpen && !hold ? (
            <p className="leading-[1.4] md:text-right">
              <span className="figure text-xl leading-tight md:block">{format.longDay(expectedBy)}</span>{" "}
              <span className="hint">
                {days < 0 ? t("security_team.late") : t("security_team.at_latest", { when: inDays(days) })}
              </span>
            </p>
          ) : null}
          {!isOpen && own?.apply ? (
            <div className="grid gap-2 md:justify-items-end">
              <Apply label={t("security_team.again")} variant="primary" />
              {purgedOn ? (
                <span className="hint">{t("security_team.purged", { day: format.longDay(purgedOn) })}</span>
              ) : null}
            </div>
          ) : null}
        </div>
        {status === "withdrawn" ? null : <Progress details={details} className="pad-wide pb-5" />}
      </Panel>
      <div className="grid items-start gap-[18px] @min-[900px]:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid gap-[18px]">
          <Panel title={t("security_team.you_and_team")} className="flex flex-col">
            <TeamThread
              details={details}
              empty={null}
              label={t(hold ? "security_team.answer" : "security_team.write")}
              hint={t("security_team.readers")}
            />
          </Panel>
          {children}
        </div>
        <div className="grid gap-[18px]">
          {isOpen ? (
            <Panel title={t("security_team.next")}>
              <ul className="pad py-1">
                {(["reviews", "yes", "no"] as const).map((key) => (
                  <li key={key} className="border-t border-line py-2.5 leading-[1.45] first:border-t-0">
                    <b className="font-book">{t(`security_team.next.${key}`)}</b>
                    <span className="block text-md text-ink-2">
                      {t(`security_team.next.${key}_text`, next)}
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          ) : null}
          <Panel title={t("applications.read_back")}>
            <div className="pad pb-2 [&_dl>:first-child]:border-t-0">
              <Answers application={application} />
            </div>
            {can.withdraw ? (
              <div className="grid justify-items-start gap-3 border-t border-line pad pt-3 pb-4 text-md text-ink-2">
                <p>{t("security_team.withdraw_text")}</p>
                <Withdraw application={application} />
              </div>
            ) : null}
          </Panel>
        </div>
      </div>
    </div>
  );
}
