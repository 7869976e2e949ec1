import type { DiscordActivity, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { type Seen, usePresence } from "../../../lib/presence.ts";

/** The voice channel that a prospect is in, by the newest voice event of their activities, newest first; null for none. */
export function voiceOf(activities: readonly DiscordActivity[]): { channel: string | null } | null {
  const newest = activities.find((each) => each.activityType.startsWith("voice_"));
  return newest && newest.activityType !== "voice_leave" ? { channel: newest.details } : null;
}

export const seenOf = (
  { discordStatus, discordLastSeen }: Pick<Prospect, "discordStatus" | "discordLastSeen">,
  activities: readonly DiscordActivity[],
): Seen => ({
  isInServer: discordStatus === null ? null : discordStatus === "active",
  lastSeen: discordLastSeen,
  voice: voiceOf(activities),
});

export const useProspectPresence = (prospect: Prospect, activities: readonly DiscordActivity[] = []) =>
  usePresence(seenOf(prospect, activities));
