import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { SIGN_IN_PATH } from "../../lib/paths.ts";
import { choosePassword, type SecondStep } from "../../lib/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";

/** Chooses the password that a password link is for, and signs in with it. */
export default function NewPasswordForm(props: { token: string; onStep: (step: SecondStep) => void }) {
  const { token } = props;
  const t = useT();
  const [error, setError] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const field = event.currentTarget.elements.namedItem("password") as HTMLInputElement;
    if (field.value === "") {
      setError(t("auth.required"));
      return field.focus();
    }
    setPending(true);
    setError(null);
    try {
      const step = await choosePassword({ token, password: field.value });
      if (step) props.onStep(step);
    } catch (failure) {
      const { code = "", errors = {} } = failure instanceof ApiError ? failure : {};
      if (code === "password_link_ended") return setEnded(errorText(failure));
      setError(errors["password"]?.[0] ?? errorText(failure));
      field.focus();
    } finally {
      setPending(false);
    }
  };
  const onward = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (ended) onward.current?.focus();
  }, [ended]);
  if (ended) {
    return (
      <>
        <p role="alert" className="text-stop">
          {ended}
        </p>
        <a ref={onward} href={SIGN_IN_PATH} className={buttonClass({}, "w-full")} onClick={leave}>
          {t("auth.link.to_sign_in")}
        </a>
      </>
    );
  }
  return (
    <form
      noValidate
      className="space-y-[14px]"
      aria-label={t("auth.link.title")}
      onSubmit={(event) => void submit(event)}
    >
      <Field label={t("auth.link.password")} hint={t("auth.password_hint")} error={error} required>
        <Input name="password" type="password" autoComplete="new-password" maxLength={256} />
      </Field>
      <Button type="submit" variant="primary" pending={pending} className="mt-1 h-[38px] w-full">
        {t("auth.link.save")}
      </Button>
    </form>
  );
}

/** An address that differs in its fragment alone loads nothing by itself. */
function leave(): void {
  history.replaceState(null, "", SIGN_IN_PATH);
  location.reload();
}
