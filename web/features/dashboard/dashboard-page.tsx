import { Suspense, useDeferredValue } from "react";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useNow } from "../../lib/use-now.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ProspectDialog } from "../prospects/index.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { useDashboardAddress } from "./address.ts";
import { useDashboardStats, useMyWork } from "./dashboard.api.ts";
import { DiscordPanel } from "./discord-panel.tsx";
import { firstName, partOfDay } from "./greeting.ts";
import { PipelinePanel } from "./pipeline-panel.tsx";
import { QuickActions } from "./quick-actions.tsx";
import { StatCards } from "./stat-cards.tsx";

export { firstPaths } from "./dashboard.api.ts";

// Below the fold on a phone, and with the filter menu the heaviest part.
const urgentPanel = part(() => import("./urgent-panel.tsx"));

function usePartOfDay() {
  return partOfDay(new Date(useNow()).getHours());
}

function Greeting() {
  const t = useT();
  const { user } = useUser();
  const part = usePartOfDay();
  return user ? t(`dashboard.greeting.${part}`, { name: firstName(user) }) : null;
}

function Situation() {
  const t = useT();
  const when = usePartOfDay();
  const count = useDashboardStats().data?.urgent;
  // The line keeps its place while the figure is on its way.
  return count === null || count === undefined ? "\u00a0" : t("dashboard.sub", { count, when });
}

function Actions() {
  const t = useT();
  const seesProspects = useCan("prospects.read");
  const seesTeam = useCan({ all: ["prospects.read", "crm.team_overview"] });
  const adds = useCan({ all: ["prospects.read", "prospects.write"] });
  const assigned = useMyWork(seesProspects).data?.assigned;
  return (
    <>
      {seesProspects ? (
        <ButtonLink to="/crm?tab=mine" className="max-md:flex-1 max-md:px-2.5">
          {t("dashboard.action.mine")}
          {assigned === undefined ? null : (
            <>
              <span className="figure text-ink-3" aria-hidden="true">
                {assigned}
              </span>
              <span className="sr-only">{t("dashboard.action.mine_count", { count: assigned })}</span>
            </>
          )}
        </ButtonLink>
      ) : null}
      {seesTeam ? (
        <ButtonLink to="/crm?tab=team" className="max-md:flex-1 max-md:px-2.5">
          {t("dashboard.action.team")}
        </ButtonLink>
      ) : null}
      {adds ? (
        <ButtonLink to="/crm?new=1" variant="primary" className="max-md:flex-1 max-md:px-2.5">
          {t("dashboard.action.add")}
        </ButtonLink>
      ) : null}
    </>
  );
}

/** The first page: what is so, what is urgent, and the way to everything else. */
export default function DashboardPage() {
  const t = useT();
  const seesProspects = useCan("prospects.read");
  const seesBots = useCan("bots.read");
  const { address, close, opener } = useDashboardAddress();
  // What is seen first is drawn first, and the rest a moment later.
  const isDrawn = useDeferredValue(true, false);
  return (
    <Page
      title={<Greeting />}
      documentTitle={t("nav.dashboard")}
      sub={seesProspects ? <Situation /> : undefined}
      actions={seesProspects ? <Actions /> : undefined}
    >
      <StatCards />
      {seesProspects ? (
        <div className="grid items-start gap-[18px] max-lg:gap-3 xl:grid-cols-[minmax(0,1fr)_344px]">
          <div className="grid min-w-0 gap-[18px] max-lg:gap-3">
            <PipelinePanel />
            {isDrawn ? (
              <>
                <Suspense
                  fallback={
                    <Panel title={t("dashboard.urgent.title")} className="min-h-[420px]">
                      <SkeletonLines lines={5} />
                    </Panel>
                  }
                >
                  <urgentPanel.View />
                </Suspense>
                <QuickActions />
              </>
            ) : null}
          </div>
          <div className="grid min-w-0 items-start gap-[18px] max-lg:gap-3 md:max-xl:auto-cols-fr md:max-xl:grid-flow-col">
            {isDrawn ? (
              <>
                {seesBots ? <DiscordPanel /> : null}
                <ActivityPanel />
              </>
            ) : null}
          </div>
        </div>
      ) : (
        <div className="grid items-start gap-[18px] max-lg:gap-3 md:auto-cols-fr md:grid-flow-col">
          <ActivityPanel />
          {seesBots ? (
            <div className="grid gap-[18px] max-lg:gap-3">
              <DiscordPanel />
              <QuickActions />
            </div>
          ) : null}
        </div>
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
