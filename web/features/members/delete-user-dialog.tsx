import { useState } from "react";
import type { RemovedUser } from "../../../worker/features/auth/auth.schema.ts";
import { useAction } from "../../lib/action.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { deleteUser, isMember, type Person } from "./members.api.ts";

const LIST = "list-disc space-y-1.5 pl-5 text-ink-2";

/** Asks before a user is deleted, and lists afterwards what was removed. */
export default function DeleteUserDialog(props: { member: Person; onClose: () => void }) {
  const t = useT();
  const { member, onClose } = props;
  const { displayName: name } = member;
  const [done, setDone] = useState<RemovedUser["removed"] | null>(null);
  const remove = useAction(() => deleteUser(member), {
    done: ({ removed }) => {
      setDone(removed);
      return { title: t("users_tab.deleted"), description: name };
    },
    failed: t("users_tab.delete_failed"),
  });
  const { pending } = remove;
  return (
    <Dialog
      open
      onOpenChange={() => !pending && onClose()}
      title={t(done ? "users_tab.removed_title" : "users_tab.delete_title", { name })}
      description={t(done ? "users_tab.removed_text" : "users_tab.delete_text")}
      footer={
        done ? (
          <Button variant="primary" onClick={onClose}>
            {t("action.close")}
          </Button>
        ) : (
          <>
            <Button onClick={() => !pending && onClose()}>{t("action.cancel")}</Button>
            <Button variant="danger" pending={pending} onClick={() => void remove.run()}>
              {t("users_tab.delete")}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <ul className={LIST}>
          {(Object.keys(done) as (keyof typeof done)[])
            .filter((what) => done[what])
            .map((what) => (
              <li key={what}>{t(`users_tab.removed.${what}`, { count: Number(done[what]) })}</li>
            ))}
        </ul>
      ) : (
        <ul className={LIST}>
          <li>{t("users_tab.delete_data")}</li>
          {isMember(member) ? <li>{t("users_tab.delete_prospects")}</li> : null}
          <li>{t("users_tab.delete_history")}</li>
          {member.inDiscord ? <li className="text-ink">{t("users_tab.delete_returns")}</li> : null}
        </ul>
      )}
    </Dialog>
  );
}
