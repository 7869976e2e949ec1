import { type FormEvent, useState } from "react";
import { useAction } from "../../lib/action.ts";
import { ApiError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { placeErrors } from "../../lib/form-input.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { dismissFailures } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField, USERNAME } from "../../ui/field.tsx";
import { register, type SecondStep, signIn } from "./auth.api.ts";

type Texts = Record<string, string>;

const OPTIONAL = [
  { name: "email", label: "auth.email", type: "email", autoComplete: "email", maxLength: 254 },
  { name: "displayName", label: "auth.display_name", autoComplete: "nickname", maxLength: 64 },
] as const;

/** Signs in or makes an account, without the empty optional values. @throws ApiError */
function send(isNew: boolean, { username = "", password = "", email, displayName }: Texts) {
  if (!isNew) return signIn({ username, password });
  const optional = { ...(email ? { email } : {}), ...(displayName?.trim() ? { displayName } : {}) };
  return register({ username, password, ...optional });
}

/** Signs in with a username and password, or makes an account; without a form library, so that the page loads fast. */
export function PasswordForm(props: {
  isNew: boolean;
  /** The least characters of a new password; 0 while that is not known. */
  min: number;
  /** Whether e-mail is sent; undefined while that is not known. */
  mails: boolean | undefined;
  onStep: (step: SecondStep) => void;
}) {
  const { isNew, min, mails, onStep } = props;
  const t = useT();
  const [errors, setErrors] = useState<Texts>({});

  const fail = (form: HTMLFormElement, found: Texts) => {
    setErrors(found);
    const first = [...form.elements].find((element) => found[element.getAttribute("name") ?? ""]);
    if (first instanceof HTMLElement) first.focus();
  };
  const failed = { title: t(isNew ? "auth.registration_failed" : "auth.login_failed") };
  const sending = useAction((_form: HTMLFormElement, values: Texts) => send(isNew, values), {
    done: (step) => void (step && onStep(step)),
    failed: (error, form, values) => {
      const found = error instanceof ApiError ? error.errors : {};
      const placed = placeErrors(found, Object.keys(values));
      if (placed.length === 0) tellFailure(error, failed);
      fail(form, Object.fromEntries(placed));
    },
  });
  const { pending } = sending;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Texts;
    const missing = ["username", "password"].filter((name) => !values[name]?.trim());
    if (missing.length > 0)
      return fail(form, Object.fromEntries(missing.map((name) => [name, t("auth.required")])));
    setErrors({});
    dismissFailures(failed.title);
    void sending.run(form, values);
  };
  const submitLabel = isNew
    ? t(pending ? "auth.creating" : "auth.create")
    : t(pending ? "auth.signing_in" : "auth.sign_in");
  return (
    <form
      noValidate
      className="space-y-[14px]"
      onSubmit={submit}
      aria-label={t(isNew ? "auth.tab.register" : "auth.tab.login")}
    >
      <TextField
        {...USERNAME}
        name="username"
        autoComplete="username"
        label={t("auth.username")}
        hint={isNew && !errors.username && t("auth.username_hint")}
        error={errors.username}
        required
      />
      <PasswordField
        name="password"
        label={t("auth.password")}
        hint={isNew && min && !errors.password ? t("auth.password_hint", { min }) : null}
        error={errors.password}
        isNew={isNew}
        required
      />
      {isNew
        ? OPTIONAL.map(({ label, ...input }) => (
            <TextField
              key={input.name}
              {...input}
              label={t(label)}
              hint={
                input.name === "email" &&
                mails !== undefined &&
                t(mails ? "auth.email_used" : "auth.email_unused")
              }
              error={errors[input.name]}
            />
          ))
        : null}
      <Button type="submit" pending={pending} className="mt-1 h-[38px] w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
