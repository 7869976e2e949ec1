import type { ChatCommand, Text } from "../../lib/commands/command.ts";
import { card } from "../../lib/commands/reply.ts";
import type { Feature } from "../../lib/feature.ts";
import { commandsOf } from "./commands.ts";

const TEXTS = {
  name: { en: "help", da: "hjælp" },
  description: { en: "Show what you can do here", da: "Vis, hvad du kan gøre her" },
  title: { en: "What you can do here", da: "Hvad du kan gøre her" },
  user: { en: "Apps → {name}, in the menu of a member", da: "Apps → {name}, i menuen for et medlem" },
  message: { en: "Apps → {name}, in the menu of a message", da: "Apps → {name}, i menuen for en besked" },
  personal: {
    en: "In the organization's server there are more.",
    da: "På organisationens server er der flere.",
  },
  open: { en: "Open Command Centre", da: "Åbn Command Centre" },
} as const satisfies Record<string, Text>;

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
