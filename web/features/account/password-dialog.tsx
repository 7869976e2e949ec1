import type { ComponentProps } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import {
  changePasswordInput,
  PASSWORD_MIN,
  setPasswordInput,
  USERNAME_MIN,
} from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Field, Input } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { addPassword, changePassword } from "./account.api.ts";

type Props = { user: CurrentUser; onClose: () => void };

/** Changes the password of an account that has one, or sets the first. */
export default function PasswordDialog(props: Props) {
  return props.user.signInMethods.includes("password") ? (
    <ChangeDialog {...props} />
  ) : (
    <SetDialog {...props} />
  );
}

function NewPassword({ error, ...input }: { error: string | undefined } & ComponentProps<typeof Input>) {
  const t = useT();
  return (
    <Field
      label={t("users.password.new")}
      hint={error ? null : t("users.password.short", { min: PASSWORD_MIN })}
      error={error}
      required
    >
      <Input type="password" autoComplete="new-password" maxLength={256} {...input} />
    </Field>
  );
}

function ChangeDialog({ user, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      title={t("users.password.change_title")}
      description={t("users.password.ends_others")}
      width={460}
      schema={changePasswordInput}
      defaults={{ currentPassword: "", password: "" }}
      confirmLabel={t("users.password.change")}
      failure={{ title: t("users.password.change_failed") }}
      fieldOfCode={{ wrong_password: "currentPassword", weak_password: "password" }}
      onSubmit={async (_, values) => {
        await changePassword(values);
        toast({ title: t("users.password.changed") });
      }}
      onClose={onClose}
    >
      {({ register, errorOf }) => (
        <>
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          <Field
            label={t("users.password.current")}
            error={errorOf("currentPassword", t("users.password.current_empty"))}
            required
          >
            <Input
              type="password"
              autoComplete="current-password"
              maxLength={256}
              {...register("currentPassword")}
            />
          </Field>
          <NewPassword
            error={errorOf("password", t("users.password.short", { min: PASSWORD_MIN }))}
            {...register("password")}
          />
        </>
      )}
    </FormDialog>
  );
}

function SetDialog({ user, onClose }: Props) {
  const t = useT();
  return (
    <FormDialog
      title={t("users.password.set_title")}
      description={t("users.password.set_text")}
      width={460}
      schema={setPasswordInput}
      defaults={{ username: user.username, password: "" }}
      confirmLabel={t("users.password.set")}
      failure={{ title: t("users.password.set_failed") }}
      fieldOfCode={{ username_taken: "username", username_alike: "username", weak_password: "password" }}
      onSubmit={async ({ username }, { password }) => {
        await addPassword({ username, password });
        toast({ title: t("users.password.added") });
      }}
      onClose={onClose}
    >
      {({ register, values, errorOf }) => {
        const isShort = values.username.trim().length < USERNAME_MIN;
        return (
          <>
            <Field
              label={t("users.password.username")}
              error={errorOf(
                "username",
                t(isShort ? "users.password.username_short" : "users.password.username_letters", {
                  min: USERNAME_MIN,
                }),
              )}
              required
            >
              <Input
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
                {...register("username")}
              />
            </Field>
            <NewPassword
              error={errorOf("password", t("users.password.short", { min: PASSWORD_MIN }))}
              {...register("password")}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
