import { useId, useState } from "react";
import type { DiscordActivity, Prospect } from "../../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../../lib/use-format.ts";
import { Button } from "../../../../ui/button.tsx";
import { SegmentedTabs, tabPanel } from "../../../../ui/segmented.tsx";
import { SkeletonLines } from "../../../../ui/skeleton.tsx";
import { ErrorState } from "../../../../ui/states.tsx";
import { useHistory } from "../../prospects.api.ts";
import { filterLog, LOG_FILTERS, type LogFilter, mergeLog } from "./log-entries.ts";
import { LogLine } from "./log-line.tsx";

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
