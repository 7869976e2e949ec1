import { type FormEvent, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { placeErrors } from "../../lib/form-input.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { register, type SecondStep, signIn } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";

type Texts = Record<string, string>;

/** Signs in, or makes an account; what may be left out and was is not sent. @throws ApiError */
function send(isNew: boolean, { username = "", password = "", email, displayName }: Texts) {
  if (!isNew) return signIn({ username, password });
  const optional = { ...(email ? { email } : {}), ...(displayName?.trim() ? { displayName } : {}) };
  return register({ username, password, ...optional });
}

/**
 * Signing in with a username and password, or making an account with them. Without a form library because the sign-in page
 * has to load fast: what is missing is said before sending, what the server finds wrong afterwards, both under their
 * fields; the first of them takes the focus and nothing that was typed is lost.
 */
export function PasswordForm(props: { isNew: boolean; onStep: (step: SecondStep) => void }) {
  const { isNew } = props;
  const t = useT();
  const [errors, setErrors] = useState<Texts>({});
  const [pending, setPending] = useState(false);

  const fail = (form: HTMLFormElement, found: Texts) => {
    setErrors(found);
    const first = [...form.elements].find((element) => found[element.getAttribute("name") ?? ""]);
    if (first instanceof HTMLElement) first.focus();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Texts;
    const missing = ["username", "password"].filter((name) => !values[name]?.trim());
    if (missing.length > 0)
      return fail(form, Object.fromEntries(missing.map((name) => [name, t("auth.required")])));
    setPending(true);
    setErrors({});
    try {
      const step = await send(isNew, values);
      if (step) props.onStep(step);
    } catch (error) {
      tellFailure(error, { title: t(isNew ? "auth.registration_failed" : "auth.login_failed") });
      const found = error instanceof ApiError ? error.errors : {};
      fail(form, Object.fromEntries(placeErrors(found, Object.keys(values))));
    } finally {
      setPending(false);
    }
  };
  const submitLabel = isNew
    ? t(pending ? "auth.creating" : "auth.create")
    : t(pending ? "auth.signing_in" : "auth.sign_in");
  return (
    <form
      noValidate
      className="space-y-[14px]"
      onSubmit={(event) => void submit(event)}
      aria-label={t(isNew ? "auth.tab.register" : "auth.tab.login")}
    >
      <Field
        label={t("auth.username")}
        hint={isNew && t("auth.username_hint")}
        error={errors.username}
        required
      >
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      </Field>
      <Field
        label={t("auth.password")}
        hint={isNew && t("auth.password_hint")}
        error={errors.password}
        required
      >
        <Input
          name="password"
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          maxLength={256}
        />
      </Field>
      {isNew ? (
        <>
          <Field label={t("auth.email")} error={errors.email}>
            <Input name="email" type="email" autoComplete="email" maxLength={254} />
          </Field>
          <Field label={t("auth.display_name")} error={errors.displayName}>
            <Input name="displayName" autoComplete="nickname" maxLength={64} />
          </Field>
        </>
      ) : null}
      <Button type="submit" pending={pending} className="mt-1 h-[38px] w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
