import type { Tone } from "./format.ts";
import { useT } from "./i18n/i18n.ts";
import { useNow } from "./use-now.ts";

const MINUTE = 60_000;

const TONES = {
  active_now: "go",
  in_voice: "go",
  recently_active: "wait",
  voice_idle: "wait",
  away: "idle",
  left: "idle",
  unknown: "idle",
} as const satisfies Record<string, Tone>;

/** `channel` is the name of the voice channel, null without one. */
type Presence = { kind: keyof typeof TONES; tone: Tone; channel: string | null };

const isVoice = (kind: Presence["kind"]) => kind === "in_voice" || kind === "voice_idle";

/** `isInServer` is null when it is unknown; `voice` is null when the user is not in voice. */
export type Seen = {
  isInServer: boolean | null;
  lastSeen: string | null;
  voice?: { channel: string | null } | null;
};

/** A user's presence in Discord, by the time since they were last seen. */
export function presenceOf(seen: Seen, now: number): Presence {
  const kind = kindOf(seen, now);
  const channel = (isVoice(kind) && seen.voice?.channel) || null;
  return { kind, tone: TONES[kind], channel };
}

function kindOf({ isInServer, lastSeen, voice }: Seen, now: number): Presence["kind"] {
  if (isInServer === false) return "left";
  const minutes = lastSeen === null ? Number.NaN : (now - Date.parse(lastSeen)) / MINUTE;
  if (isInServer === null || Number.isNaN(minutes)) return "unknown";
  if (minutes < 5) return "active_now";
  if (minutes < 30) return voice ? "in_voice" : "recently_active";
  return voice ? "voice_idle" : "away";
}

/** A user's present presence in Discord, in words, and as an Avatar's dot where it is known. */
export function usePresence(seen: Seen) {
  const t = useT();
  const now = useNow();
  const { kind, tone, channel } = presenceOf(seen, now);
  const text = channel && isVoice(kind) ? t(`presence.${kind}_channel`, { channel }) : t(`presence.${kind}`);
  return { kind, text, dot: kind === "unknown" ? null : { tone, label: text }, now };
}
