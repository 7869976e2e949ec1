import type { DiscordActivity, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import * as presence from "../../../lib/presence.ts";
import { useNow } from "../../../lib/use-now.ts";
import { usePresenceText } from "../../../lib/use-presence-text.ts";

/** How many of the newest activities say whether a prospect is in voice. */
const LOOK_BACK = 10;

/** The voice channel that a prospect is in, by the newest voice event of the ten newest activities; null for none. */
export function voiceOf(activities: readonly DiscordActivity[]): { channel: string | null } | null {
  const newest = [...activities]
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .slice(0, LOOK_BACK)
    .find((each) => each.activityType.startsWith("voice_"));
  return newest && newest.activityType !== "voice_leave" ? { channel: newest.details } : null;
}

/** A prospect's presence in Discord; activities newest first or not. */
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
  const text = usePresenceText()(found);
  return { text, dot: found.kind === "unknown" ? null : { tone: found.tone, label: text } };
}
