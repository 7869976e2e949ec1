import { useState } from "react";
import type { Team } from "../../../worker/features/teams/teams.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PeopleIcon, PlusIcon } from "../../ui/icons.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Reviews } from "./reviews.tsx";
import { TeamCard } from "./team-card.tsx";
import { useTeams } from "./teams.api.ts";

const ApplyDialog = lazyDialog<{ team: Team; onClose: () => void }>(() => import("./apply-dialog.tsx"));

/** Members apply to teams and read the answer; reviewers answer before it. */
export default function TeamsTab() {
  return (
    <AnswerView answer={useTeams()} loading={<Loading />} stateClass="panel">
      {(teams) => (teams.length > 0 ? <Teams teams={teams} /> : <NoTeams />)}
    </AnswerView>
  );
}

const CARDS = "grid items-start gap-[18px] sm:grid-cols-2 xl:grid-cols-3";

const Loading = () => (
  <div className={CARDS}>
    {["a", "b", "c"].map((each) => (
      <div key={each} className="panel p-[18px]">
        <SkeletonLines lines={3} />
      </div>
    ))}
  </div>
);

function NoTeams() {
  const t = useT();
  const edits = useCan("admin.system");
  return (
    <div className="panel">
      <EmptyState
        icon={<PeopleIcon size={22} />}
        title={t("teams.none")}
        action={
          edits ? (
            <ButtonLink to="/admin?tab=recruiting&view=teams" variant="primary" icon={<PlusIcon />}>
              {t("teams.add")}
            </ButtonLink>
          ) : null
        }
      />
    </div>
  );
}

function Teams({ teams }: { teams: readonly Team[] }) {
  const [applyingTo, setApplyingTo] = useState<Team | null>(null);
  // Its questions may change while they are answered, and a team that closes meanwhile is shown no longer.
  const applying = applyingTo && (teams.find(({ id }) => id === applyingTo.id) ?? applyingTo);
  const reviewed = teams.filter(({ can }) => can.review);
  return (
    <div
      className={cx(
        "grid items-start gap-[22px]",
        reviewed.length > 0 && "lg:grid-cols-[minmax(0,1fr)_minmax(280px,340px)]",
      )}
    >
      {reviewed.length > 0 ? <Reviews teams={reviewed} /> : null}
      <ul className={reviewed.length > 0 ? "grid gap-3" : CARDS}>
        {teams.map((team) => (
          <TeamCard key={team.id} team={team} onApply={() => setApplyingTo(team)} />
        ))}
      </ul>
      {applying ? <ApplyDialog team={applying} onClose={() => setApplyingTo(null)} /> : null}
    </div>
  );
}
