import { type FormEvent, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import {
  fetchUser,
  finishSigningInAgain,
  type SecondStep,
  setUser,
  signInAgain,
  signOutQuietly,
} from "../../lib/session.tsx";
import { answerSignInAgain } from "../../lib/sign-in-again.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { DiscordIcon } from "../../ui/icons.tsx";
import { secondStep } from "../second-factor/index.ts";

/** Asks over the page whose session has ended to sign in again, and leaves the page as it is. */
export default function SignInAgainDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useT();
  const name = user.displayName;
  const [pending, setPending] = useState(false);
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
    const found = await fetchUser().catch(() => null);
    if (found) await accept(found);
  });
  useEffect(() => {
    const look = () => void lookAgain();
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const field = event.currentTarget.elements.namedItem("password") as HTMLInputElement;
    const password = field.value;
    if (password === "") {
      setError(t("session.again_empty"));
      return field.focus();
    }
    setPending(true);
    setError(null);
    try {
      await take(await signInAgain({ username: user.username, password }));
    } catch (failure) {
      setError(errorText(failure));
      field.select();
    } finally {
      setPending(false);
    }
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
        ) : user.signInMethods.includes("password") ? (
          <form noValidate className="space-y-3" onSubmit={(event) => void submit(event)}>
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={user.username}
              readOnly
              hidden
            />
            <Field label={t("session.again_password")} error={error} required>
              <Input name="password" type="password" autoComplete="current-password" maxLength={256} />
            </Field>
            <Button type="submit" variant="primary" pending={pending} className="h-[38px] w-full">
              {t("session.again_submit")}
            </Button>
          </form>
        ) : error ? (
          <p role="alert" className="text-stop">
            {error}
          </p>
        ) : null}
        {user.signInMethods.includes("discord") && !step ? (
          <a
            href="/api/auth/discord"
            target="_blank"
            rel="noopener"
            className={buttonClass({}, "h-[38px] w-full")}
          >
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
