import type { Member } from "../../../worker/features/members/members.schema.ts";
import { cx } from "../../lib/cx.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { presenceOf, usePresenceText } from "../../lib/presence.ts";
import { useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";

/** A member's presence in Discord: its words, and its dot where it is known. */
export function usePresence(member: Member) {
  const now = useNow();
  const text = usePresenceText();
  const { inDiscord, discordId, lastSeen } = member;
  const presence = presenceOf({ isInServer: inDiscord || (discordId ? false : null), lastSeen }, now);
  const label = text(presence);
  return { ...presence, label, dot: presence.kind === "unknown" ? null : { tone: presence.tone, label } };
}

/** The member's picture with presence. */
export function Face({ member, size }: { member: Member; size?: "m" | "l" }) {
  const { dot } = usePresence(member);
  return <Avatar name={member.displayName} src={member.avatarUrl} presence={dot} size={size ?? "m"} />;
}

/** When the member was last seen in Discord, in words. */
export function LastSeen({ member }: { member: Member }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { kind, label } = usePresence(member);
  const { lastSeen } = member;
  if (kind === "left") return label;
  if (lastSeen === null) return <span className="hint">{t("members.never_seen")}</span>;
  return (
    <time dateTime={lastSeen} title={format.dateTime(lastSeen)}>
      {kind === "active_now" ? t("members.seen_now") : format.relativeShort(lastSeen, now)}
    </time>
  );
}

/** Active or inactive. */
export function StatusText({ status }: Pick<Member, "status">) {
  const t = useT();
  return (
    <span className="inline-flex items-center gap-2">
      <Dot tone={status === "active" ? "go" : "idle"} />
      <span className={cx(status === "inactive" && "text-ink-2")}>{t(`status.${status}`)}</span>
    </span>
  );
}
