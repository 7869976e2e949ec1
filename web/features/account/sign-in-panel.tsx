import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import type { Account, CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { type Message, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { isProven, unlinkDiscord } from "./account.api.ts";
import { CONFIRMED, LINKED, outcomeOf } from "./outcomes.ts";
import { Row } from "./row.tsx";

const SignInDialogs = lazyDialog(() => import("./sign-in-dialogs.tsx"));

/** Shows once the outcome that the address has after coming back from Discord, and takes it out of the address. */
function useOutcome<Outcome extends string>(
  name: string,
  outcomes: readonly Outcome[],
  agrees: () => boolean | Promise<boolean>,
  toldOf: (outcome: Outcome) => Message,
): void {
  const [params, setParams] = useSearchParams();
  const value = params.get(name);
  const tell = useEffectEvent((found: Outcome | null) => {
    const variant = found === outcomes[0] ? "default" : "destructive";
    if (found !== null) toast({ ...toldOf(found), variant, duration: 12_000 });
    setParams({}, { replace: true });
  });
  const read = useEffectEvent(() => outcomeOf(value, outcomes, agrees));
  useEffect(() => {
    if (value === null) return;
    let isCurrent = true;
    void read().then((found) => isCurrent && tell(found));
    return () => {
      isCurrent = false;
    };
  }, [value]);
}

export function SignInPanel({ user, account }: { user: CurrentUser; account: Account | undefined }) {
  const t = useT();
  const [open, setOpen] = useState<"password" | "link" | "unlink" | null>(null);
  const hasDiscord = user.signInMethods.includes("discord");
  useOutcome(
    "discord",
    LINKED,
    () => hasDiscord,
    (outcome) => ({
      title: t(outcome === "linked" ? "users.link.linked" : "users.link.not_linked"),
      description: t(`users.outcome.${outcome}`),
    }),
  );
  useOutcome("confirm", CONFIRMED, isProven, (outcome) => ({
    title: t(outcome === "confirmed" ? "users.confirm.confirmed_title" : "users.confirm.failed_title"),
    description: t(`users.outcome.${outcome}`),
  }));
  const hasPassword = user.signInMethods.includes("password");
  const discord = hasDiscord ? "unlink" : "link";
  const close = () => setOpen(null);
  const keeps = account?.signIn.keepsDiscord;
  const whyKept = keeps ? t(`users.link.${keeps}`) : null;
  return (
    <Panel id="sign-in" title={t("users.sign_in")} className="scroll-mt-[74px]">
      <div>
        <Row
          label={t("users.method_password")}
          hint={hasPassword ? t("users.password.with", { name: user.username }) : t("users.password.none")}
        >
          <Button size="s" onClick={() => setOpen("password")}>
            {t(hasPassword ? "users.password.change" : "users.password.set")}
          </Button>
        </Row>
        <Row
          label={t("users.method_discord")}
          hint={whyKept ?? t(hasDiscord ? "users.link.linked_hint" : "users.link.none")}
        >
          {hasDiscord && whyKept ? null : (
            <Button size="s" onClick={() => setOpen(discord)}>
              {t(`users.link.${discord}`)}
            </Button>
          )}
        </Row>
      </div>
      {open && open !== "unlink" ? <SignInDialogs name={open} user={user} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "unlink"}
        onOpenChange={close}
        title={t("users.link.unlink_title")}
        description={t("users.link.unlink_text", { name: user.username })}
        confirmLabel={t("users.link.unlink")}
        danger
        onConfirm={unlinkDiscord}
        done={{ title: t("users.link.unlinked") }}
      />
    </Panel>
  );
}
