import {
  MEMBER_STATUSES,
  type Member,
  type MemberStatus,
} from "../../../worker/features/members/members.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePresence } from "../../lib/presence.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { ConflictPanel, conflictOf } from "../../ui/conflict-panel.tsx";
import { FilterSelect } from "../../ui/filter-bar.tsx";
import { Time } from "../../ui/time.tsx";
import type { KnownMember, members } from "./members.api.ts";

const seenOf = ({ inDiscord, discordId, lastSeen }: Member) => ({
  isInServer: inDiscord || (discordId ? false : null),
  lastSeen,
});

/** The member's picture with presence. */
export function Face({ member, size = "m" }: { member: Member; size?: "m" | "l" }) {
  const { dot } = usePresence(seenOf(member));
  return <Avatar name={member.displayName} src={member.avatarUrl} presence={dot} size={size} />;
}

/** The member's username and, where it is known, presence in words. */
export function Byline({ member }: { member: Member }) {
  const { dot } = usePresence(seenOf(member));
  return (
    <p className="truncate hint">
      @{member.username}
      {dot && `, ${dot.label}`}
    </p>
  );
}

/** When the member was last seen in Discord, in words. */
export function LastSeen({ member }: { member: Member }) {
  const t = useT();
  const format = useFormat();
  const { kind, text, now } = usePresence(seenOf(member));
  const { lastSeen } = member;
  if (kind === "left") return text;
  if (lastSeen === null) return <span className="hint">{t("members.never_seen")}</span>;
  return (
    <Time at={lastSeen}>
      {kind === "active_now" ? t("members.seen_now") : format.relativeShort(lastSeen, now)}
    </Time>
  );
}

/** Answers why the reader may not change a member, in the order in which the server refuses. */
export function useRefusal(): (member: Member) => string {
  const t = useT();
  const { user } = useUser();
  const may = useCan({ any: ["members.write", "admin.users"] });
  return ({ id, displayName: name }) => {
    if (!may) return t("members.blocked.permission");
    return t(user?.member?.id === id ? "members.blocked.own" : "members.blocked.outranked", { name });
  };
}

/** Active or inactive. */
export function StatusText({ status }: Pick<Member, "status">) {
  const t = useT();
  return (
    <span className={cx("inline-flex items-center gap-2", status === "inactive" && "text-ink-2")}>
      <Dot tone={status === "active" ? "go" : "idle"} />
      {t(`status.${status}`)}
    </span>
  );
}

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

/** Narrows a list of members to a status. */
export function StatusFilter(props: {
  value: MemberStatus | null;
  onChange: (value: MemberStatus | null) => void;
}) {
  const t = useT();
  return (
    <FilterSelect
      {...props}
      label={t("members.filter.status")}
      anyLabel={t("members.filter.any_status")}
      options={MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
    />
  );
}
