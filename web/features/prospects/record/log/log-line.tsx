import type { ReactNode } from "react";
import {
  PROSPECT_STATUSES,
  WITHDRAW_OUTCOMES,
} from "../../../../../worker/features/prospects/pipeline.schema.ts";
import type {
  DiscordActivity,
  Prospect,
  ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import type { LogItem } from "./log-entries.ts";

/** One line of the log. */
export function LogLine({ item, prospect, now }: { item: LogItem; prospect: Prospect; now: number }) {
  const t = useT();
  const format = useFormat();
  const isActivity = item.kind === "activity";
  const who = isActivity ? prospect.displayName : item.entry.performedBy;
  const what = isActivity ? t("prospect.log.action.discord") : t(`prospect.log.action.${item.entry.action}`);
  return (
    <li className="grid grid-cols-[22px_1fr] gap-3 leading-[1.45]">
      <Avatar size="s" name={who} src={isActivity ? item.activity.avatarUrl : null} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <div className="flex items-baseline justify-between gap-3">
          <span>
            <b className="font-book">{who}</b> <span className="hint">{what}</span>
          </span>
          <time dateTime={item.at} title={format.dateTime(item.at)} className="hint flex-none">
            {format.relative(item.at, Math.max(now, Date.parse(item.at)))}
          </time>
        </div>
        <div className="text-ink-2 [&_b]:font-semibold [&_b]:text-ink [&_s]:text-ink-3">
          {isActivity ? <ActivityText activity={item.activity} /> : <EntryText item={item} />}
        </div>
      </div>
    </li>
  );
}

function ActivityText({ activity }: { activity: DiscordActivity }): ReactNode {
  const t = useT();
  const { activityType, details } = activity;
  if (!details) return t(`prospect.activity.${activityType}`);
  return t.rich(`prospect.activity.${activityType}_details`, { details: <b key="details">{details}</b> });
}

function EntryText({ item }: { item: Extract<LogItem, { kind: "history" }> }): ReactNode {
  const t = useT();
  const { entry, saves } = item;
  return (
    <>
      <Headline entry={entry} />
      {Object.entries(entry.changes ?? {}).map(([field, { from, to }]) => (
        <span key={field} className="block">
          <ChangeText field={field} from={from} to={to} />
        </span>
      ))}
      {entry.notes ? <span className="block whitespace-pre-wrap text-ink-2">“{entry.notes}”</span> : null}
      {saves > 1 ? <span className="block hint">{t("prospect.log.saves", { count: saves })}</span> : null}
    </>
  );
}

/** A stored value as people read it: statuses by name, instants as dates. */
function useValueText() {
  const t = useT();
  const format = useFormat();
  return (kind: string, value: string | null): string | null => {
    if (value === null || value === "") return null;
    const status =
      ["status", "created", "undo"].includes(kind) && PROSPECT_STATUSES.find((each) => each === value);
    if (status) return t(`status.${status}`);
    if (kind === "deadline") return format.dateTime(value);
    const outcome = kind === "outcome" && WITHDRAW_OUTCOMES.find((each) => each === value);
    return outcome ? t(`prospect.outcome.${outcome}`) : value;
  };
}

function Headline({ entry }: { entry: ProspectHistoryEntry }): ReactNode {
  const t = useT();
  const text = useValueText();
  const { action, previousValue, newValue } = entry;
  const from = text(action, previousValue);
  const to = text(action, newValue);
  switch (action) {
    case "created":
      return t("prospect.log.created");
    case "time":
      return t.rich("prospect.log.time", {
        minutes: <b key="minutes">{t("prospect.time.amount", { minutes: Number(newValue ?? 0) })}</b>,
      });
    case "notes":
      if (to === null && from === null) return null;
      return (
        <>
          {from ? <s className="line-clamp-2 whitespace-pre-wrap">{from}</s> : null}
          {to ? <b className="line-clamp-6 whitespace-pre-wrap">“{to}”</b> : t("prospect.log.notes_cleared")}
        </>
      );
    case "discord":
      return from && to ? <FromTo from={from} to={to} /> : (to ?? from);
    case "undo":
      return (
        <>
          {t("prospect.log.undone")} {from && to ? <FromTo from={from} to={to} /> : null}
        </>
      );
    default: {
      const empty = t(action === "assigned" ? "prospect.empty.assignedTo" : "deadline.none");
      return <FromTo from={from ?? empty} to={to ?? empty} />;
    }
  }
}

function FromTo({ from, to }: { from: string; to: string }): ReactNode {
  return useT().rich("prospect.log.from_to", { from: <s key="from">{from}</s>, to: <b key="to">{to}</b> });
}

function ChangeText(props: { field: string; from: string | null; to: string | null }): ReactNode {
  const t = useT();
  const text = useValueText();
  const { field } = props;
  const from = text(field, props.from);
  const to = text(field, props.to);
  if (field === "assignedTo") {
    if (to === null) return t("prospect.log.unassigned");
    return t.rich("prospect.log.assigned_to", { name: <b key="name">{to}</b> });
  }
  if (field === "outcome") {
    return t.rich("prospect.log.outcome", { outcome: <b key="outcome">{to}</b> });
  }
  const isDeadline = field === "deadline";
  const empty = isDeadline ? t("deadline.none") : "–";
  return (
    <>
      {isDeadline ? t("prospect.log.deadline") : `${field}:`} <FromTo from={from ?? empty} to={to ?? empty} />
    </>
  );
}
