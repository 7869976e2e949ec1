import type { ChatCommand } from "../../lib/commands/command.ts";
import { note } from "../../lib/commands/reply.ts";
import { SYNC_COMMAND_TEXTS as TEXTS } from "./discord.commands.texts.ts";
import { syncMembersRoute } from "./discord.routes.ts";

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
