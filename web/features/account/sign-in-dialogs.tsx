import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import {
  changePasswordInput,
  linkDiscordInput,
  PASSWORD_MIN,
  setPasswordInput,
  USERNAME_MIN,
} from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { PasswordField, TextField, USERNAME } from "../../ui/field.tsx";
import type { FormParts } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useShortestPassword } from "../settings/index.ts";
import { addPassword, changePassword, linkDiscord } from "./account.api.ts";

type Props = { user: CurrentUser; onClose: () => void };

/** Links Discord, changes the password of an account that has one, or sets the first. */
export default function SignInDialogs({ name, ...props }: Props & { name: "password" | "link" }) {
  if (name === "link") return <LinkDialog {...props} />;
  const hasPassword = props.user.signInMethods.includes("password");
  return hasPassword ? <ChangeDialog {...props} /> : <SetDialog {...props} />;
}

type NewPasswordField = FormParts<{ password: string }>["field"];

function NewPassword({ field }: { field: NewPasswordField }) {
  const t = useT();
  const min = useShortestPassword();
  const props = field("password", t("users.password.short", { min: min ?? PASSWORD_MIN }));
  const hint = min && !props.error ? t("users.password.short", { min }) : null;
  return <PasswordField {...props} label={t("users.password.new")} hint={hint} isNew required />;
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
      {({ field }) => (
        <>
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          <PasswordField
            {...field("currentPassword", t("users.password.current_empty"))}
            label={t("users.password.current")}
            required
          />
          <NewPassword field={field as NewPasswordField} />
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
      description={t("users.password.ends_others")}
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
      {({ field, values }) => {
        const fault = values.username.trim().length < USERNAME_MIN ? "short" : "username_letters";
        const wrong = t(`users.password.${fault}`, { min: USERNAME_MIN });
        return (
          <>
            <TextField
              {...field("username", wrong)}
              {...USERNAME}
              autoComplete="username"
              label={t("users.password.username")}
              required
            />
            <NewPassword field={field as NewPasswordField} />
          </>
        );
      }}
    </FormDialog>
  );
}

/** Asks for the password, then opens Discord to link an account. */
function LinkDialog({ onClose }: Props) {
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
      {({ field }) => (
        <PasswordField
          {...field("password", t("users.password.current_empty"))}
          label={t("users.password.current")}
          required
        />
      )}
    </FormDialog>
  );
}
