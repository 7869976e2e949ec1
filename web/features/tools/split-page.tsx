import { Suspense } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Page } from "../../ui/page.tsx";
import { PageSpinner } from "../../ui/states.tsx";
import { splitCalculator } from "../payouts/index.ts";

export default function SplitPage() {
  const t = useT();
  const title = t("tools.split");
  return (
    <Page title={title} documentTitle={title} above={<BackLink to="/tools">{t("tools.title")}</BackLink>}>
      <Suspense fallback={<PageSpinner />}>
        <splitCalculator.View />
      </Suspense>
    </Page>
  );
}
