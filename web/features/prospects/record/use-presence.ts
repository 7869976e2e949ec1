import type { DiscordActivity, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { presenceOf } from "./presence.ts";

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
