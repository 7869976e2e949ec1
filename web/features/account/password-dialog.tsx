import type { ComponentProps } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import {
  changePasswordInput,
  PASSWORD_MIN,
  setPasswordInput,
  USERNAME_MIN,
} from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ACCOUNT_PATH } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import { useNow } from "../../lib/use-now.ts";
import { keepWanted } from "../../lib/wanted.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { DiscordIcon } from "../../ui/icons.tsx";
import { addPassword, changePassword } from "./account.api.ts";

type Props = {
  user: CurrentUser;
  /** Until when the sign-in is new enough for a first password; null where only the server knows. */
  freshUntil: string | null;
  onClose: () => void;
};

/** Changes the password of an account that has one, or sets the first. */
export default function PasswordDialog(props: Props) {
  const { user, freshUntil } = props;
  const now = useNow();
  if (user.signInMethods.includes("password")) return <ChangeDialog {...props} />;
  const isFresh = freshUntil === null || Date.parse(freshUntil) > now;
  return isFresh ? <SetDialog {...props} /> : <AgainDialog {...props} />;
}

function NewPassword({ error, ...input }: { error: string | undefined } & ComponentProps<typeof Input>) {
  const t = useT();
  return (
    <Field label={t("users.password.new")} error={error} required>
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

/** Asks for a sign-in that is new: an account without a password has nothing else to prove itself with. */
function AgainDialog({ onClose }: Props) {
  const t = useT();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("users.password.again_title")}
      description={t("users.password.again_text")}
      width={460}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <a
            href="/api/auth/discord"
            className={buttonClass({ variant: "primary" })}
            onClick={() => keepWanted(`${ACCOUNT_PATH}#sign-in`)}
          >
            <DiscordIcon />
            {t("users.password.again")}
          </a>
        </>
      }
    >
      <p className="text-ink-2">{t("users.password.again_back")}</p>
    </Dialog>
  );
}
