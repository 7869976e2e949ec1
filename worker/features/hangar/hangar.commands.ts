import type { ChatCommand } from "../../lib/commands/command.ts";
import { card, plain } from "../../lib/commands/reply.ts";
import { HANGAR_COMMAND_TEXTS as TEXTS } from "./hangar.commands.texts.ts";
import { listOwnShipsRoute } from "./hangar.routes.ts";

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
