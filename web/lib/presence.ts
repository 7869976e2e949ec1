import type { Tone } from "./format.ts";
import { useT } from "./i18n/i18n.ts";
import { useNow } from "./use-now.ts";

const MINUTE = 60_000;
const ACTIVE_MINUTES = 5;
const RECENT_MINUTES = 30;

const TONES = {
  active_now: "go",
  in_voice: "go",
  recently_active: "wait",
  voice_idle: "wait",
  away: "idle",
  left: "idle",
  unknown: "idle",
} as const satisfies Record<string, Tone>;

/** `channel` is the name of the voice channel, when in one and Discord named it. */
type Presence = { kind: keyof typeof TONES; tone: Tone; channel: string | null };

/** What is known of a user in the Discord server. */
export type Seen = {
  /** Null where that is not known. */
  isInServer: boolean | null;
  lastSeen: string | null;
  /** Null when not in voice. */
  voice?: { channel: string | null } | null;
};

/**
 * A user's presence in Discord. In the server and seen less than 5 minutes ago: active now; less than 30: in voice or
 * recently active; longer: idle in voice or away. Gone from the server: left. Anything else: unknown.
 */
export function presenceOf(seen: Seen, now: number): Presence {
  const kind = kindOf(seen, now);
  const isVoice = kind === "in_voice" || kind === "voice_idle";
  return { kind, tone: TONES[kind], channel: isVoice ? (seen.voice?.channel ?? null) : null };
}

function kindOf({ isInServer, lastSeen, voice }: Seen, now: number): Presence["kind"] {
  if (isInServer === false) return "left";
  const minutes = lastSeen === null ? Number.NaN : (now - Date.parse(lastSeen)) / MINUTE;
  if (isInServer === null || Number.isNaN(minutes)) return "unknown";
  if (minutes < ACTIVE_MINUTES) return "active_now";
  if (minutes < RECENT_MINUTES) return voice ? "in_voice" : "recently_active";
  return voice ? "voice_idle" : "away";
}

/** A user's presence in Discord as time passes, in words too, and as an Avatar's dot where it is known. */
export function usePresence(seen: Seen) {
  const t = useT();
  const now = useNow();
  const { kind, tone, channel } = presenceOf(seen, now);
  const text =
    channel && (kind === "in_voice" || kind === "voice_idle")
      ? t(`presence.${kind}_channel`, { channel })
      : t(`presence.${kind}`);
  return { kind, text, dot: kind === "unknown" ? null : { tone, label: text }, now };
}
