import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { deleteAccountInput } from "../../../worker/features/auth/auth.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { TextField, USERNAME } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { deleteAccount } from "./account.api.ts";

export default function DeleteAccountDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const t = useT();
  const { username } = user;
  const type = t("users.delete.type", { username });
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
        typed.trim().toLowerCase() === username.trim().toLowerCase() ? null : type
      }
      onSubmit={async (input) => {
        const { sessions, ships, rsi } = (await deleteAccount(input.username)).removed;
        const removed = [
          t("users.delete.removed", { count: sessions }),
          ships > 0 && t("users.delete.removed_ships", { count: ships }),
          rsi && t("users.delete.removed_rsi"),
        ];
        toast({ title: t("users.delete.done"), description: removed.filter(Boolean).join(" ") });
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <ul className="list-disc space-y-1.5 pl-5 text-ink-2">
            {(["data", "history", "prospects"] as const).map((each) => (
              <li key={each}>{t(`users.delete.effect.${each}`)}</li>
            ))}
            {user.discordId ? <li className="text-ink">{t("users.delete.effect.returns")}</li> : null}
          </ul>
          <TextField {...field("username", type)} {...USERNAME} label={type} required />
        </>
      )}
    </FormDialog>
  );
}
