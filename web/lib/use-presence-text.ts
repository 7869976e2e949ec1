import { useT } from "./i18n/i18n.ts";
import type { Presence } from "./presence.ts";

/** A presence in Discord in words; the voice channel by name where it is known. */
export function usePresenceText(): (presence: Presence) => string {
  const t = useT();
  return ({ kind, channel }) =>
    channel && (kind === "in_voice" || kind === "voice_idle")
      ? t(`presence.${kind}_channel`, { channel })
      : t(`presence.${kind}`);
}
