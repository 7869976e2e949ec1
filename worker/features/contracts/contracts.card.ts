import { eq } from "drizzle-orm";
import type { PublicCard } from "../../lib/announcements.ts";
import type { Call, Speaker } from "../../lib/commands/command.ts";
import { card, plain, type Reply } from "../../lib/commands/reply.ts";
import { timestamp } from "../../lib/times.schema.ts";
import { CONTRACT_COMMAND_TEXTS as TEXTS } from "./contracts.commands.texts.ts";
import { contractRecord, toContract } from "./contracts.rows.ts";
import { type Contract, stateOf } from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { STATE_TEXTS } from "./contracts.texts.ts";
import { TYPE_TEXTS } from "./contracts.words.ts";

export const BOARD = "/tools/contracts";

/** The page of the web app that shows a contract, from where members apply for it. */
export const contractPage = (id: number): string => `${BOARD}?contract=${id}`;

/** The pay of a contract: an amount, a rate, or a share of the total. */
export function payText(call: Speaker, contract: Contract): string {
  const { paymentType, currency, percentageOf, hourlyRate } = contract;
  if (contract.pay === 0) return call.say(TEXTS.pay_unspecified);
  const amount = call.number(paymentType === "hourly" ? (hourlyRate ?? 0) : contract.amount);
  const percent = call.number(percentageOf ?? 0);
  return call.say(TEXTS[`pay_${paymentType}`], { amount, currency, percent });
}

export function offer(call: Speaker, { type, riskLevel, postedByMember }: Contract): string {
  const risk = call.say(TEXTS[`risk_${riskLevel}`]);
  const name = postedByMember ? plain(postedByMember.displayName) : call.say(TEXTS.unknown);
  return call.say(TEXTS.by, { type: call.say(TYPE_TEXTS[type]), risk, name });
}

export const pays = (call: Speaker, contract: Contract) =>
  call.say(TEXTS.pays, { pay: payText(call, contract) });

export function deadline(call: Speaker, { deadline: at }: Contract): string {
  if (at === null) return call.say(TEXTS.noDeadline);
  return call.say(TEXTS.deadline, { when: `${timestamp(at)} ${timestamp(at, "R")}` });
}

function duration(call: Speaker, { duration: words, estimatedHours: hours }: Contract): string {
  const text = plain(words ?? "") || (hours ? call.say(TEXTS.hours, { count: call.number(hours) }) : "");
  return text && call.say(TEXTS.takes, { duration: text });
}

/** The line of a contract that takes no applications. */
function closed(call: Speaker, contract: Contract, now: Date): string {
  const { assignee } = contract;
  const state = stateOf(contract, now.getTime());
  const words = call.say(STATE_TEXTS[state]);
  const values = { status: words, name: plain(assignee?.displayName ?? "") };
  return `**${assignee ? call.say(state === "assigned" ? TEXTS.given : TEXTS.assigned, values) : words}**`;
}

/** The lines of a contract. @param own a line about the reader's own application */
const linesOf = (call: Speaker, now: Date, contract: Contract, own: string | false = false) => [
  offer(call, contract),
  !contract.can.open && closed(call, contract, now),
  own,
  plain(contract.description ?? "", 600),
  pays(call, contract),
  duration(call, contract),
  deadline(call, contract),
  contract.location && call.say(TEXTS.place, { place: plain(contract.location) }),
];

const drawn = (call: Speaker, { id, title, can }: Contract, applications: number | null) => ({
  title: plain(title, 120),
  href: call.link(contractPage(id)),
  note: applications ? call.say(TEXTS.applications, { count: call.number(applications) }) : "",
  isIdle: !can.open,
});

const view = (call: Speaker, { id }: Contract) => ({
  label: call.say(TEXTS.view),
  href: call.link(contractPage(id)),
});

/** One contract, with the button to apply where the user can. */
export function showCard(call: Call, contract: Contract): Reply {
  const { id, applications, applicationId, can } = contract;
  return card({
    ...drawn(call, contract, applications),
    lines: linesOf(call, call.now, contract, applicationId !== null && call.say(TEXTS.applied)),
    buttons: [
      can.apply && {
        label: call.say(TEXTS.apply),
        command: "contract-apply",
        action: "apply",
        given: { id },
        style: "main",
      },
      view(call, contract),
    ],
  });
}

/** A contract in a message for everybody, without parts for one reader. */
export const publicContract: PublicCard = {
  presses: { apply: ["contract-apply", "apply"] },
  async draw(context, id, speaker) {
    const [row] = await contractRecord.find(context, eq(contracts.id, id));
    if (!row) return null;
    const contract = toContract(row, context);
    const isDisabled = !contract.can.open;
    return card({
      ...drawn(speaker, contract, isDisabled ? null : row.applications),
      lines: linesOf(speaker, context.now, contract),
      buttons: [
        {
          label: speaker.say(TEXTS.apply),
          action: "apply",
          style: isDisabled ? undefined : "main",
          isDisabled,
        },
        view(speaker, contract),
      ],
    });
  },
};
