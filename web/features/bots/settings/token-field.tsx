import type { ComponentProps } from "react";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Field, Input } from "../../../ui/field.tsx";

/** Where a token is pasted: hidden, and neither completed, stored nor corrected by the browser. */
export function TokenField(
  props: Omit<ComponentProps<typeof Input>, "id"> & {
    id: string;
    label: string;
    hint: string;
    error?: string | undefined;
  },
) {
  const { id, label, hint, error, required, ...input } = props;
  const t = useT();
  return (
    <Field id={id} label={label} hint={hint} error={error} required={required ?? false}>
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
