import type { DiscordActivity, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import type { Tone } from "../../../lib/format.ts";
import { useT } from "../../../lib/i18n/i18n.ts";

const MINUTE = 60_000;
const ACTIVE_MINUTES = 5;
const RECENT_MINUTES = 30;
/** How many of the newest activities say whether a prospect is in voice. */
const LOOK_BACK = 10;

const TONES = {
  active_now: "go",
  in_voice: "go",
  recently_active: "wait",
  voice_idle: "wait",
  away: "idle",
  left: "idle",
  unknown: "idle",
} as const satisfies Record<string, Tone>;

type PresenceKind = keyof typeof TONES;
type Subject = Pick<Prospect, "discordStatus" | "discordLastSeen">;

/** Whether the newest voice event among the ten newest activities (newest first or not) is a join or a move. */
export function voiceOf(activities: readonly DiscordActivity[]) {
  const newest = [...activities]
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .slice(0, LOOK_BACK)
    .find((each) => each.activityType.startsWith("voice_"));
  const inVoice = newest !== undefined && newest.activityType !== "voice_leave";
  return { inVoice, channel: inVoice ? newest.details : null };
}

/**
 * A prospect's presence in Discord. In the server and seen less than 5 minutes ago: active now; less than 30: in
 * voice or recently active; longer: idle in voice or away. Gone from the server: left. Anything else: unknown.
 * `channel` is the voice channel's name, when in one and Discord named it.
 */
export function presenceOf(prospect: Subject, activities: readonly DiscordActivity[], now: number) {
  const { inVoice, channel } = voiceOf(activities);
  const kind = kindOf(prospect, inVoice, now);
  return { kind, tone: TONES[kind], channel: kind === "in_voice" || kind === "voice_idle" ? channel : null };
}

function kindOf({ discordStatus, discordLastSeen }: Subject, inVoice: boolean, now: number): PresenceKind {
  if (discordStatus === "left") return "left";
  const seen = discordLastSeen === null ? Number.NaN : Date.parse(discordLastSeen);
  if (discordStatus !== "active" || Number.isNaN(seen)) return "unknown";
  const minutes = (now - seen) / MINUTE;
  if (minutes < ACTIVE_MINUTES) return "active_now";
  if (minutes < RECENT_MINUTES) return inVoice ? "in_voice" : "recently_active";
  return inVoice ? "voice_idle" : "away";
}

/** A prospect's presence in Discord: in words, and as an Avatar's dot where it is known. */
export function usePresence(prospect: Prospect, now: number, activities: readonly DiscordActivity[] = []) {
  const t = useT();
  const { kind, tone, channel } = presenceOf(prospect, activities, now);
  const text =
    channel && (kind === "in_voice" || kind === "voice_idle")
      ? t(`prospect.presence.${kind}_channel`, { channel })
      : t(`prospect.presence.${kind}`);
  return { text, dot: kind === "unknown" ? null : { tone, label: text } };
}
