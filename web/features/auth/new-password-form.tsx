import { type FormEvent, useState } from "react";
import { useAction } from "../../lib/action.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { SIGN_IN_PATH } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { choosePassword, type SecondStep } from "./auth.api.ts";

/** Chooses the password of a password link, and signs in with it. */
export default function NewPasswordForm(props: { token: string; onStep: (step: SecondStep) => void }) {
  const { token, onStep } = props;
  const t = useT();
  const [error, setError] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const choosing = useAction((field: HTMLInputElement) => choosePassword({ token, password: field.value }), {
    done: (step) => void (step && onStep(step)),
    failed: (failure, field) => {
      const { code = "", errors = {} } = failure instanceof ApiError ? failure : {};
      if (code === "password_link_ended") return setEnded(errorText(failure));
      setError(errors["password"]?.[0] ?? errorText(failure));
      field.focus();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (choosing.pending) return;
    const field = event.currentTarget.elements.namedItem("password") as HTMLInputElement;
    setError(field.value === "" ? t("auth.required") : null);
    if (field.value === "") field.focus();
    else void choosing.run(field);
  };
  if (ended)
    return (
      <>
        <p role="alert" className="text-stop">
          {ended}
        </p>
        <a ref={focus} href={SIGN_IN_PATH} className={buttonClass({}, "w-full")} onClick={leave}>
          {t("auth.sign_in")}
        </a>
      </>
    );
  return (
    <form noValidate className="space-y-[14px]" aria-label={t("auth.link.title")} onSubmit={submit}>
      <PasswordField name="password" label={t("auth.link.password")} error={error} isNew required />
      <Button type="submit" variant="primary" pending={choosing.pending} className="mt-1 h-[38px] w-full">
        {t("auth.link.save")}
      </Button>
    </form>
  );
}

const focus = (link: HTMLAnchorElement | null) => link?.focus();

/** Reloads: the browser loads nothing for an address that differs in its fragment only. */
function leave(): void {
  history.replaceState(null, "", SIGN_IN_PATH);
  location.reload();
}
