import { useT } from "../../lib/i18n/i18n.ts";
import { ConflictPanel, conflictOf } from "../../ui/conflict-panel.tsx";
import type { KnownMember, members } from "./members.api.ts";

/** The conflict that an edit of a member has run into, if it has; deciding it sends the edit again or lets it go. */
export function MemberConflict(props: {
  editing: ReturnType<typeof members.useEdit>;
  onDecided?: () => void;
}) {
  const t = useT();
  const conflict = conflictOf(props.editing, { title: t("members.failed") }, props.onDecided);
  if (!conflict) return null;
  return (
    <ConflictPanel<KnownMember, "role" | "status">
      {...conflict}
      name={conflict.base.displayName}
      labels={{ role: t("members.role"), status: t("members.status") }}
      textOf={(field, value) => (field === "status" ? t(`status.${value as KnownMember["status"]}`) : value)}
    />
  );
}
