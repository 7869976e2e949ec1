import { addUserInput, PASSWORD_MIN, USERNAME_MIN } from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Field, Input, Select } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { addUser, useRoles } from "./members.api.ts";

const EMPTY = { username: "", email: "", password: "", displayName: "", role: "" };

/** The form for a user with a password, who is a member at once. */
export default function AddUserDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { data: roles = [], isLoading } = useRoles();
  return (
    <FormDialog
      title={t("users_tab.add")}
      description={t("users_tab.add_text")}
      schema={addUserInput}
      defaults={EMPTY}
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
      {({ register, values, errorOf }) => {
        const isShort = values.username.trim().length < USERNAME_MIN;
        return (
          <>
            <Field
              label={t("users_tab.username")}
              error={errorOf(
                "username",
                t(isShort ? "users_tab.username_short" : "users_tab.username_letters", { min: USERNAME_MIN }),
              )}
              required
            >
              <Input
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
                {...register("username")}
              />
            </Field>
            <Field
              label={t("users_tab.display_name")}
              error={errorOf("displayName", t("users_tab.display_name_error"))}
              required
            >
              <Input autoComplete="off" maxLength={64} {...register("displayName")} />
            </Field>
            <Field label={t("users_tab.email_optional")} error={errorOf("email", t("users_tab.email_error"))}>
              <Input type="email" autoComplete="off" maxLength={254} {...register("email")} />
            </Field>
            <Field
              label={t("users_tab.password")}
              hint={t("users_tab.password_hint")}
              error={errorOf("password", t("users_tab.password_short", { min: PASSWORD_MIN }))}
              required
            >
              <Input type="password" autoComplete="new-password" maxLength={256} {...register("password")} />
            </Field>
            <Field label={t("members.role")} error={errorOf("role", t("users_tab.role_error"))} required>
              <Select aria-busy={isLoading} {...register("role")}>
                <option value="">{t("users_tab.role_choose")}</option>
                {roles
                  .filter(({ can }) => can.grant)
                  .map(({ id, name }) => (
                    <option key={id}>{name}</option>
                  ))}
              </Select>
            </Field>
          </>
        );
      }}
    </FormDialog>
  );
}
