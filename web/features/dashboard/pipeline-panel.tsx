import { Link } from "react-router";
import { FIGURES, stageOf } from "../../../worker/features/prospects/pipeline.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { figurePath, STATUS_TONE, stagesFor } from "../prospects/index.ts";
import { useDashboardStats } from "./dashboard.api.ts";
import { barLengths, COUNTERS } from "./pipeline-counters.ts";

/** The prospects by stage; `isFresh` while the organization is being set up. */
export function PipelinePanel({ isFresh = false }: { isFresh?: boolean }) {
  const t = useT();
  const format = useFormat();
  const all = useCan("prospects.read_all");
  const { data, error, mutate } = useDashboardStats();
  const counts = data?.pipelineStats;
  if (data && !counts) return null;
  const stages = stagesFor({ all }, counts ?? undefined);
  const counters = COUNTERS.filter(({ status }) => stages.includes(stageOf(status)));
  const unassigned = data?.unassigned ?? 0;
  const lengths = counts ? barLengths(counts) : null;
  const isEmpty = counts ? Object.values(counts).every((count) => count === 0) : false;
  return (
    <Panel
      title={t("dashboard.pipeline.title")}
      aside={isFresh && isEmpty ? <span className="hint">{t("dashboard.pipeline.fresh")}</span> : null}
      actions={
        <span className="flex flex-wrap items-baseline justify-end gap-x-4">
          {unassigned > 0 ? (
            <Link to={figurePath(FIGURES.unassigned)} className="link py-1 text-md text-wait">
              {t("dashboard.pipeline.unassigned", { count: unassigned })}
            </Link>
          ) : null}
          <PlaceLink to="/crm" className="link hint py-1 text-ice">
            {t("dashboard.pipeline.open")}
          </PlaceLink>
        </span>
      }
      aria-busy={!data && !error}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <ul className="max-md:divide-y max-md:divide-line md:flex md:gap-1 md:p-[7px]">
          {counters.map(({ name, status }) => (
            <li key={name} className="md:min-w-0 md:flex-1">
              <Link
                to={figurePath({ status })}
                className="block px-[18px] py-3 hover:bg-deck md:rounded-m md:px-[11px] md:py-2"
              >
                <span className="flex items-baseline gap-2">
                  <span className={cx("figure text-lg", counts?.[status] === 0 && "text-ink-3")}>
                    {counts ? format.number(counts[status]) : <Skeleton className="h-5 w-7" />}
                  </span>
                  <span className="min-w-0 truncate font-book">{t(`dashboard.pipeline.${name}`)}</span>
                </span>
                <span aria-hidden="true" className="mt-1.5 mb-1 meter h-[3px]">
                  <span
                    className={cx(
                      "bg-current transition-[width] duration-200",
                      TONE_TEXT[STATUS_TONE[status]],
                    )}
                    style={{ width: `${(lengths?.[status] ?? 0) * 100}%` }}
                  />
                </span>
                <span className="block truncate hint">{t(`status.${status}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
