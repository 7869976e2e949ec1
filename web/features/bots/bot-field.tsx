import type { UseFormRegisterReturn } from "react-hook-form";
import { useT } from "../../lib/i18n/i18n.ts";
import { Field, Input, Textarea } from "../../ui/field.tsx";

/** The texts that a user types of a bot, by what the call names them, and how each is typed. */
export const BOT_FIELDS = {
  name: { texts: "bots.form.name", hint: null, maxLength: 80 },
  description: { texts: "bots.form.description", hint: null, maxLength: 500 },
  /** Hidden, and neither completed, stored nor corrected by the browser. */
  token: {
    texts: "bots.form.token",
    hint: "bots.form.token_hint",
    type: "password",
    autoCapitalize: "none",
    spellCheck: false,
    "data-1p-ignore": "",
    "data-lpignore": "true",
    maxLength: 200,
  },
  clientId: {
    texts: "bots.form.client_id",
    hint: "bots.form.client_id_hint",
    inputMode: "numeric",
    maxLength: 24,
  },
  inviteUrl: {
    texts: "bots.form.invite_url",
    hint: "bots.form.invite_url_hint",
    type: "url",
    maxLength: 500,
  },
} as const;

/** One of these texts in any form that has it. */
export function BotField<Name extends keyof typeof BOT_FIELDS>(props: {
  name: Name;
  form: {
    register: (name: Name) => UseFormRegisterReturn;
    errorOf: (name: Name, ours: string) => string | undefined;
  };
  /** In place of the field's own. */
  label?: string | undefined;
  hint?: string | null | undefined;
  required?: boolean;
  readOnly?: boolean;
}) {
  const t = useT();
  const { name, form, label, required = false, readOnly = false } = props;
  const { texts, hint, ...attributes } = BOT_FIELDS[name];
  const control = { ...attributes, readOnly, ...form.register(name) };
  return (
    <Field
      label={label ?? t(texts)}
      hint={props.hint === undefined && hint ? t(hint) : props.hint}
      error={form.errorOf(name, t(`${texts}_error`))}
      required={required}
    >
      {name === "description" ? (
        <Textarea rows={2} className="min-h-[62px]" {...control} />
      ) : (
        <Input
          autoComplete="off"
          placeholder={name === "token" ? t("bots.form.token_placeholder") : undefined}
          {...control}
        />
      )}
    </Field>
  );
}
