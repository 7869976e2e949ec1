import { Suspense, useState } from "react";
import { FIGURES } from "../../../worker/features/prospects/pipeline.schema.ts";
import type { UserStats } from "../../../worker/features/prospects/prospects.schema.ts";
import { cx } from "../../lib/cx.ts";
import { firstName } from "../../lib/format.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { PHONE, useMedia } from "../../lib/use-media.ts";
import { useNow } from "../../lib/use-now.ts";
import { useSteps } from "../../lib/use-steps.ts";
import { whenNear } from "../../lib/when-near.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { nextEvent } from "../events/index.ts";
import { awayButton } from "../leave/index.ts";
import { needsPanel } from "../notices/index.ts";
import { figurePath, ProspectDialog, useMyWork } from "../prospects/index.ts";
import { setupPanel, useSetup } from "../setup/index.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { useDashboardAddress } from "./address.ts";
import { useDashboardStats } from "./dashboard.api.ts";
import { DiscordPanel } from "./discord-panel.tsx";
import { partOfDay } from "./greeting.ts";
import { PipelinePanel } from "./pipeline-panel.tsx";
import { StatCards } from "./stat-cards.tsx";

const memberHome = part(
  () => import("./member-home.tsx"),
  (language) => [import(`./home.${language}.json`)],
);

const urgentPanel = part(
  () => import("./urgent-panel.tsx"),
  (language) => [import(`./urgent.${language}.json`)],
);

// They come with the page's script, and are drawn with it.
void needsPanel.preload();
void nextEvent.preload();

const GAPS = "gap-[18px] max-lg:gap-3";

const ACTION = "max-md:grow max-md:px-2.5";

function Actions({ work }: { work: UserStats | undefined }) {
  const t = useT();
  const seesTeam = useCan("crm.team_overview");
  const adds = useCan("prospects.write");
  return (
    <>
      <ButtonLink to={figurePath({ ...FIGURES.open, assignedTo: "me" })} className={ACTION}>
        {t("dashboard.action.mine")}
        {work ? <span className="figure text-ink-3">{work.assigned + work.withoutDeadline}</span> : null}
      </ButtonLink>
      {seesTeam ? (
        <ButtonLink to="/crm?tab=team" className="max-md:hidden">
          {t("dashboard.action.team")}
        </ButtonLink>
      ) : null}
      {adds ? (
        <ButtonLink to="/crm?new=1" icon={<PlusIcon />} className={ACTION}>
          {t("dashboard.action.add")}
        </ButtonLink>
      ) : null}
    </>
  );
}

/** Draws the urgent deadlines when a user sees their place. */
function Urgent() {
  const t = useT();
  const [isSeen, setSeen] = useState(false);
  const [place] = useState(() => whenNear(() => setSeen(true), 0));
  const waiting = (
    <Panel title={t("dashboard.urgent.title")} aria-busy="true">
      <SkeletonLines lines={8} className="p-[18px]" />
    </Panel>
  );
  return isSeen ? (
    <Suspense fallback={waiting}>
      <urgentPanel.View />
    </Suspense>
  ) : (
    <div ref={place}>{waiting}</div>
  );
}

export default function DashboardPage() {
  const t = useT();
  const seesProspects = useCan("prospects.read");
  const seesBots = useCan("bots.read");
  const { address, close, opener } = useDashboardAddress();
  const { user } = useUser();
  const when = partOfDay(new Date(useNow()).getHours());
  const { data: stats } = useDashboardStats();
  const work = useMyWork(seesProspects).data;
  const phone = useMedia(PHONE);
  const step = useSteps(3);
  const setup = useSetup();
  const isSettingUp = setup.state === "open";
  const linesOf = (lines: number) => (
    <Panel className="space-y-6 p-[22px]" aria-busy="true">
      <SkeletonLines lines={lines} />
    </Panel>
  );
  const nextPanel = useCan("events.read") ? (
    <Suspense fallback={linesOf(3)}>
      <nextEvent.View />
    </Suspense>
  ) : null;
  const discordPanel = seesBots ? <DiscordPanel /> : null;
  const setupView = (
    <Suspense fallback={linesOf(12)}>
      <setupPanel.View />
    </Suspense>
  );
  return (
    <Page
      title={user && t(`dashboard.greeting.${when}`, { name: firstName(user.displayName) || user.username })}
      documentTitle={t("dashboard.title")}
      hasSentence={isSettingUp}
      actions={
        seesProspects ? (
          <Actions work={work} />
        ) : (
          <Suspense>
            <awayButton.View />
          </Suspense>
        )
      }
    >
      {setup.state === "done" ? setupView : null}
      {setup.state === "failed" ? (
        <Panel className="mb-[18px]">
          <ErrorState error={setup.answer.error} onRetry={() => void setup.answer.mutate()} />
        </Panel>
      ) : null}
      {isSettingUp ? (
        <>
          <div className={cx("mb-[18px] grid xl:grid-cols-[minmax(0,1fr)_344px]", GAPS)}>
            <div className="min-w-0">{setupView}</div>
            {step > 2 ? (
              <div className={cx("flex min-w-0 flex-col xl:*:last:flex-1", GAPS)}>
                {discordPanel}
                <ActivityPanel />
              </div>
            ) : null}
          </div>
          <div className="mb-[18px]">
            <StatCards isFresh />
          </div>
          {seesProspects ? (
            <div className={cx("grid", GAPS)}>
              <PipelinePanel />
              {stats?.urgent ? <Urgent /> : null}
            </div>
          ) : null}
        </>
      ) : seesProspects ? (
        <div className={cx("grid items-start xl:grid-cols-[minmax(0,1fr)_344px]", GAPS)}>
          <div className={cx("grid min-w-0", GAPS)}>
            <Suspense fallback={linesOf(12)}>
              <needsPanel.View title={t("dashboard.needs")} most={phone ? 4 : 6} />
            </Suspense>
            {setup.state === "loading" || step < 1 ? null : <PipelinePanel />}
            {setup.state === "loading" || step < 2 ? null : <Urgent />}
          </div>
          {step > 2 ? (
            <div className={cx("grid min-w-0 items-start md:max-xl:grid-cols-2", GAPS)}>
              <div className="md:max-xl:col-span-2">
                <StatCards />
              </div>
              {nextPanel}
              {discordPanel}
              <ActivityPanel />
            </div>
          ) : (
            linesOf(12)
          )}
        </div>
      ) : (
        <Suspense fallback={linesOf(12)}>
          <memberHome.View />
        </Suspense>
      )}
      {seesProspects && address.prospect !== null ? (
        <ProspectDialog
          key={address.prospect}
          id={address.prospect}
          onClose={() => close({ prospect: null })}
          {...(opener ? { returnFocus: `[data-opener="${CSS.escape(opener)}"]` } : {})}
        />
      ) : null}
    </Page>
  );
}
