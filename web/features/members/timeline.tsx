import { Fragment } from "react";
import type { TimelineEntry } from "../../../worker/features/profiles/profiles.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import {
  CalendarIcon,
  CheckIcon,
  JoinedIcon,
  NoteIcon,
  PauseIcon,
  PersonIcon,
  PipelineIcon,
  ShieldIcon,
  ShipIcon,
} from "../../ui/icons.tsx";
import { ListView } from "../../ui/list-view.tsx";
import { Time } from "../../ui/time.tsx";
import { useTimeline } from "./members.api.ts";
import { groupByMonth } from "./timeline-groups.ts";
import { sentenceOf } from "./timeline-sentences.ts";

const ICONS = { joined: JoinedIcon, role: ShieldIcon, status: PersonIcon };
const KIND_ICONS = {
  pipeline: PipelineIcon,
  contract: NoteIcon,
  event: CalendarIcon,
  attendance: CheckIcon,
  ship: ShipIcon,
  leave: PauseIcon,
};

export function Timeline({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const source = useTimeline(id);
  return (
    <section aria-label={t("members.timeline")} className="pb-3">
      <ListView
        source={source}
        empty={<p className="py-8 text-center text-ink-3">{t("members.timeline_empty")}</p>}
        moreLabel={(loaded) => t("members.more_unknown", { loaded: format.number(loaded) })}
      >
        {(entries) =>
          groupByMonth(entries).map((month) => (
            <Fragment key={month[0]?.createdAt}>
              <h3 className="label pt-4 pb-2.5">{format.month(month[0]?.createdAt)}</h3>
              <ol>
                {month.map((entry) => (
                  <Line key={`${entry.kind}${entry.id}`} entry={entry} />
                ))}
              </ol>
            </Fragment>
          ))
        }
      </ListView>
    </section>
  );
}

function Line({ entry }: { entry: TimelineEntry }) {
  const t = useT();
  const format = useFormat();
  const { createdAt, performedBy, notes, because } = entry;
  const Icon = entry.kind === "member" ? ICONS[entry.action] : KIND_ICONS[entry.kind];
  return (
    <li className="relative grid grid-cols-[24px_1fr] gap-3 pb-[13px] not-last:before:absolute not-last:before:top-[26px] not-last:before:bottom-0.5 not-last:before:left-[11.5px] not-last:before:w-px not-last:before:bg-line">
      <span className="grid size-6 place-items-center rounded-full bg-deck text-ink-2">
        <Icon size={13} />
      </span>
      <div className="flex min-w-0 items-baseline justify-between gap-x-4 max-md:flex-col">
        <p className="min-w-0 text-ink-2 [overflow-wrap:anywhere] [&_b]:font-book [&_b]:text-ink [&_s]:text-ink-3">
          <What entry={entry} />{" "}
          <span className="hint">
            {because
              ? t("members.log.because", { role: because })
              : performedBy && t("members.log.by", { name: performedBy })}
          </span>
          {notes ? <q className="block">{notes}</q> : null}
        </p>
        <Time at={createdAt} className="flex-none hint">
          {format.dayOfMonth(createdAt)}
        </Time>
      </div>
    </li>
  );
}

function What({ entry }: { entry: TimelineEntry }) {
  const t = useT();
  const format = useFormat();
  const { key, values } = sentenceOf(entry, t, format.date);
  const { field, from, ...others } = values;
  // The first day of leave is no value that was replaced.
  const first = entry.kind === "leave" ? <b key="from">{from}</b> : <s key="from">{from}</s>;
  const strong = Object.entries(others).map(([name, value]) => [name, <b key={name}>{value}</b>]);
  return t.rich(key, { field, from: first, ...Object.fromEntries(strong) });
}
