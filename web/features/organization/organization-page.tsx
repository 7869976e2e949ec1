import { Suspense } from "react";
import { oneOf, useAddress } from "../../lib/address.ts";
import { can } from "../../lib/can.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { Page } from "../../ui/page.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { NoAccess, PageSpinner } from "../../ui/states.tsx";
import { TABS } from "./tabs.ts";

const shape = { tab: oneOf(TABS.map(({ key }) => key)) };

/** What the organization has and does, in tabs; with one of them alone there is nothing to choose. */
export default function OrganizationPage() {
  const t = useT();
  const { user } = useUser();
  const { address } = useAddress("/organization", shape);
  const tabs = TABS.filter(({ need }) => can(user?.permissions ?? [], need));
  const tab = tabs.find(({ key }) => key === address.tab) ?? tabs[0];
  const title = t("organization.title");
  if (!tab) {
    return (
      <Page title={title} documentTitle={title}>
        <div className="panel">
          <NoAccess text={t("organization.no_access")} />
        </div>
      </Page>
    );
  }
  return (
    <Page
      title={title}
      documentTitle={`${t(tab.label)} · ${title}`}
      hasSentence
      beside={
        tabs.length > 1 ? (
          <SegmentedLinks
            label={t("organization.tabs")}
            options={tabs.map(({ key, label }) => ({ value: key, label: t(label) }))}
            value={tab.key}
            // A tab begins without what the address says of another one.
            to={(key) => `/organization?tab=${key}`}
          />
        ) : null
      }
      actions={
        tab.Actions ? (
          <Suspense>
            <tab.Actions />
          </Suspense>
        ) : null
      }
    >
      <Suspense fallback={<PageSpinner />}>
        <tab.View key={tab.key} />
      </Suspense>
    </Page>
  );
}
