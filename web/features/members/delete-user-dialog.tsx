import { useState } from "react";
import type { RemovedUser } from "../../../worker/features/auth/auth.schema.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { deleteUser, type KnownMember } from "./members.api.ts";

/** Asks before a user is deleted, and says afterwards what that removed. */
export default function DeleteUserDialog(props: { member: KnownMember; onClose: () => void }) {
  const t = useT();
  const { member, onClose } = props;
  const { displayName: name, inDiscord } = member;
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState<RemovedUser | null>(null);
  const remove = async () => {
    setPending(true);
    try {
      setDone(await deleteUser(member));
      toast({ title: t("users_tab.deleted"), description: name });
    } catch (error) {
      tellFailure(error, { title: t("users_tab.delete_failed") });
    } finally {
      setPending(false);
    }
  };
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
            <Button variant="danger" pending={pending} onClick={() => void remove()}>
              {t("users_tab.delete")}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Removed {...done.removed} />
      ) : (
        <ul className="list-disc space-y-1.5 pl-5 text-ink-2">
          <li>{t("users_tab.delete_data")}</li>
          <li>{t("users_tab.delete_prospects")}</li>
          <li>{t("users_tab.delete_history")}</li>
          {inDiscord ? <li className="text-ink">{t("users_tab.delete_returns")}</li> : null}
        </ul>
      )}
    </Dialog>
  );
}

function Removed({
  password,
  discord,
  email,
  membership,
  rsi,
  sessions,
  ships,
  unassigned,
}: RemovedUser["removed"]) {
  const t = useT();
  const removed = [
    password && t("users_tab.removed.password"),
    discord && t("users_tab.removed.discord"),
    email && t("users_tab.removed.email"),
    membership && t("users_tab.removed.membership"),
    rsi && t("users_tab.removed.rsi"),
    sessions > 0 && t("users_tab.removed.sessions", { count: sessions }),
    ships > 0 && t("users_tab.removed.ships", { count: ships }),
    unassigned > 0 && t("users_tab.removed.unassigned", { count: unassigned }),
  ].filter((each) => each !== false);
  return (
    <ul className="list-disc space-y-1.5 pl-5 text-ink-2">
      {removed.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
