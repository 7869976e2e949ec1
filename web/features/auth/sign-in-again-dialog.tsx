import { type FormEvent, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { useAction } from "../../lib/action.ts";
import { errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { askServer, setUser, signOutQuietly } from "../../lib/session.tsx";
import { answerSignInAgain } from "../../lib/sign-in-again.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { DiscordIcon } from "../../ui/icons.tsx";
import { secondStep } from "../second-factor/index.ts";
import { finishSigningInAgain, type SecondStep, signInAgain } from "./auth.api.ts";

const WIDE = "h-[38px] w-full";

/** Asks the user to sign in again over a page whose session has ended; the page stays as it is. */
export default function SignInAgainDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useT();
  const { displayName: name, username, signInMethods } = user;
  const [error, setError] = useState<string | null>(null);
  const [step, setStep] = useState<SecondStep | null>(null);

  const take = async (answer: CurrentUser | SecondStep) => {
    if ("methods" in answer) return setStep(answer);
    if (answer.id !== user.id) await signOutQuietly();
    await accept(answer);
  };
  const accept = async (found: CurrentUser) => {
    if (found.id !== user.id) return setError(t("session.again_wrong_account", { name }));
    await setUser(found);
    answerSignInAgain(true);
  };
  const lookAgain = useEffectEvent(async () => {
    const found = await askServer().catch(() => null);
    if (found) await accept(found);
  });
  useEffect(() => {
    const look = () => void lookAgain();
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, []);

  const signing = useAction(
    async ({ value: password }: HTMLInputElement) => take(await signInAgain({ username, password })),
    {
      failed: (failure, field) => {
        setError(errorText(failure));
        field.select();
      },
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signing.pending) return;
    const field = event.currentTarget.elements.namedItem("password") as HTMLInputElement;
    setError(field.value === "" ? t("session.again_empty") : null);
    if (field.value === "") field.focus();
    else void signing.run(field);
  };
  return (
    <Dialog
      open
      interrupts
      onOpenChange={onClose}
      title={t("session.again_title")}
      description={t("session.again_text", { name })}
      width={440}
    >
      <div className="space-y-4">
        {step ? (
          <Suspense>
            <secondStep.View
              step={step}
              send={async (input) => take(await finishSigningInAgain(input))}
              onBack={(reason) => {
                setStep(null);
                setError(reason && errorText(reason));
              }}
            />
          </Suspense>
        ) : signInMethods.includes("password") ? (
          <form noValidate className="space-y-3" onSubmit={submit}>
            <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
            <PasswordField name="password" label={t("auth.password")} error={error} required />
            <Button type="submit" variant="primary" pending={signing.pending} className={WIDE}>
              {t("auth.sign_in")}
            </Button>
          </form>
        ) : error ? (
          <p role="alert" className="text-stop">
            {error}
          </p>
        ) : null}
        {signInMethods.includes("discord") && !step ? (
          <a href="/api/auth/discord" target="_blank" rel="noopener" className={buttonClass({}, WIDE)}>
            <DiscordIcon />
            {t("session.again_discord")}
          </a>
        ) : null}
        <Button variant="quiet" className="w-full" onClick={onClose}>
          {t("session.again_cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
