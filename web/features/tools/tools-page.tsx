import { useT } from "../../lib/i18n/i18n.ts";
import { Page } from "../../ui/page.tsx";

/** The tools that the reader may use. */
export default function ToolsPage() {
  const t = useT();
  return (
    <Page title={t("tools.title")} documentTitle={t("tools.title")}>
      {null}
    </Page>
  );
}
