import type { DiscordActivity, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import * as presence from "../../../lib/presence.ts";
import { useNow } from "../../../lib/use-now.ts";

/** The voice channel that a prospect is in, by the newest voice event of their activities, newest first; null for none. */
export function voiceOf(activities: readonly DiscordActivity[]): { channel: string | null } | null {
  const newest = activities.find((each) => each.activityType.startsWith("voice_"));
  return newest && newest.activityType !== "voice_leave" ? { channel: newest.details } : null;
}

/** A prospect's presence in Discord; activities newest first. */
export const presenceOf = (
  { discordStatus, discordLastSeen }: Pick<Prospect, "discordStatus" | "discordLastSeen">,
  activities: readonly DiscordActivity[],
  now: number,
) => {
  const isInServer = discordStatus === null ? null : discordStatus === "active";
  return presence.presenceOf({ isInServer, lastSeen: discordLastSeen, voice: voiceOf(activities) }, now);
};

/** A prospect's presence in Discord: in words, and as an Avatar's dot where it is known. */
export function usePresence(prospect: Prospect, activities: readonly DiscordActivity[] = []) {
  const found = presenceOf(prospect, activities, useNow());
  const text = presence.usePresenceText()(found);
  return { text, dot: found.kind === "unknown" ? null : { tone: found.tone, label: text } };
}
