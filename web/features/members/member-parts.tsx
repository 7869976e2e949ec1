import type { ComponentProps } from "react";
import { useT } from "../../lib/i18n/i18n.ts";
import { usePresence } from "../../lib/presence.ts";
import { useUser } from "../../lib/session.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { AwayMark } from "../../ui/away.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ConflictPanel, type ConflictProps } from "../../ui/conflict-panel.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { Time } from "../../ui/time.tsx";
import type { KnownMember, Person } from "./members.api.ts";
import { latestOf } from "./seen.ts";

/** Who is shown with a picture and presence. */
type Seen = Pick<Person, "displayName" | "avatarUrl" | "inDiscord" | "discordId" | "lastSeen" | "usedAt"> & {
  userId?: number;
  isOwn?: boolean;
};

/** Presence in Discord; readers are here, whatever Discord saw of them. */
function useSeen({ inDiscord, discordId, lastSeen, userId, isOwn: isTheirs }: Seen) {
  const { user } = useUser();
  const isOwn = isTheirs ?? userId === user?.id;
  const seen = { isInServer: inDiscord || (discordId ? false : null), lastSeen };
  const here = { isInServer: true, lastSeen: new Date().toISOString() };
  return { isOwn, ...usePresence(isOwn ? here : seen) };
}

export function Face({ member, size = "m" }: { member: Seen; size?: "m" | "l" }) {
  const { dot } = useSeen(member);
  return <Avatar name={member.displayName} src={member.avatarUrl} presence={dot} size={size} />;
}

/** Picture, name and username, on phones the role, in a row; `link` are the props of the link around the name, null for none. */
export function Identity(props: {
  member: Person;
  link: ComponentProps<typeof PlaceLink> | null;
  hasEmail?: boolean;
}) {
  const t = useT();
  const { member, link, hasEmail } = props;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Face member={member} />
      <span className="min-w-0 leading-[1.35]">
        {link ? (
          <PlaceLink {...link}>{member.displayName}</PlaceLink>
        ) : (
          <span className="block truncate font-book">{member.displayName}</span>
        )}
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <span className="truncate hint max-md:hidden">
            @{member.username}
            {hasEmail && member.email ? ` · ${member.email}` : null}
          </span>
          <span className="truncate hint md:hidden">{member.role ?? t("members.without_role")}</span>
          {member.status === "inactive" ? <Badge tone="idle">{t("status.inactive")}</Badge> : null}
          <AwayMark until={member.awayUntil} />
        </span>
      </span>
    </span>
  );
}

/** The member's username and, where it is known, presence in words; of those not present only the dot. */
export function Byline({ member }: { member: Person }) {
  const { dot, kind } = useSeen(member);
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span className="hint [overflow-wrap:anywhere] md:truncate">
        @{member.username}
        {dot && kind !== "away" ? `, ${dot.label}` : null}
      </span>
      <AwayMark until={member.awayUntil} />
    </p>
  );
}

/** When somebody was last seen, with "in the app" where that was not in Discord. */
export function LastSeen({ member }: { member: Seen }) {
  const t = useT();
  const format = useFormat();
  const { kind, text, now, isOwn } = useSeen(member);
  const latest = latestOf(member);
  if (isOwn) return t("members.seen_now");
  if (kind === "left" && latest?.where !== "app") return text;
  if (latest === null) return <span className="hint">{t("members.never_seen")}</span>;
  const { at, where } = latest;
  const isNow = where === "discord" && kind === "active_now";
  return (
    <>
      <Time at={at}>{isNow ? t("members.seen_now") : format.ago(at, now, true)}</Time>{" "}
      {where === "app" ? <span className="hint">{t("members.seen.app")}</span> : null}
    </>
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
