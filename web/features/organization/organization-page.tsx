import { useT } from "../../lib/i18n/i18n.ts";
import { type PageTab, TabbedPage } from "../../ui/tabbed-page.tsx";
import { fleetActions, fleetTab } from "../fleet/index.ts";

/** Every tab, in order. Each belongs to a feature, imported by its index. */
const TABS: readonly PageTab[] = [
  {
    key: "fleet",
    label: "organization.tab.fleet",
    need: "members.read",
    View: fleetTab.View,
    Actions: fleetActions.View,
  },
];

export default function OrganizationPage() {
  const t = useT();
  return (
    <TabbedPage
      path="/organization"
      title={t("organization.title")}
      label={t("organization.tabs")}
      tabs={TABS}
      denied={t("organization.no_access")}
    />
  );
}
