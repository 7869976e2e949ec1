import { tellFailure } from "../../lib/failure.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { ConflictPanel } from "../../ui/conflict-panel.tsx";
import type { KnownMember, members } from "./members.api.ts";

/** The conflict that an edit of a member has run into, if it has; deciding it sends the edit again or lets it go. */
export function MemberConflict(props: {
  editing: ReturnType<typeof members.useEdit>;
  onDecided?: () => void;
}) {
  const t = useT();
  const { editing, onDecided } = props;
  const { conflict } = editing;
  if (!conflict) return null;
  const keepMine = async () => {
    try {
      if (await editing.keepMine()) onDecided?.();
    } catch (error) {
      tellFailure(error, { title: t("members.failed") });
    }
  };
  return (
    <ConflictPanel<KnownMember, "role" | "status">
      base={conflict.base}
      patch={conflict.edit.patch}
      current={conflict.current}
      pending={editing.pending}
      name={conflict.base.displayName}
      labels={{ role: t("members.role"), status: t("members.status") }}
      textOf={(field, value) => (field === "status" ? t(`status.${value as KnownMember["status"]}`) : value)}
      onKeepMine={() => void keepMine()}
      onTakeTheirs={() => {
        editing.takeTheirs();
        onDecided?.();
      }}
    />
  );
}
