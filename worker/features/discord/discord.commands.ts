import type { ChatCommand, Text } from "../../lib/commands/command.ts";
import { note } from "../../lib/commands/reply.ts";
import { syncMembersRoute } from "./discord.routes.ts";

const TEXTS = {
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

/** The member sync, as its button on the page of the CRM. */
export const syncCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description },
  ...{ isSlow: true, needs: [syncMembersRoute] },
  async run(call) {
    const { added, updated, left, unchanged, held } = await call.ask(syncMembersRoute, {});
    const counts = Object.entries({ added, updated, left, unchanged }).map(([name, count]) => [
      name,
      call.number(count),
    ]);
    const lines = [call.say(TEXTS.done), call.say(TEXTS.counts, Object.fromEntries(counts))];
    return note([...lines, ...(held > 0 ? [call.say(TEXTS.held, { held })] : [])].join("\n"), [
      { label: call.say(TEXTS.open), href: call.link("/crm") },
    ]);
  },
};
