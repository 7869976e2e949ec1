import { type ReactNode, Suspense } from "react";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { useSteps } from "../../lib/use-steps.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ownContracts } from "../contracts/index.ts";
import { tonight } from "../events/index.ts";
import { needsPanel, useNeeds } from "../notices/index.ts";
import { moneyPanel } from "../payouts/index.ts";
import { ActivityPanel } from "./activity-panel.tsx";
import { useDashboardStats } from "./dashboard.api.ts";
import { DiscordPanel } from "./discord-panel.tsx";
import { Change } from "./stat-cards.tsx";
import { OwnStep } from "./step-panel.tsx";
import { VoicePanel } from "./voice-panel.tsx";

const GAPS = "grid gap-[18px] empty:hidden max-lg:gap-3";
/** Two panels side by side, the first twice as wide; one alone fills the row. */
const ROW = `${GAPS} lg:has-[>:nth-child(2):not(:empty)]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]`;

function Part({ lines, children }: { lines: number; children: ReactNode }) {
  const waiting = (
    <Panel className="p-[22px]" aria-busy="true">
      <SkeletonLines lines={lines} />
    </Panel>
  );
  return <Suspense fallback={waiting}>{children}</Suspense>;
}

/** The home of a user without prospects: what is theirs first, the organization's last. */
export default function MemberHome() {
  const t = useT();
  const step = useSteps(2);
  const seesEvents = useCan("events.read");
  const seesContracts = useCan("contracts.read");
  const seesBots = useCan("bots.read");
  const isAsked = useNeeds().data?.length !== 0;
  return (
    <div className={GAPS}>
      <div className={ROW}>
        {seesEvents ? (
          <Part lines={12}>
            <tonight.View isFirst={!isAsked} />
          </Part>
        ) : null}
        {isAsked ? (
          <Part lines={8}>
            <needsPanel.View title={t("home.needs")} most={4} />
          </Part>
        ) : null}
      </div>
      {step > 0 ? (
        <div className={ROW}>
          <div className={`${GAPS} content-start`}>
            {seesContracts ? (
              <Part lines={10}>
                <ownContracts.View />
              </Part>
            ) : null}
            <OwnStep />
          </div>
          <div className={`${GAPS} content-start`}>
            {seesContracts ? (
              <Part lines={8}>
                <moneyPanel.View />
              </Part>
            ) : null}
            <VoicePanel />
          </div>
        </div>
      ) : null}
      {step > 1 ? (
        <>
          <ActivityPanel />
          {seesBots ? <DiscordPanel /> : null}
          <Members />
        </>
      ) : null}
    </div>
  );
}

/** How many members there are, in one line. */
function Members() {
  const t = useT();
  const { user } = useUser();
  const answer = useDashboardStats();
  const seesMembers = useCan("members.read");
  return (
    <section aria-label={t("dashboard.cards")}>
      <AnswerView answer={answer} loading={<SkeletonLines lines={1} className="pad py-1" />}>
        {({ totalMembers, memberChangePercent: percent }) => (
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 pad">
            <span className="label">{t("dashboard.card.members")}</span>
            <span className="figure text-lg">
              {seesMembers ? (
                <PlaceLink to="/members?status=active" className="target hover:underline">
                  {totalMembers}
                </PlaceLink>
              ) : (
                totalMembers
              )}
            </span>
            {percent === null ? null : <Change percent={percent} />}
            <span className="hint">
              {t("dashboard.card.members_caption", { organization: user?.organizationName })}
            </span>
          </p>
        )}
      </AnswerView>
    </section>
  );
}
