import { type Call, type ChatCommand, idOf, type Text } from "../../lib/commands/command.ts";
import { type Named, namedOption, showNamed } from "../../lib/commands/named.ts";
import { clip, form, MOST_OPTIONS, note, type Reply } from "../../lib/commands/reply.ts";
import {
  type Contract,
  contractPage,
  getContractRoute,
  listContractsRoute,
  payText,
  SEARCH_LENGTH,
  showCard,
} from "../contracts/index.ts";
import { openQuestions } from "../forms/index.ts";
import { applyRoute, getProfileRoute } from "./applications.routes.ts";
import * as schema from "./applications.schema.ts";
import { answersOf } from "./wizard.schema.ts";

const TEXTS = {
  name: { en: "contract-apply", da: "kontrakt-ansøg" },
  description: { en: "Apply for a contract", da: "Søg en kontrakt" },
  contract: { en: "contract", da: "kontrakt" },
  which: { en: "The contract; type a part of its title", da: "Kontrakten; skriv en del af dens titel" },
  first: {
    en: "You write your first application in the command centre, and it is filled in for you here from then on.",
    da: "Din første ansøgning skriver du i Command Centre, og derefter er den udfyldt for dig her.",
  },
  more: {
    en: "This contract asks more than fits here: apply in the command centre.",
    da: "Kontrakten spørger om mere, end der er plads til her: ansøg i Command Centre.",
  },
  write: { en: "Write it there", da: "Skriv den dér" },
  title: { en: "Apply for {title}", da: "Søg {title}" },
  experience: { en: "Experience", da: "Erfaring" },
  experience_hint: {
    en: "What you have done that fits this work",
    da: "Hvad du har gjort, som passer til opgaven",
  },
  shipType: { en: "Ship", da: "Skib" },
  shipType_hint: {
    en: "You have {count} to choose from, more than Discord lists: write the name",
    da: "Du kan vælge mellem {count}, flere end Discord kan vise: skriv navnet",
  },
  availability: { en: "Availability", da: "Hvornår du kan" },
  additionalNotes: { en: "Additional notes", da: "Yderligere bemærkninger" },
  terms: { en: "Everything I wrote is true", da: "Alt, hvad jeg har skrevet, er sandt" },
  terms_hint: {
    en: "Your names, time zone, handle, references and background check go along as last time.",
    da: "Dine navne, tidszone, handle, referencer og baggrundstjek sendes med som sidst.",
  },
} as const satisfies Record<string, Text>;

/** The fields of the form; the others are copied from the last application. */
type Answers = Pick<schema.ApplyInput, "experience" | "shipType" | "availability" | "additionalNotes">;

const CONTRACTS: Named<Contract> = {
  get: (call, id) => call.ask(getContractRoute, { id }),
  list: (call, q, limit) => call.ask(listContractsRoute, { query: { open: "1", q, limit } }),
  label: (call, contract) => `${clip(contract.title, 60)} · ${payText(call, contract)}`,
};

/** The match of a typed title: a contract open to the caller, else another one, whose card shows why they cannot apply. */
const TYPED: Named<Contract> = {
  ...CONTRACTS,
  async list(call, q, limit) {
    const open = await CONTRACTS.list(call, q, limit);
    if (open.items.length > 0) return open;
    return call.ask(listContractsRoute, { query: { show: "active", q, limit } });
  },
};

/** The form for a contract, prefilled from the caller's last application, except their availability. */
async function ask(call: Call, contract: Contract): Promise<Reply> {
  const { id, title, can } = contract;
  if (!can.apply) return showCard(call, contract);
  const { last, ships, form: asked } = await call.ask(getProfileRoute, { query: {} });
  if (!last) return writeThere(call, id, TEXTS.first);
  if (openQuestions(asked.content, { ...answersOf(last), ...last.answers }).length > 0)
    return writeThere(call, id, TEXTS.more);
  const named = [...new Set([last.shipType, ...ships])].filter((each) => each.length <= schema.LINE_LENGTH);
  const options = named.map((value) => ({ label: value, value }));
  const field = (name: keyof Answers, type: "line" | "text", most: number, isRequired = true) => ({
    ...{ id: name, label: call.say(TEXTS[name]), value: last[name] ?? "", type, most, isRequired },
  });
  const hint = call.say(TEXTS.shipType_hint, { count: options.length });
  const ship = {
    ...field("shipType", "line", schema.LINE_LENGTH),
    ...(options.length > MOST_OPTIONS && { description: hint }),
  };
  return form({
    ...{ title: call.say(TEXTS.title, { title }), action: "send", given: { id } },
    fields: [
      {
        ...field("experience", "text", schema.EXPERIENCE_LENGTH),
        description: call.say(TEXTS.experience_hint),
      },
      // A user without ships, or with more than Discord offers, types the ship.
      ships.length > 0 && options.length <= MOST_OPTIONS ? { ...ship, type: "choice", options } : ship,
      { ...field("availability", "text", schema.AVAILABILITY_LENGTH), value: "" },
      field("additionalNotes", "text", schema.NOTES_LENGTH, false),
      {
        ...{ id: "termsAccepted", type: "check", label: call.say(TEXTS.terms) },
        description: call.say(TEXTS.terms_hint),
      },
    ],
  });
}

const writeThere = (call: Call, id: number, why: Text): Reply =>
  note(call.say(why), [{ label: call.say(TEXTS.write), href: call.link(contractPage(id)) }]);

/** Applies for a contract with the values of the caller's last application. */
export const contractApplyCommand: ChatCommand = {
  ...{ kind: "chat", name: TEXTS.name, description: TEXTS.description },
  needs: [listContractsRoute],
  options: [namedOption(CONTRACTS, TEXTS.contract, TEXTS.which, SEARCH_LENGTH)],
  run: (call, { contract }) => showNamed(call, TYPED, `${contract}`.trim(), ask),
  actions: {
    show: async (call, given) => showCard(call, await CONTRACTS.get(call, idOf(given))),
    apply: async (call, given) => ask(call, await CONTRACTS.get(call, idOf(given))),
    send: async (call, given, values) => {
      const contractId = idOf(given);
      const { last, ...known } = await call.ask(getProfileRoute, { query: {} });
      if (!last) return writeThere(call, contractId, TEXTS.first);
      const { firstName, lastName, timezone, backgroundCheck, references, answers } = last;
      await call.ask(applyRoute, {
        body: {
          ...(values as Answers),
          ...{ contractId, firstName, lastName, timezone, backgroundCheck, references },
          discordUsername: known.discordUsername ?? last.discordUsername,
          rsiHandle: known.rsiHandle ?? last.rsiHandle,
          ...(known.form.number && { formNumber: known.form.number, answers: answers ?? {} }),
          // The route refuses an unchecked box.
          termsAccepted: (values["termsAccepted"] === "1") as true,
        },
      });
      return showCard(call, await CONTRACTS.get(call, contractId));
    },
  },
};
