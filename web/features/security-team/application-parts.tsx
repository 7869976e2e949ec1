import type { ReactNode } from "react";
import {
  type Application,
  MESSAGE_LENGTH,
} from "../../../worker/features/applications/applications.schema.ts";
import {
  type ApplicationDetails,
  MESSAGE_MOST,
} from "../../../worker/features/security-team/security-team.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { withUnit } from "../../lib/units.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { CheckIcon, ClockIcon, ShieldIcon } from "../../ui/icons.tsx";
import { Thread } from "../../ui/thread.tsx";
import { Tracker } from "../../ui/tracker.tsx";
import { AddedFacts, Handle, useFieldName } from "../applications/index.ts";
import { progressOf } from "./progress.ts";
import { team, useTeam } from "./security-team.api.ts";

/** A section of the open application. */
export const SECTION = "min-w-0 border-t border-line pad-wide py-4";

/** How far an application is. */
export function Progress({ details, className }: { details: ApplicationDetails; className: string }) {
  const t = useT();
  const format = useFormat();
  const weeks = useTeam().data?.trialWeeks;
  const { steps, current } = progressOf(details);
  const captionOf = (key: (typeof steps)[number]["key"], at: string | null) => {
    if (key === "trial" && details.trial)
      return t("security_team.until", { day: format.longDay(details.trial.endsOn) });
    if (at) return format.moment(at);
    if (key === "trial" && weeks === undefined) return "\u00a0";
    return t(`security_team.caption.${key}`, { weeks: withUnit(weeks ?? 0, "week") });
  };
  return (
    <Tracker
      steps={steps.map(({ key, at }) => ({
        name: t(`security_team.at.${key}`),
        caption: captionOf(key, at),
      }))}
      current={current}
      className={className}
    />
  );
}

type State = "agree" | "differ" | "differ_yours" | "held" | "none" | "sent";

/** What a pending application waits for, as its reviewer reads it everywhere. */
export function stateOf(seen: Record<"isOnHold" | "isAgreed" | "isDisputed" | "isReviewed", boolean>): State {
  if (seen.isOnHold) return "held";
  if (seen.isAgreed) return "agree";
  if (seen.isDisputed) return seen.isReviewed ? "differ" : "differ_yours";
  return seen.isReviewed ? "sent" : "none";
}

/** The state of an application as a sentence. */
export function useStanding(): (details: ApplicationDetails) => string {
  const t = useT();
  const format = useFormat();
  return ({ application: { status }, hold, trial }) => {
    if (status === "pending") return t(`security_team.stands.${hold ? "held" : "pending"}`);
    if (status === "accepted" && trial)
      return t("security_team.stands.trial", { day: format.longDay(trial.endsOn) });
    return t(`security_team.stands.${status}`);
  };
}

const LOOK = {
  list: "grid gap-x-8 text-md @min-[560px]:grid-cols-2",
  row: "flex gap-3 border-t border-line py-2",
  label: "w-[116px] flex-none text-sm leading-[1.6] text-ink-3",
  value: "min-w-0 whitespace-pre-line [overflow-wrap:anywhere]",
};

/** The entered facts; a handle that RSI confirmed is marked. */
export function Answers({ application }: { application: Application }) {
  const t = useT();
  const nameOf = useFieldName();
  const { rsiHandle, isHandleVerified, experience } = application;
  const wide = "@min-[560px]:col-span-2";
  if (!experience)
    return <p className="border-t border-line py-3 text-ink-2">{t("security_team.answers_gone")}</p>;
  const handle = rsiHandle ? (
    isHandleVerified ? (
      <Handle text={rsiHandle} isVerified />
    ) : (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {rsiHandle}
        <Badge tone="idle" size="s" dot={false}>
          {t("security_team.self_reported")}
        </Badge>
      </span>
    )
  ) : null;
  return (
    <div className="@container">
      <Facts look={LOOK}>
        <Fact label={nameOf("experience")} className={wide}>
          {experience}
        </Fact>
        <Fact label={nameOf("shipType")}>{application.shipType}</Fact>
        <Fact label={nameOf("timezone")}>{application.timezone}</Fact>
        <Fact label={nameOf("availability")}>{application.availability}</Fact>
        <Fact label={nameOf("rsiHandle")}>{handle}</Fact>
        <Fact label={t("applications.name")}>{application.applicantName}</Fact>
        <Fact label={nameOf("discordUsername")}>{application.discordUsername}</Fact>
        <Fact label={nameOf("backgroundCheck")}>
          {t(application.backgroundCheck ? "applications.yes" : "applications.no")}
        </Fact>
        <Fact label={nameOf("references")}>{application.references}</Fact>
        <Fact label={nameOf("additionalNotes")} className={wide}>
          {application.additionalNotes}
        </Fact>
        <AddedFacts added={application.added} className={wide} />
      </Facts>
    </div>
  );
}

const ICONS = { sent: <ShieldIcon size={13} />, held: <ClockIcon size={13} /> };

/** The thread with the applicant, or the notes that only reviewers read. */
export function TeamThread(props: {
  details: ApplicationDetails;
  isNotes?: boolean;
  empty: ReactNode;
  label: string;
  hint: string;
  takesFocus?: boolean;
}) {
  const t = useT();
  const { details, isNotes = false, ...look } = props;
  const { application, can, staff } = details;
  const icons: Record<string, ReactNode> = ICONS;
  const events = details.steps.map(({ kind, at, words }) => ({
    at,
    icon: icons[kind] ?? <CheckIcon size={13} />,
    text: t("security_team.step", {
      what: t(`security_team.happened.${kind}`),
      words: words ?? "",
      hasWords: words ? "yes" : "no",
    }),
  }));
  const maySend = isNotes ? can.note : can.write;
  return (
    <Thread
      {...look}
      messages={isNotes ? (staff?.notes ?? []) : details.thread}
      events={isNotes ? [] : events}
      maxLength={MESSAGE_MOST}
      reasonLength={MESSAGE_LENGTH}
      hint={maySend ? props.hint : t("security_team.closed")}
      onSend={maySend ? (text, key) => team.write(application.id, { text, isNote: isNotes }, key) : undefined}
      onEdit={team.edit}
      onDelete={team.deleteMessage}
      onRemove={team.removeMessage}
    />
  );
}
