import { Navigate } from "react-router";
import { text, useAddress } from "../../lib/address.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { useUser } from "../../lib/session.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PeopleIcon } from "../../ui/icons.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { TabbedPage } from "../../ui/tabbed-page.tsx";
import { useTeams } from "../teams/index.ts";

/** Leads a member whose role opens none of the tabs to the pages that they have. */
function NoTabs() {
  const t = useT();
  return (
    <EmptyState
      icon={<PeopleIcon size={22} />}
      title={t("organization.nothing")}
      text={t("organization.nothing_text")}
      action={
        <>
          <ButtonLink to="/tools/contracts">{t("organization.contracts")}</ButtonLink>
          <ButtonLink to="/my-hangar" variant="primary">
            {t("organization.my_hangar")}
          </ButtonLink>
        </>
      }
    />
  );
}

const ADDRESS = { tab: text(20) };

/** The page of every member, with the tabs that they may see. */
export default function OrganizationPage() {
  const t = useT();
  const { user } = useUser();
  const edits = useCan("admin.system");
  const { address } = useAddress("/organization", ADDRESS);
  const { data: teams } = useTeams();
  // Until it is known, only a link to them shows the tab.
  const hasTeams = edits || (teams ? teams.length > 0 : address.tab === "teams");
  if (user && !user.member) return <Navigate to={ACCOUNT_PATH} state replace />;
  return (
    <TabbedPage
      path="/organization"
      title={t("organization.title")}
      label={t("organization.tabs")}
      none={<NoTabs />}
      without={hasTeams ? [] : ["teams"]}
    />
  );
}
