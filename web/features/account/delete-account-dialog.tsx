import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { deleteAccountInput, type RemovedUser } from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Field, Input } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { deleteAccount } from "./account.api.ts";

/** Asks for the username before the account is deleted. */
export default function DeleteAccountDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useT();
  const { username } = user;
  const effects = ["data", "history", "prospects"] as const;
  const removed = ({ sessions, ships, rsi }: RemovedUser["removed"]) =>
    [
      t("users.delete.removed", { count: sessions }),
      ships > 0 ? t("users.delete.removed_ships", { count: ships }) : null,
      rsi ? t("users.delete.removed_rsi") : null,
    ]
      .filter(Boolean)
      .join(" ");
  return (
    <FormDialog
      title={t("users.delete.title")}
      description={t("users.delete.text")}
      schema={deleteAccountInput}
      defaults={{ username: "" }}
      confirmLabel={t("users.delete")}
      danger
      failure={{ title: t("users.delete.failed") }}
      fieldOfCode={{ wrong_confirmation: "username" }}
      reasonOf={({ username: typed }) =>
        typed.trim().toLowerCase() === username.trim().toLowerCase()
          ? null
          : t("users.delete.type", { username })
      }
      onSubmit={async (input) => {
        const done = await deleteAccount(input.username);
        toast({ title: t("users.delete.done"), description: removed(done.removed) });
      }}
      onClose={onClose}
    >
      {({ register, errorOf }) => (
        <>
          <ul className="list-disc space-y-1.5 pl-5 text-ink-2">
            {effects.map((each) => (
              <li key={each}>{t(`users.delete.effect.${each}`)}</li>
            ))}
            {user.discordId ? <li className="text-ink">{t("users.delete.effect.returns")}</li> : null}
          </ul>
          <Field
            label={t("users.delete.type", { username })}
            error={errorOf("username", t("users.delete.type", { username }))}
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
        </>
      )}
    </FormDialog>
  );
}
