import type { ChatCommand } from "../../lib/commands/command.ts";
import { card } from "../../lib/commands/reply.ts";
import type { Feature } from "../../lib/feature.ts";
import { commandsOf } from "./commands.ts";
import { HELP_COMMAND_TEXTS as TEXTS } from "./help.commands.texts.ts";

/** Every command that the caller can use where they are. */
export const helpCommand = (features: readonly Feature[]): ChatCommand => ({
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  async run(call) {
    const here = [...commandsOf(features).values()].filter(({ isOwn }) => isOwn || !call.isPersonal);
    const lines = here.map(async ({ kind, name, description, needs }) => {
      const may = needs ? await Promise.all(needs.map((each) => call.may(each))) : [true];
      if (!may.includes(true)) return [];
      const called = call.say(name);
      const how = kind === "chat" ? `/${called}` : call.say(TEXTS[kind], { name: called });
      return [`**${how}** ${call.say(description)}`];
    });
    return card({
      title: call.say(TEXTS.title),
      lines: (await Promise.all(lines)).flat(),
      ...(call.isPersonal ? { note: call.say(TEXTS.personal) } : {}),
      buttons: [{ label: call.say(TEXTS.open), href: call.link("/") }],
    });
  },
});
