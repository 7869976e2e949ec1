import type { ComponentProps } from "react";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Field, Input } from "../../../ui/field.tsx";

/** Where a token is pasted: hidden, and neither completed, stored nor corrected by the browser. */
export function TokenField(
  props: ComponentProps<typeof Input> & { label: string; error: string | undefined },
) {
  const { label, error, required = false, ...input } = props;
  const t = useT();
  return (
    <Field label={label} hint={t("bots.form.token_hint")} error={error} required={required}>
      <Input
        {...input}
        type="password"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-1p-ignore=""
        data-lpignore="true"
        maxLength={200}
        placeholder={t("bots.form.token_placeholder")}
      />
    </Field>
  );
}
