import { type ChatCommand, idOf } from "../../lib/commands/command.ts";
import { card, plain } from "../../lib/commands/reply.ts";
import { BOARD, deadline, offer, pays, showCard } from "./contracts.card.ts";
import { CONTRACT_COMMAND_TEXTS as TEXTS } from "./contracts.commands.texts.ts";
import { getContractRoute, listContractsRoute } from "./contracts.routes.ts";

const SHOWN = 6;

/** The contracts that the caller can apply for. */
export const contractsCommand: ChatCommand = {
  kind: "chat",
  name: TEXTS.name,
  description: TEXTS.description,
  needs: [listContractsRoute],
  async run(call) {
    const query = { open: "1", limit: `${SHOWN}` } as const;
    const { items, next } = await call.ask(listContractsRoute, { query });
    return card({
      title: call.say(TEXTS.title),
      lines: [items.length === 0 && call.say(TEXTS.none)],
      items: items.map((each) => ({
        lines: [`**${plain(each.title, 80)}**`, offer(call, each), pays(call, each), deadline(call, each)],
        button: { label: call.say(TEXTS.open), action: "show", given: { id: each.id } },
      })),
      note: call.more(next !== null),
      buttons: [{ label: call.say(TEXTS.toBoard), href: call.link(`${BOARD}?open=1`) }],
    });
  },
  actions: {
    show: async (call, given) => showCard(call, await call.ask(getContractRoute, { id: idOf(given) })),
  },
};
