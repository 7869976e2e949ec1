import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";

/** What the page is for, to a member without a part in recruitment. */
export function WelcomeCard() {
  const t = useT();
  return (
    <div className="panel flex flex-wrap items-center gap-x-6 gap-y-3 px-[18px] py-4 max-lg:col-span-2 lg:col-span-2">
      <div className="min-w-0 flex-[1_1_300px]">
        <h2>{t("dashboard.welcome.title")}</h2>
        <p className="mt-1 max-w-[68ch] text-ink-2">{t("dashboard.welcome.text")}</p>
      </div>
      <ButtonLink to={ACCOUNT_PATH}>{t("dashboard.welcome.account")}</ButtonLink>
    </div>
  );
}
