import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { proofQuestion } from "../../lib/proof.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { WarningIcon } from "../../ui/icons.tsx";
import { Panel } from "../../ui/panel.tsx";
import { useSecondFactors } from "./second-factor.api.ts";

/** Tells a user whose permissions are withheld how to get them back: by the second step, or by setting one up first. */
export default function HeldNotice() {
  const t = useT();
  const { data } = useSecondFactors();
  const hasFactor = data && (data.authenticatorSince !== null || data.passkeys.length > 0);
  const way = hasFactor ? "confirm" : data?.blocked ? "password" : "set_up";
  const confirm = async () => {
    if (await proofQuestion.ask()) location.reload();
  };
  return (
    <Panel className="mb-[18px] flex flex-wrap items-start gap-3 px-[18px] py-4" role="status">
      <WarningIcon size={20} className="mt-px flex-none text-wait" />
      <div className="min-w-0 flex-1 basis-60">
        <h2>{t("factor.held_title")}</h2>
        {data ? <p className="mt-1 max-w-[72ch] text-ink-2">{t(`factor.held_text_${way}`)}</p> : null}
      </div>
      {!data ? null : way === "confirm" ? (
        <Button variant="primary" onClick={() => void confirm()}>
          {t("factor.held_confirm")}
        </Button>
      ) : (
        <ButtonLink to={`${ACCOUNT_PATH}/security`} variant="primary">
          {t(`factor.held_${way}`)}
        </ButtonLink>
      )}
    </Panel>
  );
}
