import { useState } from "react";
import {
  REMIND_DAYS,
  type SecurityTeam,
  type Trial,
} from "../../../worker/features/security-team/security-team.schema.ts";
import { cx } from "../../lib/cx.ts";
import { startOf } from "../../lib/date-input.ts";
import { calendarDays } from "../../lib/format.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { inDays } from "../../lib/units.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Apply } from "./apply.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { team as calls } from "./security-team.api.ts";

/** Heading of a group within a panel, with the number in it. */
export const Group = ({ label, count }: { label: string; count: number }) => (
  <h3 className="flex justify-between border-t border-line [header+&]:border-t-0 pad pt-3.5 pb-1 text-sm font-semibold text-ink-2">
    {label}
    <span className="figure text-ink-3">{count}</span>
  </h3>
);

const startDay = (day: string) => startOf(day) ?? new Date();

/** Confirms a trial, makes it longer, or ends it with a reason. */
export function TrialButton({ trial, className }: { trial: Trial; className?: string }) {
  const t = useT();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const { id, member, endsOn, version } = trial;
  const name = member.displayName;
  const isSoon = (calendarDays(endsOn, useNow()) ?? 0) <= REMIND_DAYS;
  if (!trial.can.decide) return null;
  return (
    <>
      <Button
        size="s"
        variant={isSoon ? "default" : "quiet"}
        aria-label={t("security_team.trial_name", { name })}
        onClick={() => setIsOpen(true)}
        {...(className ? { className } : {})}
      >
        {t("security_team.decide_trial")}
      </Button>
      {isOpen ? (
        <AskDialog
          ask="trial"
          values={{ name, day: format.longDay(endsOn) }}
          choices={["confirm", "extend", "end"] as const}
          weeks={{
            kind: "extend",
            first: 2,
            from: new Date(Math.max(startDay(endsOn).getTime(), Date.now())),
          }}
          needsWords={(choice) => choice === "end"}
          about={{ version, now: t("security_team.until", { day: format.longDay(endsOn) }) }}
          onSend={({ choice: outcome, weeks, words, version: base }) =>
            calls.endTrial(id, {
              ...{ outcome, reason: words || null, version: base },
              ...(outcome === "extend" ? { weeks } : {}),
            })
          }
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

/** The remaining time of a trial in words, and as a bar of the part that is over. */
export function TrialTime({ trial }: { trial: Trial }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { from, endsOn } = trial;
  const left = calendarDays(endsOn, now) ?? 0;
  const all = calendarDays(endsOn, startDay(from).getTime()) || 1;
  const over = Math.round(100 * Math.min(1, Math.max(0, (all - left) / all)));
  return (
    <span className="block min-w-0">
      <span className="flex flex-wrap justify-between gap-x-2 text-sm whitespace-nowrap">
        <b className={cx("font-book", left <= REMIND_DAYS && "text-wait")}>
          {left < 0 ? t("security_team.trial_over") : t("security_team.days_left", { when: inDays(left) })}
        </b>
        <span className="hint">{format.shortDate(endsOn)}</span>
      </span>
      <span role="img" aria-label={t("security_team.part_over", { percent: over })} className="meter mt-1">
        <span style={{ width: `${over}%` }} />
      </span>
    </span>
  );
}

/** The members of the team: those on trial first, the next to end at the top. */
export function TeamPanel({ team }: { team: SecurityTeam }) {
  const t = useT();
  const isAdmin = useCan("admin.system");
  const reviews = useCan("security.review");
  const { trials, members, total, role } = team;
  return (
    <Panel
      title={t("security_team.team")}
      aside={<span className="figure text-ink-2">{trials.length + total}</span>}
      className="@container overflow-clip"
    >
      {trials.length > 0 ? (
        <>
          <Group label={t("security_team.on_trial")} count={trials.length} />
          <ul className="pb-2">
            {trials.map((trial) => (
              <li
                key={trial.id}
                className="grid grid-cols-[30px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 pad py-2 @min-[520px]:grid-cols-[30px_minmax(0,1fr)_216px_auto]"
              >
                <Avatar name={trial.member.displayName} src={trial.member.avatarUrl} />
                <span className="font-book [overflow-wrap:anywhere]">{trial.member.displayName}</span>
                <span className="@max-[520px]:col-span-2 @max-[520px]:col-start-2 @max-[520px]:row-start-2">
                  <TrialTime trial={trial} />
                </span>
                <TrialButton trial={trial} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Group label={t("security_team.members")} count={members.length} />
      {members.length > 0 ? (
        <ul className="flex flex-wrap gap-x-4 gap-y-2 pad pt-1.5 pb-4">
          {members.map(({ userId, displayName, avatarUrl }) => (
            <li key={userId} className="flex min-w-0 items-center gap-2 text-md">
              <Avatar name={displayName} src={avatarUrl} size="s" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{displayName}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="pad pb-4 text-ink-2">{t("security_team.nobody")}</p>
      )}
      {team.can.apply && team.ownId === null && reviews ? (
        <p className="-ml-4 border-t border-line pad py-3">
          <Apply label={t("security_team.apply")} variant="quiet" />
        </p>
      ) : null}
      {!role && isAdmin ? (
        <div className="flex flex-wrap items-center justify-between gap-x-3 note max-md:px-4">
          <p className="min-w-0 flex-1 basis-52">{t("security_team.no_role")}</p>
          <ButtonLink to="/admin?tab=settings" variant="quiet" size="s" className="-mr-2.5">
            {t("security_team.settings")}
          </ButtonLink>
        </div>
      ) : null}
    </Panel>
  );
}
