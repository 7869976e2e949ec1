import type { UseFormRegisterReturn } from "react-hook-form";
import { useT } from "../../lib/i18n/i18n.ts";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Optional } from "../../ui/optional.tsx";

export const BOT_FIELDS = {
  name: { text: "bots.form.name", hint: null, maxLength: 80 },
  description: { text: "bots.form.description", hint: null, maxLength: 500 },
  /** Hidden; the browser neither completes, stores nor corrects it. */
  token: {
    text: "bots.form.token",
    hint: "bots.form.token_hint",
    type: "password",
    autoCapitalize: "none",
    spellCheck: false,
    "data-1p-ignore": "",
    "data-lpignore": "true",
    maxLength: 200,
  },
  clientId: {
    text: "bots.form.client_id",
    hint: "bots.form.client_id_hint",
    inputMode: "numeric",
    maxLength: 24,
  },
  inviteUrl: { text: "bots.form.invite_url", hint: "bots.form.invite_url_hint", type: "url", maxLength: 500 },
} as const;

export function BotField<Name extends keyof typeof BOT_FIELDS>(props: {
  name: Name;
  form: {
    register: (name: Name) => UseFormRegisterReturn;
    errorOf: (name: Name, ours: string) => string | undefined;
  };
  label?: string | undefined;
  hint?: string | null | undefined;
  required?: boolean;
  readOnly?: boolean;
}) {
  const t = useT();
  const { name, form, label, required = false, readOnly = false } = props;
  const { text, hint, ...attributes } = BOT_FIELDS[name];
  const named = label ?? t(text);
  const control = {
    ...attributes,
    ...form.register(name),
    readOnly,
    label: required ? named : <Optional label={named} text={t("bots.form.optional")} />,
    hint: props.hint === undefined && hint ? t(hint) : props.hint,
    error: form.errorOf(name, t(`${text}_error`)),
    required,
  };
  if (name === "description") return <TextArea rows={2} inputClass="min-h-[62px]" {...control} />;
  const placeholder = name === "token" ? t("bots.form.token_placeholder") : undefined;
  return <TextField autoComplete="off" placeholder={placeholder} {...control} />;
}
