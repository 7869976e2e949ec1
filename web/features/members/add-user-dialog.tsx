import { addUserInput, PASSWORD_MIN, USERNAME_MIN } from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { PasswordField, SelectField, TextField, USERNAME } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useShortestPassword } from "../settings/index.ts";
import { addUser, useRoles } from "./members.api.ts";

/** The form for a user with a password, who becomes a member at once. */
export default function AddUserDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { data: roles = [], isLoading } = useRoles();
  const min = useShortestPassword() ?? PASSWORD_MIN;
  return (
    <FormDialog
      title={t("users_tab.add")}
      description={t("users_tab.add_text")}
      schema={addUserInput}
      defaults={{ username: "", email: "", password: "", displayName: "", role: "" }}
      confirmLabel={t("users_tab.add")}
      failure={{ title: t("users_tab.add_failed") }}
      fieldOfCode={{
        username_taken: "username",
        username_alike: "username",
        weak_password: "password",
        role_not_yours: "role",
      }}
      onSubmit={async (input, _form, key) => {
        await addUser(input, key);
        toast({ title: t("users_tab.added"), description: input.displayName });
      }}
      onClose={onClose}
    >
      {({ field, values }) => {
        const fault = values.username.trim().length < USERNAME_MIN ? "short" : "letters";
        const wrong = t(`users_tab.username_${fault}`, { min: USERNAME_MIN });
        return (
          <>
            <TextField {...field("username", wrong)} {...USERNAME} label={t("users_tab.username")} required />
            <TextField
              {...field("displayName", t("users_tab.display_name_error"))}
              label={t("users_tab.display_name")}
              required
              autoComplete="off"
              maxLength={64}
            />
            <TextField
              {...field("email", t("users_tab.email_error"))}
              label={t("users_tab.email_optional")}
              type="email"
              autoComplete="off"
              maxLength={254}
            />
            <PasswordField
              {...field("password", t("users_tab.password_short", { min }))}
              label={t("users_tab.password")}
              hint={t("users_tab.password_hint")}
              isNew
              required
            />
            <SelectField
              {...field("role", t("users_tab.role_error"))}
              label={t("members.role")}
              required
              aria-busy={isLoading}
              empty={t("users_tab.role_choose")}
              options={roles.flatMap(({ name, can }) => (can.grant ? { value: name, label: name } : []))}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
