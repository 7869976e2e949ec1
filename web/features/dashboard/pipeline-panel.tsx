import { stageOf } from "../../../worker/features/prospects/pipeline.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { TONE_TEXT } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { figurePath, STATUS_TONE, stagesFor } from "../prospects/index.ts";
import { useDashboardStats } from "./dashboard.api.ts";
import { barLengths, COUNTERS } from "./pipeline-counters.ts";

/** The prospects by stage. */
export function PipelinePanel() {
  const t = useT();
  const format = useFormat();
  const all = useCan("prospects.read_all");
  const { data, error, mutate } = useDashboardStats();
  const counts = data?.pipelineStats;
  if (data && !counts) return null;
  const stages = stagesFor({ all }, counts ?? undefined);
  const counters = COUNTERS.filter(({ status }) => stages.includes(stageOf(status)));
  const lengths = counts ? barLengths(counts) : null;
  return (
    <Panel
      title={t("dashboard.pipeline.title")}
      actions={
        <PlaceLink to="/crm" className="link py-1 text-md">
          {t("dashboard.pipeline.open")}
        </PlaceLink>
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
                className="block px-[18px] py-2.5 hover:bg-deck max-md:flex max-md:items-baseline max-md:justify-between md:rounded-m md:px-[11px] md:py-2"
              >
                <span className="flex items-baseline gap-2">
                  <span className={cx("figure text-lg", counts?.[status] === 0 && "text-ink-3")}>
                    {counts ? format.number(counts[status]) : <Skeleton className="h-5 w-7" />}
                  </span>
                  <span className="min-w-0 truncate font-book">{t(`dashboard.pipeline.${name}`)}</span>
                </span>
                <span aria-hidden="true" className="mt-1.5 mb-1 meter h-[3px] max-md:hidden">
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
