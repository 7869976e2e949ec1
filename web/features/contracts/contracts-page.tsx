import { Suspense } from "react";
import { oneOf, useAddress } from "../../lib/address.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Page } from "../../ui/page.tsx";
import { SegmentedLinks } from "../../ui/segmented-links.tsx";
import { PageSpinner } from "../../ui/states.tsx";
import { myApplications } from "./applications/index.ts";
import { myMoney } from "./payouts/index.ts";

const TABS = ["active", "drafts", "applications", "money"] as const;
const shape = { tab: oneOf(TABS) };

/** The board of contracts, in tabs. */
export default function ContractsPage() {
  const t = useT();
  const { address, hrefWith } = useAddress("/tools/contracts", shape);
  const tab = address.tab ?? "active";
  return (
    <Page
      title={t("contracts.title")}
      documentTitle={t("contracts.title")}
      beside={
        <SegmentedLinks
          label={t("contracts.tabs")}
          options={TABS.map((key) => ({ value: key, label: t(`contracts.tab.${key}`) }))}
          value={tab}
          to={(next) => hrefWith({ tab: next })}
        />
      }
    >
      <Suspense fallback={<PageSpinner />}>
        {tab === "applications" ? <myApplications.View /> : null}
        {tab === "money" ? <myMoney.View /> : null}
      </Suspense>
    </Page>
  );
}
