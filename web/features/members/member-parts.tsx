import type { ComponentProps } from "react";
import type { Member } from "../../../worker/features/members/members.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePresence } from "../../lib/presence.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { ConflictPanel, type ConflictProps } from "../../ui/conflict-panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { Time } from "../../ui/time.tsx";
import type { KnownMember } from "./members.api.ts";

/** Class names of a row of a member in a table. */
export const ROW = "h-[56px] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-3";

const seenOf = ({ inDiscord, discordId, lastSeen }: Member) => ({
  isInServer: inDiscord || (discordId ? false : null),
  lastSeen,
});

export function Face({ member, size = "m" }: { member: Member; size?: "m" | "l" }) {
  const { dot } = usePresence(seenOf(member));
  return <Avatar name={member.displayName} src={member.avatarUrl} presence={dot} size={size} />;
}

/** Picture, name and username of a member in a row; the other props are those of the link around the name. */
export function Identity({ member, ...link }: { member: Member } & ComponentProps<typeof PlaceLink>) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Face member={member} />
      <span className="min-w-0 leading-[1.35]">
        <PlaceLink {...link}>{member.displayName}</PlaceLink>
        <span className="block truncate hint">@{member.username}</span>
      </span>
    </span>
  );
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
  const seen = kind === "active_now" ? t("members.seen_now") : format.relativeShort(lastSeen, now);
  return <Time at={lastSeen}>{seen}</Time>;
}

/** Returns why the reader may not change a member. */
export function useRefusal(): (member: Member) => string {
  const t = useT();
  const { user } = useUser();
  const may = useCan({ any: ["members.write", "admin.users"] });
  return ({ id, displayName: name, can }) => {
    // Sessions end for members below the reader, by either permission: this action takes the other one.
    if (!may || can.endSessions) return t("members.blocked.permission");
    return t(user?.member?.id === id ? "members.blocked.own" : "members.blocked.outranked", { name });
  };
}

export function StatusText({ status }: Pick<Member, "status">) {
  const t = useT();
  return (
    <span className={cx("inline-flex items-center gap-2", status === "inactive" && "text-ink-2")}>
      <Dot tone={status === "active" ? "go" : "idle"} />
      {t(`status.${status}`)}
    </span>
  );
}

export function MemberConflict(conflict: ConflictProps<KnownMember>) {
  const t = useT();
  return (
    <ConflictPanel<KnownMember, "role" | "status">
      {...conflict}
      name={conflict.base.displayName}
      labels={{ role: t("members.role"), status: t("members.status") }}
      textOf={(field, value) => (field === "status" ? t(`status.${value as KnownMember["status"]}`) : value)}
    />
  );
}
