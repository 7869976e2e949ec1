import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { deleteUser, isMember, type Person } from "./members.api.ts";

/** Asks before a user is deleted, and says what is deleted with them. */
export default function DeleteUserDialog(props: { member: Person; onClose: () => void }) {
  const t = useT();
  const { member, onClose } = props;
  const { displayName: name } = member;
  const { run, pending } = useAction(() => deleteUser(member), {
    done: () => {
      onClose();
      return { title: t("users_tab.deleted"), description: name };
    },
    failed: t("users_tab.delete_failed"),
  });
  const close = () => !pending && onClose();
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("users_tab.delete_title", { name })}
      description={t("users_tab.delete_text")}
      footer={
        <>
          <Button onClick={close}>{t("action.cancel")}</Button>
          <Button variant="danger" pending={pending} onClick={() => void run()}>
            {t("members.delete")}
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-1.5 pl-5 text-ink-2">
        <li>{t("users_tab.delete_data")}</li>
        {isMember(member) ? <li>{t("users_tab.delete_prospects")}</li> : null}
        <li>{t("users_tab.delete_history")}</li>
        {member.inDiscord ? <li className="text-ink">{t("users_tab.delete_returns")}</li> : null}
      </ul>
    </Dialog>
  );
}
