import { type FormEvent, useRef, useState } from "react";
import { ApiError, errorText } from "../../lib/api.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { register, signIn } from "../../lib/session.tsx";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";

type Errors = Record<string, string>;

/**
 * Sends a form once at a time. What is missing is said before sending, what the server finds wrong afterwards,
 * both under their fields; the first of them takes the focus and nothing that was typed is lost.
 */
function useSending(props: {
  required: readonly string[];
  requiredText: string;
  failure: string;
  send: (values: Record<string, string>) => Promise<unknown>;
}) {
  const [errors, setErrors] = useState<Errors>({});
  const [pending, setPending] = useState(false);
  const busy = useRef(false);

  const fail = (form: HTMLFormElement, found: Errors) => {
    setErrors(found);
    const first = [...form.elements].find(
      (element) => element.getAttribute("name")?.length && found[element.getAttribute("name") ?? ""],
    );
    if (first instanceof HTMLElement) first.focus();
  };
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const form = event.currentTarget;
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
    const missing = props.required.filter((name) => !values[name]?.trim());
    if (missing.length > 0) {
      return fail(form, Object.fromEntries(missing.map((name) => [name, props.requiredText])));
    }
    busy.current = true;
    setPending(true);
    setErrors({});
    try {
      await props.send(values);
    } catch (error) {
      toast({ title: props.failure, description: errorText(error), variant: "destructive" });
      const found = error instanceof ApiError ? error.errors : {};
      fail(form, Object.fromEntries(Object.entries(found).map(([name, texts]) => [name, texts.join(" ")])));
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { errors, pending, onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event) };
}

/** Signing in with a username and password. */
export function LoginForm() {
  const t = useT();
  const { errors, pending, onSubmit } = useSending({
    required: ["username", "password"],
    requiredText: t("auth.required"),
    failure: t("auth.login_failed"),
    send: ({ username = "", password = "" }) => signIn({ username, password }),
  });
  return (
    <form noValidate className="space-y-[14px]" onSubmit={onSubmit} aria-label={t("auth.tab.login")}>
      <Field label={t("auth.username")} error={errors.username} required>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      </Field>
      <Field label={t("auth.password")} error={errors.password} required>
        <Input name="password" type="password" autoComplete="current-password" maxLength={256} />
      </Field>
      <Button type="submit" pending={pending} className="mt-1 h-[38px] w-full">
        {pending ? t("auth.signing_in") : t("auth.sign_in")}
      </Button>
    </form>
  );
}

/** Making an account with a username and password; e-mail and display name can be left out. */
export function RegisterForm() {
  const t = useT();
  const { errors, pending, onSubmit } = useSending({
    required: ["username", "password"],
    requiredText: t("auth.required"),
    failure: t("auth.registration_failed"),
    send: ({ username = "", password = "", email, displayName }) =>
      register({
        username,
        password,
        ...(email ? { email } : {}),
        ...(displayName?.trim() ? { displayName } : {}),
      }),
  });
  return (
    <form noValidate className="space-y-[14px]" onSubmit={onSubmit} aria-label={t("auth.tab.register")}>
      <Field label={t("auth.username")} hint={t("auth.username_hint")} error={errors.username} required>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
        />
      </Field>
      <Field label={t("auth.password")} hint={t("auth.password_hint")} error={errors.password} required>
        <Input name="password" type="password" autoComplete="new-password" maxLength={256} />
      </Field>
      <Field label={t("auth.email")} error={errors.email}>
        <Input name="email" type="email" autoComplete="email" maxLength={254} />
      </Field>
      <Field label={t("auth.display_name")} error={errors.displayName}>
        <Input name="displayName" autoComplete="nickname" maxLength={64} />
      </Field>
      <Button type="submit" pending={pending} className="mt-1 h-[38px] w-full">
        {pending ? t("auth.creating") : t("auth.create")}
      </Button>
    </form>
  );
}
