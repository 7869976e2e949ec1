import type { ReactNode } from "react";
import { WITHDRAW_OUTCOMES } from "../../../../../worker/features/prospects/pipeline.schema.ts";
import type { DiscordActivity, Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { useNow } from "../../../../lib/use-now.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { Time } from "../../../../ui/time.tsx";
import { isStatus } from "../../stages.ts";
import { CorrectionText, UndoMerge } from "./correction-text.tsx";
import type { LogItem } from "./log-entries.ts";

/** A line of a prospect's log: who did what and when. */
export function LogLine({ item, prospect }: { item: LogItem; prospect: Prospect }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
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
          <Time at={item.at} className="hint flex-none">
            {format.ago(item.at, now)}
          </Time>
        </div>
        <div className="text-ink-2 [&_b]:font-semibold [&_b]:text-ink [&_s]:text-ink-3">
          {isActivity ? <ActivityText {...item.activity} /> : <EntryText {...item} />}
          {isActivity ? null : <UndoMerge entry={item.entry} prospect={prospect} />}
        </div>
      </div>
    </li>
  );
}

function ActivityText({ activityType, details }: DiscordActivity): ReactNode {
  const t = useT();
  if (!details) return t(`prospect.activity.${activityType}`);
  return t.rich(`prospect.activity.${activityType}_details`, { details: <b key="details">{details}</b> });
}

function EntryText({ entry, saves }: Extract<LogItem, { kind: "history" }>): ReactNode {
  const t = useT();
  return (
    <>
      {entry.action === "corrected" ? <CorrectionText changes={entry.changes} /> : null}
      <ChangeText kind={entry.action} before={entry.previousValue} after={entry.newValue} />
      {Object.entries(entry.changes ?? {})
        // The id of the merged prospect, and facts that have names of their own.
        .filter(([field]) => field !== "merged" && entry.action !== "corrected")
        .map(([field, { from, to }]) => (
          <span key={field} className="block">
            {field === "deadline" ? `${t("prospect.log.deadline")} ` : null}
            <ChangeText kind={field} before={from} after={to} />
          </span>
        ))}
      {entry.notes ? <span className="block whitespace-pre-wrap text-ink-2">“{entry.notes}”</span> : null}
      {saves > 1 ? <span className="block hint">{t("prospect.log.saves", { count: saves })}</span> : null}
    </>
  );
}

/** A change in words, by its action or by the field that changed with it. */
function ChangeText(props: { kind: string; before: string | null; after: string | null }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { kind, before, after } = props;
  const textOf = (value: string | null) => {
    if (!value) return null;
    if ((kind === "status" || kind === "undo") && isStatus(value)) return t(`status.${value}`);
    return kind === "deadline" ? format.dateTime(value) : value;
  };
  const from = textOf(before);
  const to = textOf(after);
  const bold = (text: ReactNode) => <b key="value">{text}</b>;
  const fromTo = (empty = "–") =>
    t.rich("prospect.log.from_to", { from: <s key="from">{from ?? empty}</s>, to: bold(to ?? empty) });
  if (kind === "corrected") return null;
  if (kind === "merged" || kind === "unmerged") return t.rich(`prospect.log.${kind}`, { name: bold(to) });
  if (kind === "deleted" || kind === "restored") return t(`prospect.log.${kind}`);
  if (kind === "created") return t("prospect.log.created");
  if (kind === "discord") return to;
  if (kind === "undo") return [t("prospect.log.undone"), " ", ...(from && to ? fromTo() : [])];
  if (kind === "status") return fromTo();
  if (kind === "assigned") return fromTo(t("prospect.empty.assignedTo"));
  if (kind === "deadline") return fromTo(t("deadline.none"));
  if (kind === "time") {
    const minutes = t("prospect.time.amount", { minutes: Number(after ?? 0) });
    return t.rich("prospect.log.time", { minutes: bold(minutes) });
  }
  if (kind === "assignedTo" && to === null) return t("prospect.log.unassigned");
  if (kind === "assignedTo") return t.rich("prospect.log.assigned_to", { name: bold(to) });
  if (kind === "outcome") {
    const outcome = WITHDRAW_OUTCOMES.find((each) => each === after);
    const text = outcome ? t(`prospect.outcome.${outcome}`) : after;
    return t.rich("prospect.log.outcome", { outcome: bold(text) });
  }
  if (kind !== "notes") return [`${kind}: `, ...fromTo()];
  if (to === null && from === null) return null;
  return (
    <>
      {from ? <s className="line-clamp-2 whitespace-pre-wrap">{from}</s> : null}
      {to ? <b className="line-clamp-6 whitespace-pre-wrap">“{to}”</b> : t("prospect.log.notes_cleared")}
    </>
  );
}
