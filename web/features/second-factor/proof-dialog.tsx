import { useEffect, useEffectEvent } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { answerProof } from "../../lib/proof.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DiscordIcon } from "../../ui/icons.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { ProveForm, type Way } from "./prove-form.tsx";
import { askPasskeys, confirmIdentity, useConfirmation } from "./second-factor.api.ts";

/** Asks over the page for a proof of who the user is; the request that needs it is sent again afterwards. */
export default function ProofDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useT();
  const { data, error, mutate } = useConfirmation();
  // It is asked for because the server wants one: what was known before says nothing.
  const lookAgain = useEffectEvent(async () => {
    const found = await mutate();
    if (found?.isRecent) answerProof(true);
  });
  useEffect(() => {
    const look = () => void lookAgain();
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, []);
  const ways = data?.methods.filter((each): each is Exclude<typeof each, "discord"> => each !== "discord");
  const discord = data?.methods.includes("discord") ? (
    <>
      <a
        href="/api/user/confirm/discord"
        target="_blank"
        rel="noopener"
        className={buttonClass({}, "h-[38px] w-full")}
      >
        <DiscordIcon />
        {t("proof.discord")}
      </a>
      <p className="hint">{t("proof.discord_hint")}</p>
    </>
  ) : null;
  return (
    <Dialog open onOpenChange={onClose} title={t("proof.title")} description={t("proof.text")} width={440}>
      <div className="space-y-3" aria-busy={!data && !error}>
        {ways && ways.length > 0 ? (
          <ProveForm
            ways={ways as Way[]}
            username={user.username}
            submitLabel={t("proof.submit")}
            askPasskey={askPasskeys}
            send={async (input) => {
              await confirmIdentity(input);
              answerProof(true);
            }}
          />
        ) : null}
        {data ? discord : null}
        {data ? null : error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : (
          <SkeletonLines lines={3} />
        )}
        <Button variant="quiet" className="w-full" onClick={onClose}>
          {t("proof.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
