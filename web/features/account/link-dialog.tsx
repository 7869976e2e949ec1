import { linkDiscordInput } from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Field, Input } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { linkDiscord } from "./account.api.ts";

/** Asks for the password, then leaves for Discord to link an account there. */
export default function LinkDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <FormDialog
      title={t("users.link.title")}
      description={t("users.link.text")}
      width={460}
      schema={linkDiscordInput}
      defaults={{ password: "" }}
      confirmLabel={t("users.link.continue")}
      failure={{ title: t("users.link.not_linked") }}
      fieldOfCode={{ wrong_password: "password" }}
      onSubmit={(_, { password }) => linkDiscord(password)}
      onClose={onClose}
    >
      {({ register, errorOf }) => (
        <Field
          label={t("users.password.current")}
          error={errorOf("password", t("users.password.current_empty"))}
          required
        >
          <Input type="password" autoComplete="current-password" maxLength={256} {...register("password")} />
        </Field>
      )}
    </FormDialog>
  );
}
