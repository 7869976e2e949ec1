import { Link } from "react-router";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { STATUS_TONE } from "../prospects/index.ts";
import { useDashboardStats } from "./dashboard.api.ts";
import { barLengths, COUNTERS } from "./pipeline-counters.ts";

export function PipelinePanel() {
  const t = useT();
  const format = useFormat();
  const { data, error, mutate } = useDashboardStats();
  const counts = data?.pipelineStats;
  if (data && !counts) return null;
  const lengths = counts ? barLengths(counts) : null;
  return (
    <Panel
      title={t("dashboard.pipeline.title")}
      actions={
        <Link to="/crm" className="link hint py-1 text-ice">
          {t("dashboard.pipeline.open")}
        </Link>
      }
      aria-busy={!data && !error}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <ul className="max-md:divide-y max-md:divide-line md:flex md:gap-1 md:p-[7px]">
          {COUNTERS.map(({ name, status, stage }) => (
            <li key={name} className="md:min-w-0 md:flex-1">
              <Link
                to={`/crm?tab=team&view=list&stage=${stage}`}
                className="grid h-full grid-cols-[44px_minmax(0,1fr)_84px] items-center gap-x-3 px-[18px] py-3 hover:bg-deck md:grid-cols-1 md:content-start md:rounded-m md:px-[11px] md:py-[11px]"
              >
                <span className="figure text-[26px] leading-[1.15]">
                  {counts ? format.number(counts[status]) : <Skeleton className="h-7 w-9" />}
                </span>
                <span
                  className="meter order-3 h-1 overflow-hidden rounded-full bg-rail md:order-none md:mt-2 md:mb-[9px]"
                  aria-hidden="true"
                >
                  <span
                    className={cx(
                      "block h-full rounded-full bg-current transition-[width] duration-200",
                      TONE_TEXT[STATUS_TONE[status]],
                    )}
                    style={{ width: `${(lengths?.[status] ?? 0) * 100}%` }}
                  />
                </span>
                <span className="min-w-0">
                  <span className="block truncate font-book">{t(`dashboard.pipeline.${name}`)}</span>
                  <span className="block truncate hint">{t(`status.${status}`)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
