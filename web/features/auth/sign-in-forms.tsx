import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { tellFailure } from "../../lib/failure.ts";
import { placeErrors } from "../../lib/form-input.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { register, signIn } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";

type Texts = Record<string, string>;

/**
 * A form with a username and a password, without a form library because the sign-in page has to load fast. What is missing
 * is said before sending, what the server finds wrong afterwards, both under their fields; the first of them takes the
 * focus and nothing that was typed is lost.
 */
function PasswordForm(props: {
  label: string;
  /** Title of what is told when it fails. */
  failure: string;
  hints?: { username: string; password: string };
  passwordKind: "current-password" | "new-password";
  submitLabel: string;
  pendingLabel: string;
  send: (values: Texts) => Promise<unknown>;
  /** Further fields. */
  children?: (errors: Texts) => ReactNode;
}) {
  const t = useT();
  const [errors, setErrors] = useState<Texts>({});
  const [pending, setPending] = useState(false);
  const busy = useRef(false);

  const fail = (form: HTMLFormElement, found: Texts) => {
    setErrors(found);
    const first = [...form.elements].find((element) => found[element.getAttribute("name") ?? ""]);
    if (first instanceof HTMLElement) first.focus();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as Texts;
    const missing = ["username", "password"].filter((name) => !values[name]?.trim());
    if (missing.length > 0)
      return fail(form, Object.fromEntries(missing.map((name) => [name, t("auth.required")])));
    busy.current = true;
    setPending(true);
    setErrors({});
    try {
      await props.send(values);
    } catch (error) {
      tellFailure(error, { title: props.failure });
      const found = error instanceof ApiError ? error.errors : {};
      fail(form, Object.fromEntries(placeErrors(found, Object.keys(values))));
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return (
    <form
      noValidate
      className="space-y-[14px]"
      onSubmit={(event) => void submit(event)}
      aria-label={props.label}
    >
      <Field label={t("auth.username")} hint={props.hints?.username} error={errors.username} required>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      </Field>
      <Field label={t("auth.password")} hint={props.hints?.password} error={errors.password} required>
        <Input name="password" type="password" autoComplete={props.passwordKind} maxLength={256} />
      </Field>
      {props.children?.(errors)}
      <Button type="submit" pending={pending} className="mt-1 h-[38px] w-full">
        {pending ? props.pendingLabel : props.submitLabel}
      </Button>
    </form>
  );
}

/** Signing in with a username and password. */
export function LoginForm() {
  const t = useT();
  return (
    <PasswordForm
      label={t("auth.tab.login")}
      failure={t("auth.login_failed")}
      passwordKind="current-password"
      submitLabel={t("auth.sign_in")}
      pendingLabel={t("auth.signing_in")}
      send={({ username = "", password = "" }) => signIn({ username, password })}
    />
  );
}

/** Making an account with a username and password; e-mail and display name can be left out. */
export function RegisterForm() {
  const t = useT();
  return (
    <PasswordForm
      label={t("auth.tab.register")}
      failure={t("auth.registration_failed")}
      hints={{ username: t("auth.username_hint"), password: t("auth.password_hint") }}
      passwordKind="new-password"
      submitLabel={t("auth.create")}
      pendingLabel={t("auth.creating")}
      send={({ username = "", password = "", email, displayName }) =>
        register({
          username,
          password,
          ...(email ? { email } : {}),
          ...(displayName?.trim() ? { displayName } : {}),
        })
      }
    >
      {(errors) => (
        <>
          <Field label={t("auth.email")} error={errors.email}>
            <Input name="email" type="email" autoComplete="email" maxLength={254} />
          </Field>
          <Field label={t("auth.display_name")} error={errors.displayName}>
            <Input name="displayName" autoComplete="nickname" maxLength={64} />
          </Field>
        </>
      )}
    </PasswordForm>
  );
}
