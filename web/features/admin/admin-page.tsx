import { Suspense } from "react";
import { oneOf, useAddress } from "../../lib/address.ts";
import { can } from "../../lib/can.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Page } from "../../ui/page.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { PageSpinner } from "../../ui/states.tsx";
import { AdminActions } from "./admin-actions.tsx";
import { TABS } from "./tabs.ts";

const shape = { tab: oneOf(TABS.map(({ key }) => key)) };

/** The administration: one tab for each thing that an administrator looks after. */
export default function AdminPage() {
  const t = useT();
  const { user } = useUser();
  const { address } = useAddress("/admin", shape);
  const tabs = TABS.filter(({ need }) => can(user?.permissions ?? [], need));
  const tab = tabs.find(({ key }) => key === address.tab) ?? tabs[0];
  if (!tab) return null;
  return (
    <Page
      title={t("admin.title")}
      documentTitle={`${t(tab.label)} · ${t("admin.title")}`}
      actions={<AdminActions />}
      hasSentence
    >
      <SegmentedLinks
        label={t("admin.tabs")}
        options={tabs.map(({ key, label }) => ({ value: key, label: t(label) }))}
        value={tab.key}
        // A tab begins without what the address says of another one.
        to={(key) => `/admin?tab=${key}`}
        className="mb-[18px]"
      />
      <Suspense fallback={<PageSpinner />}>
        <tab.View key={tab.key} />
      </Suspense>
    </Page>
  );
}
