import type { HealthReport } from "../../../worker/features/health/health.schema.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { Markdown } from "../../ui/markdown.tsx";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useReport } from "./health.api.ts";
import { HealthPanel } from "./health-panel.tsx";
import { JobsPanel } from "./jobs-panel.tsx";
import { ShipCard } from "./ship-card.tsx";
import { SlowPanel } from "./slow-panel.tsx";
import { verdictOf } from "./verdict.ts";

/** What a newer version changes. */
function UpdateCard({ update }: { update: NonNullable<HealthReport["update"]> }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel
      title={t("health.version.title", { version: update.version })}
      actions={<Badge tone="wait">{t("health.version.update")}</Badge>}
    >
      <div className="grid gap-2 px-[18px] py-3">
        <p className="font-book">{update.name}</p>
        {update.publishedAt ? (
          <p className="hint">
            {t("health.version.published", { day: format.dayWithin(update.publishedAt) })}
          </p>
        ) : null}
        <Markdown text={update.notes} />
        <p>
          <a href={update.url} target="_blank" rel="noopener noreferrer" className="link">
            {t("health.version.more")}
          </a>
        </p>
      </div>
    </Panel>
  );
}

export default function ApiTab() {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const now = useNow();
  const { data, error, mutate } = useReport();
  const sentence =
    data &&
    (verdictOf(data, now, language, t) ??
      t("health.verdict.unmeasured", { when: format.relative(data.nextCheckAt, now) }));
  return (
    <>
      {sentence ? <PageSentence>{sentence}</PageSentence> : null}
      <div className="grid grid-cols-[minmax(0,1fr)_372px] items-start gap-[18px] max-xl:grid-cols-[minmax(0,1fr)]">
        <div className="grid min-w-0 gap-[18px]">
          {data ? (
            <>
              <HealthPanel report={data} />
              <JobsPanel jobs={data.jobs} />
              <SlowPanel routes={data.slow} />
            </>
          ) : error ? (
            <Panel>
              <ErrorState error={error} onRetry={() => void mutate()} />
            </Panel>
          ) : (
            <Panel title={t("health.title")} aria-busy>
              <SkeletonLines lines={9} className="p-[18px]" />
            </Panel>
          )}
        </div>
        <div className="grid min-w-0 gap-[18px]">
          {data?.update ? <UpdateCard update={data.update} /> : null}
          <ShipCard />
        </div>
      </div>
    </>
  );
}
