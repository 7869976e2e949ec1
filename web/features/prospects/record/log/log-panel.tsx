import { useId, useState } from "react";
import type {
  DiscordActivity,
  Prospect,
  ProspectHistoryEntry,
} from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { ListView } from "../../../../ui/list-view.tsx";
import { SegmentedTabs, tabPanel } from "../../../../ui/segmented.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { useHistory } from "../../prospects.api.ts";
import { filterLog, LOG_FILTERS, type LogFilter, mergeLog } from "./log-entries.ts";
import { LogLine } from "./log-line.tsx";

/** Makes a scrolling element reachable by keyboard. */
const REACHABLE = { tabIndex: 0 };

export function LogPanel({ prospect, activities }: { prospect: Prospect; activities: DiscordActivity[] }) {
  const t = useT();
  const id = useId();
  const format = useFormat();
  const history = useHistory(prospect.id);
  const [filter, setFilter] = useState<LogFilter>("all");
  const linesOf = (entries: ProspectHistoryEntry[]) => {
    const items = filterLog(mergeLog(entries, activities), filter);
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
    <section className="min-w-0 pad-wide py-3 max-md:border-t max-md:border-line max-md:pb-6">
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
          source={history}
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
