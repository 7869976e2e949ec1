import { useT } from "../lib/i18n/i18n.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Page } from "../ui/page.tsx";

/** Says that there is nothing at this address. */
export function NotFoundPage() {
  const t = useT();
  return (
    <Page title={t("notfound.title")} documentTitle={t("notfound.title")} sub={t("notfound.text")}>
      <ButtonLink to="/" variant="primary">
        {t("notfound.action")}
      </ButtonLink>
    </Page>
  );
}
