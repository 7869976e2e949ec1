import type { ReactNode } from "react";
import type {
  DiscordActivity,
  Prospect,
  ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { useNow } from "../../../../lib/use-now.ts";
import { Avatar } from "../../../../ui/avatar.tsx";
import { ConfirmButton } from "../../../../ui/confirm.tsx";
import { UndoIcon } from "../../../../ui/icons.tsx";
import { Time } from "../../../../ui/time.tsx";
import { restore } from "../../person/corrections.api.ts";
import type { LogItem } from "./log-entries.ts";
import { sentencesOf } from "./sentences.ts";

/** Undoes the merge that an entry records. */
function UndoMerge({ entry, prospect }: { entry: ProspectHistoryEntry; prospect: Prospect }) {
  const t = useT();
  const id = Number(entry.changes?.["merged"]?.to);
  if (entry.action !== "merged" || !id || !prospect.can.merge) return null;
  const name = entry.newValue ?? "";
  return (
    <span className="mt-1 block">
      <ConfirmButton
        size="s"
        icon={<UndoIcon />}
        label={t("prospect.merge.undo")}
        title={t("prospect.merge.undo_title", { name })}
        description={t("prospect.merge.undo_text", { name })}
        onConfirm={() => restore(id)}
        done={{ title: t("prospect.merge.undone"), description: name }}
      />
    </span>
  );
}

/** A line of a prospect's log: who did what and when. */
export function LogLine({ item, prospect }: { item: LogItem; prospect: Prospect }) {
  const format = useFormat();
  const now = useNow();
  const isActivity = item.kind === "activity";
  const who = isActivity ? prospect.displayName : item.entry.performedBy;
  return (
    <li className="grid grid-cols-[22px_1fr] gap-3 leading-[1.45]">
      <Avatar size="s" name={who} src={isActivity ? item.activity.avatarUrl : null} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <div className="flex items-baseline justify-between gap-3">
          <b className="font-book">{who}</b>
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

const PRESENCES = ["online", "idle", "dnd", "offline"] as const;

function ActivityText({ activityType, details }: DiscordActivity): ReactNode {
  const t = useT();
  const what = t(`prospect.activity.${activityType}`);
  if (!details) return what;
  const presence = activityType === "presence" && PRESENCES.find((each) => each === details);
  const shown = presence ? t(`prospect.presence.${presence}`) : details;
  return t.rich("prospect.activity.with", { what, details: <b key="details">{shown}</b> });
}

function EntryText({ entry, saves }: Extract<LogItem, { kind: "history" }>): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {entry.action === "notes" ? <NotesText from={entry.previousValue} to={entry.newValue} /> : null}
      {sentencesOf(entry, t, format.dateTime).map(({ key, values }) => (
        <span key={`${key} ${values["field"]}`} className="block">
          {t.rich(key, Object.fromEntries(Object.entries(values).map(strong)))}
        </span>
      ))}
      {entry.notes ? <span className="block whitespace-pre-wrap text-ink-2">“{entry.notes}”</span> : null}
      {saves > 1 ? <span className="block hint">{t("prospect.log.saves", { count: saves })}</span> : null}
    </>
  );
}

/** A value inside a sentence: struck out where it no longer holds. */
const strong = ([name, value]: [string, string]) => [
  name,
  name === "field" ? value : name === "from" ? <s key={name}>{value}</s> : <b key={name}>{value}</b>,
];

/** The notes before and after; a comment alone has neither. */
function NotesText({ from, to }: { from: string | null; to: string | null }): ReactNode {
  const t = useT();
  if (to === null && from === null) return null;
  return (
    <>
      {from ? <s className="line-clamp-2 whitespace-pre-wrap">{from}</s> : null}
      {to ? <b className="line-clamp-6 whitespace-pre-wrap">“{to}”</b> : t("prospect.log.notes_cleared")}
    </>
  );
}
