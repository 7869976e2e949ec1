import type { Text } from "../../lib/commands/command.ts";

export const SYNC_COMMAND_TEXTS = {
  name: { en: "sync", da: "synkroniser" },
  description: {
    en: "Bring members and prospects in line with the Discord server",
    da: "Bring medlemmer og kandidater på linje med Discord-serveren",
  },
  done: { en: "**Discord members synced**", da: "**Discord-medlemmer synkroniseret**" },
  counts: {
    en: "{added} added, {updated} updated, {left} left, {unchanged} unchanged",
    da: "{added} tilføjet, {updated} opdateret, {left} har forladt serveren, {unchanged} uændret",
  },
  held: {
    en: "{held|loss waits|losses wait} for an administrator",
    da: "{held|tab|tab} venter på en administrator",
  },
  open: { en: "Open", da: "Åbn" },
} as const satisfies Record<string, Text>;
