import { useT } from "../../lib/i18n/i18n.ts";
import { TabbedPage } from "../../ui/tabbed-page.tsx";

export default function OrganizationPage() {
  const t = useT();
  return (
    <TabbedPage
      path="/organization"
      title={t("organization.title")}
      label={t("organization.tabs")}
      denied={t("organization.no_access")}
    />
  );
}
