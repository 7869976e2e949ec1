import { Suspense } from "react";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { PageSentence } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { AnnouncementsPanel } from "../announcements/index.ts";
import { CommandsCard } from "../interactions/index.ts";
import { webhooksPart } from "../webhooks/index.ts";
import { useReport } from "./health.api.ts";
import { HealthPanel } from "./health-panel.tsx";
import { JobsPanel } from "./jobs-panel.tsx";
import { ShipCard } from "./ship-card.tsx";
import { SlowPanel } from "./slow-panel.tsx";
import { verdictOf } from "./verdict.ts";
import { VersionCard } from "./version-card.tsx";

/** Titles of the panels, with their lines of skeletons. */
const LOADING = [
  ["health.title", 9],
  ["health.jobs", 4],
  ["health.slow", 1],
] as const;

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
            LOADING.map(([title, lines]) => (
              <Panel key={title} title={t(title)} aria-busy>
                <SkeletonLines lines={lines} className="p-[18px]" />
              </Panel>
            ))
          )}
          <AnnouncementsPanel />
        </div>
        <div className="grid min-w-0 gap-[18px]">
          {data ? <VersionCard version={data.version} update={data.update} /> : null}
          <ShipCard />
          <CommandsCard />
        </div>
      </div>
      <Suspense fallback={<SkeletonLines lines={4} className="mt-[18px]" />}>
        <webhooksPart.View />
      </Suspense>
    </>
  );
}
