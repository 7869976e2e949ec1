import { type ReactNode, useId, useState } from "react";
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
import { Button } from "../../../../ui/button.tsx";
import { SegmentedTabs, tabPanel } from "../../../../ui/segmented.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { ErrorState } from "../../../../ui/states.tsx";
import { useHistory } from "../../prospects.api.ts";
import { filterLog, LOG_FILTERS, type LogFilter, type LogItem, mergeLog } from "./log-entries.ts";

/** A panel that scrolls is reached by the keyboard. */
const REACHABLE = { tabIndex: 0 };

/** What happened to a prospect, changes and Discord activity in one log, newest first. */
export function LogPanel(props: { prospect: Prospect; activities: DiscordActivity[]; now: number }) {
  const t = useT();
  const id = useId();
  const { prospect, activities, now } = props;
  const format = useFormat();
  const { list: history, error, isLoadingMore, loadMore, retry } = useHistory(prospect.id);
  const [filter, setFilter] = useState<LogFilter>("all");
  const items = history ? filterLog(mergeLog(history.items, activities), filter) : null;
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
        aria-busy={items === null}
        className="-mr-3 max-h-[500px] overflow-auto rounded-s pr-3"
      >
        {error && !items ? <ErrorState error={error} onRetry={retry} /> : null}
        {!error && items === null ? <SkeletonLines lines={6} /> : null}
        {items?.length === 0 ? (
          <p className="py-8 text-center text-ink-3">{t("prospect.log.empty")}</p>
        ) : null}
        <ol className="grid gap-[18px]">
          {items?.map((item) => (
            <LogLine key={item.key} item={item} prospect={prospect} now={now} />
          ))}
        </ol>
        {history?.more ? (
          <div className="mt-3.5 border-t border-line pt-1.5">
            <Button variant="quiet" className="w-full" pending={isLoadingMore} onClick={loadMore}>
              {t("prospect.log.older", { loaded: format.number(history.items.length) })}
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function LogLine({ item, prospect, now }: { item: LogItem; prospect: Prospect; now: number }) {
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
