import { type ReactNode, useId, useState } from "react";
import { WITHDRAW_OUTCOMES } from "../../../../../worker/features/prospects/pipeline.schema.ts";
import type {
  DiscordActivity,
  Prospect,
  ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { useNow } from "../../../../lib/use-now.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { ListView } from "../../../../ui/list-view.tsx";
import { SegmentedTabs, tabPanel } from "../../../../ui/segmented.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { useHistory } from "../../prospects.api.ts";
import { isStatus } from "../../stages.ts";
import { filterLog, LOG_FILTERS, type LogFilter, type LogItem, mergeLog } from "./log-entries.ts";

/** A panel that scrolls is reached by the keyboard. */
const REACHABLE = { tabIndex: 0 };

/** What happened to a prospect, changes and Discord activity in one log, newest first. */
export function LogPanel(props: { prospect: Prospect; activities: DiscordActivity[] }) {
  const t = useT();
  const id = useId();
  const { prospect, activities } = props;
  const format = useFormat();
  const [filter, setFilter] = useState<LogFilter>("all");
  const linesOf = (history: ProspectHistoryEntry[]) => {
    const items = filterLog(mergeLog(history, activities), filter);
    if (items.length === 0) return <p className="py-8 text-center text-ink-3">{t("prospect.log.empty")}</p>;
    return (
      <ol className="grid gap-[18px]">
        {items.map((item) => (
          <LogLine key={item.key} item={item} prospect={prospect} />
        ))}
      </ol>
    );
  };
  return (
    <section className="min-w-0 px-[22px] py-3 max-md:border-t max-md:border-line max-md:px-4 max-md:pb-6">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 className="label">{t("prospect.log.title")}</h3>
        <SegmentedTabs
          id={id}
          label={t("prospect.log.filter")}
          value={filter}
          onChange={setFilter}
          options={LOG_FILTERS.map((value) => ({ value, label: t(`prospect.log.${value}`) }))}
        />
      </header>
      <div
        {...tabPanel(id, filter)}
        {...REACHABLE}
        className="-mr-3 max-h-[500px] overflow-auto rounded-s pr-3"
      >
        <ListView
          source={useHistory(prospect.id)}
          loading={<SkeletonLines lines={6} />}
          empty={linesOf([])}
          moreLabel={(loaded) => t("prospect.log.older", { loaded: format.number(loaded) })}
          moreClass="mt-3.5 border-t border-line pt-1.5"
        >
          {linesOf}
        </ListView>
      </div>
    </section>
  );
}

function LogLine({ item, prospect }: { item: LogItem; prospect: Prospect }) {
  const t = useT();
  const format = useFormat();
  const now = Math.max(useNow(), Date.parse(item.at));
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
            {format.relative(item.at, now)}
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

/** A stored value as people read it: statuses and outcomes by name, instants as dates. */
function useValueText() {
  const t = useT();
  const format = useFormat();
  return (kind: string, value: string | null): string | null => {
    if (value === null || value === "") return null;
    if ((kind === "status" || kind === "undo") && isStatus(value)) return t(`status.${value}`);
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
      return to;
    case "undo":
      return (
        <>
          {t("prospect.log.undone")} {from && to ? <FromTo from={from} to={to} /> : null}
        </>
      );
    case "assigned":
      return <FromTo from={from} to={to} empty={t("prospect.empty.assignedTo")} />;
    default:
      return <FromTo from={from} to={to} empty={t("deadline.none")} />;
  }
}

type Change = { from: string | null; to: string | null };

function FromTo({ from, to, empty }: Change & { empty?: string }): ReactNode {
  return useT().rich("prospect.log.from_to", {
    from: <s key="from">{from ?? empty}</s>,
    to: <b key="to">{to ?? empty}</b>,
  });
}

function ChangeText({ field, ...change }: Change & { field: string }): ReactNode {
  const t = useT();
  const text = useValueText();
  const from = text(field, change.from);
  const to = text(field, change.to);
  if (field === "assignedTo" && to === null) return t("prospect.log.unassigned");
  if (field === "assignedTo") return t.rich("prospect.log.assigned_to", { name: <b key="name">{to}</b> });
  if (field === "outcome") return t.rich("prospect.log.outcome", { outcome: <b key="outcome">{to}</b> });
  const isDeadline = field === "deadline";
  return (
    <>
      {isDeadline ? t("prospect.log.deadline") : `${field}:`}{" "}
      <FromTo from={from} to={to} empty={isDeadline ? t("deadline.none") : "–"} />
    </>
  );
}
