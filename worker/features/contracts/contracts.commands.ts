import { type Call, type ChatCommand, idOf } from "../../lib/commands/command.ts";
import { card, plain, type Reply, timestamp } from "../../lib/commands/reply.ts";
import { CONTRACT_COMMAND_TEXTS as TEXTS } from "./contracts.commands.texts.ts";
import { getContractRoute, listContractsRoute } from "./contracts.routes.ts";
import type { Contract } from "./contracts.schema.ts";
import { STATUS_TEXTS } from "./contracts.texts.ts";
import { TYPE_TEXTS } from "./contracts.words.ts";

const SHOWN = 6;
const BOARD = "/tools/contracts";

/** The page of the web app that shows a contract, from where members apply for it. */
export const contractPage = (id: number): string => `${BOARD}?contract=${id}`;

/** What a contract pays: an amount, a rate, or a share of the total. */
export function payText(call: Call, contract: Contract): string {
  const { paymentType, currency, percentageOf, hourlyRate } = contract;
  if (contract.pay === 0) return call.say(TEXTS.pay_unspecified);
  const amount = call.number(paymentType === "hourly" ? (hourlyRate ?? 0) : contract.amount);
  const percent = call.number(percentageOf ?? 0);
  return call.say(TEXTS[`pay_${paymentType}`], { amount, currency, percent });
}

function offer(call: Call, { type, riskLevel, postedByMember }: Contract): string {
  const risk = call.say(TEXTS[`risk_${riskLevel}`]);
  const name = postedByMember ? plain(postedByMember.displayName) : call.say(TEXTS.unknown);
  return call.say(TEXTS.by, { type: call.say(TYPE_TEXTS[type]), risk, name });
}

const pays = (call: Call, contract: Contract) => call.say(TEXTS.pays, { pay: payText(call, contract) });

function deadline(call: Call, { deadline: at }: Contract): string {
  if (at === null) return call.say(TEXTS.noDeadline);
  return call.say(TEXTS.deadline, { when: `${timestamp(at)} ${timestamp(at, "R")}` });
}

function duration(call: Call, { duration: words, estimatedHours: hours }: Contract): string {
  const text = plain(words ?? "") || (hours ? call.say(TEXTS.hours, { count: call.number(hours) }) : "");
  return text && call.say(TEXTS.takes, { duration: text });
}

/** The line of a contract that takes no applications. */
function closed(call: Call, { status, assignee }: Contract): string {
  const name = plain(assignee?.displayName ?? "");
  const words = call.say(STATUS_TEXTS[status]);
  return `**${assignee ? call.say(TEXTS.assigned, { status: words, name }) : words}**`;
}

/** One contract, with the button by which the user applies for it where they can. */
export function showCard(call: Call, contract: Contract): Reply {
  const { id, title, location, description, applications, applicationId, can } = contract;
  return card({
    title: plain(title, 120),
    href: call.link(contractPage(id)),
    lines: [
      offer(call, contract),
      !can.open && closed(call, contract),
      applicationId !== null && call.say(TEXTS.applied),
      plain(description ?? "", 600),
      pays(call, contract),
      duration(call, contract),
      deadline(call, contract),
      location && call.say(TEXTS.place, { place: plain(location) }),
    ],
    note: applications ? call.say(TEXTS.applications, { count: call.number(applications) }) : "",
    isIdle: !can.open,
    buttons: [
      can.apply && {
        ...{ label: call.say(TEXTS.apply), command: "contract-apply", action: "apply", given: { id } },
        style: "main",
      },
      { label: call.say(TEXTS.view), href: call.link(contractPage(id)) },
    ],
  });
}

/** What is available to take on. */
export const contractsCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description },
  needs: [listContractsRoute],
  async run(call) {
    const query = { status: "available", limit: `${SHOWN}` } as const;
    const { items } = await call.ask(listContractsRoute, { query });
    return card({
      title: call.say(TEXTS.title),
      lines: [items.length === 0 && call.say(TEXTS.none)],
      items: items.map((each) => ({
        lines: [`**${plain(each.title, 80)}**`, offer(call, each), pays(call, each), deadline(call, each)],
        button: { label: call.say(TEXTS.open), action: "show", given: { id: each.id } },
      })),
      buttons: [{ label: call.say(TEXTS.toBoard), href: call.link(BOARD) }],
    });
  },
  actions: {
    show: async (call, given) => showCard(call, await call.ask(getContractRoute, { id: idOf(given) })),
  },
};
