import type { ChatCommand, Text } from "../../lib/commands/command.ts";
import { card, plain } from "../../lib/commands/reply.ts";
import { listOwnShipsRoute } from "./hangar.routes.ts";

const TEXTS = {
  name: { en: "hangar", da: "hangar" },
  description: { en: "Show the ships of your hangar", da: "Vis skibene i din hangar" },
  title: { en: "My Hangar", da: "Min hangar" },
  counted: { en: "{count|ship|ships} of {types|type|types}", da: "{count|skib|skibe} af {types|type|typer}" },
  empty: { en: "Your hangar is empty.", da: "Din hangar er tom." },
  more: { en: "{count|more type|more types} in your hangar", da: "{count|type|typer} mere i din hangar" },
  notListed: { en: "No longer listed", da: "Ikke længere på listen" },
  open: { en: "Open my hangar", da: "Åbn min hangar" },
} as const satisfies Record<string, Text>;

/** Lines of a card, which are one component and stay below Discord's 4,000 characters. */
const SHOWN = 20;

/** The caller's own ships. */
export const hangarCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description, isOwn: true },
  needs: [listOwnShipsRoute],
  async run(call) {
    const ships = await call.ask(listOwnShipsRoute, {});
    const count = ships.reduce((sum, { quantity }) => sum + quantity, 0);
    const lines = ships.slice(0, SHOWN).map(({ quantity, ship, nickname }) => {
      const own = nickname ? ` “${plain(nickname, 40)}”` : "";
      const gone = ship.isListed ? "" : ` · ${call.say(TEXTS.notListed)}`;
      return `${quantity} × **${plain(ship.nameFull, 50)}**${own}${gone}`;
    });
    const left = ships.length - lines.length;
    return card({
      title: call.say(TEXTS.title),
      lines: [call.say(count > 0 ? TEXTS.counted : TEXTS.empty, { count, types: ships.length }), ...lines],
      note: left > 0 ? call.say(TEXTS.more, { count: left }) : "",
      buttons: [{ label: call.say(TEXTS.open), href: call.link("/my-hangar") }],
    });
  },
};
