import { useEffect, useEffectEvent } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { Confirmation } from "../../../worker/features/second-factor/second-factor.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { answerProof } from "../../lib/proof.ts";
import { AnswerView } from "../../ui/answer-view.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DiscordIcon } from "../../ui/icons.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ProveForm } from "./prove-form.tsx";
import { askPasskeys, confirmIdentity, useConfirmation } from "./second-factor.api.ts";

const WIDE_BUTTON = buttonClass({}, "h-[38px] w-full");

/** Asks for a proof of the user's identity over the page; the request that needs it is sent again afterwards. */
export default function ProofDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useT();
  const confirmation = useConfirmation();
  // The server wants a proof, so the cached answer is ignored.
  const lookAgain = useEffectEvent(async () => {
    const found = await confirmation.mutate();
    if (found?.isRecent) answerProof(true);
  });
  useEffect(() => {
    const look = () => void lookAgain();
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, []);
  const waysOf = ({ methods }: Confirmation) => {
    const ways = methods.filter((each) => each !== "discord");
    return (
      <>
        {ways.length > 0 ? (
          <ProveForm
            ways={ways}
            username={user.username}
            submitLabel={t("proof.submit")}
            askPasskey={askPasskeys}
            send={async (input) => {
              await confirmIdentity(input);
              answerProof(true);
            }}
          />
        ) : null}
        {methods.includes("discord") ? (
          <>
            <a href="/api/user/confirm/discord" target="_blank" rel="noopener" className={WIDE_BUTTON}>
              <DiscordIcon />
              {t("proof.discord")}
            </a>
            <p className="hint">{t("proof.discord_hint")}</p>
          </>
        ) : null}
      </>
    );
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("proof.title")} description={t("proof.text")} width={440}>
      <div className="space-y-3">
        <AnswerView answer={confirmation} loading={<SkeletonLines lines={3} />}>
          {waysOf}
        </AnswerView>
        <Button variant="quiet" className="w-full" onClick={onClose}>
          {t("action.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
