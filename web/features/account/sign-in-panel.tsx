import { Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Account, CurrentUser } from "../../../worker/features/account/account.schema.ts";
import type { LinkOutcome } from "../../../worker/features/auth/auth.schema.ts";
import type { ConfirmOutcome } from "../../../worker/features/second-factor/second-factor.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Panel } from "../../ui/panel.tsx";
import { part } from "../../ui/part.tsx";
import { unlinkDiscord } from "./account.api.ts";
import { Row } from "./row.tsx";

const passwordDialog = part(() => import("./password-dialog.tsx"), "account");
const linkDialog = part(() => import("./link-dialog.tsx"), "account");

/** How linking can end, and how that is told. */
const VARIANTS = {
  linked: "default",
  taken: "destructive",
  failed: "destructive",
  error: "destructive",
  ended: "destructive",
} as const satisfies Record<LinkOutcome, string>;

const CONFIRM_OUTCOMES = [
  "confirmed",
  "other",
  "failed",
  "error",
  "ended",
] as const satisfies readonly ConfirmOutcome[];

/** Tells once how linking a Discord account ended, which the address says after coming back from there. */
function useOutcome(): void {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const said = params.get("discord");
  const outcome = (Object.keys(VARIANTS) as LinkOutcome[]).find((each) => each === said);
  useEffect(() => {
    if (!outcome) return;
    toast({
      title: t(outcome === "linked" ? "users.link.linked" : "users.link.not_linked"),
      description: t(`users.link.outcome.${outcome}`),
      variant: VARIANTS[outcome],
      duration: 12_000,
    });
    setParams({}, { replace: true });
  }, [outcome, t, setParams]);
}

/** Tells once how confirming with Discord ended, in the tab that was opened for it. */
function useConfirmed(): void {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const said = params.get("confirm");
  const outcome = CONFIRM_OUTCOMES.find((each) => each === said);
  useEffect(() => {
    if (!outcome) return;
    const isConfirmed = outcome === "confirmed";
    toast({
      title: t(isConfirmed ? "users.confirm.confirmed_title" : "users.confirm.failed_title"),
      description: t(`users.confirm.${outcome}`),
      variant: isConfirmed ? "default" : "destructive",
      duration: 12_000,
    });
    setParams({}, { replace: true });
  }, [outcome, t, setParams]);
}

/** The ways in which the user signs in. */
export function SignInPanel({ user, account }: { user: CurrentUser; account: Account | undefined }) {
  const t = useT();
  const [open, setOpen] = useState<"password" | "link" | "unlink" | null>(null);
  useOutcome();
  useConfirmed();
  const [hasPassword, hasDiscord] = (["password", "discord"] as const).map((each) =>
    user.signInMethods.includes(each),
  );
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
          {hasDiscord ? (
            <Button size="s" reason={whyKept} onClick={() => setOpen("unlink")}>
              {t("users.link.unlink")}
            </Button>
          ) : (
            <Button size="s" onClick={() => setOpen("link")}>
              {t("users.link.link")}
            </Button>
          )}
        </Row>
      </div>
      <Suspense>
        {open === "password" ? <passwordDialog.View user={user} onClose={close} /> : null}
        {open === "link" ? <linkDialog.View onClose={close} /> : null}
      </Suspense>
      <ConfirmDialog
        open={open === "unlink"}
        onOpenChange={close}
        title={t("users.link.unlink_title")}
        description={t("users.link.unlink_text", { name: user.username })}
        confirmLabel={t("users.link.unlink")}
        danger
        onConfirm={async () => {
          await unlinkDiscord();
          toast({ title: t("users.link.unlinked") });
        }}
      />
    </Panel>
  );
}
