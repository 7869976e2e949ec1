import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, problem } from "../../lib/errors.ts";
import { numberText } from "../../lib/number-text.ts";
import type { Sentences } from "../../lib/validation.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { ContractState, ContractStatus } from "./contracts.schema.ts";
import { CHOICES, FIELD_NAMES, NUMBERS } from "./contracts.words.ts";

export const STATUS_TEXTS: Record<ContractStatus, Record<Language, string>> = {
  draft: { en: "Draft", da: "Kladde" },
  posted: { en: "Posted", da: "Slået op" },
  open: { en: "Open", da: "Åben" },
  active: { en: "Active", da: "Aktiv" },
  accepted: { en: "Accepted", da: "Antaget" },
  completed: { en: "Completed", da: "Udført" },
  awaiting_payment: { en: "Awaiting payment", da: "Afventer betaling" },
  payment_sent: { en: "Payment sent", da: "Betaling sendt" },
  closed: { en: "Closed", da: "Lukket" },
  cancelled: { en: "Cancelled", da: "Aflyst" },
};

/** The texts of `stateOf`, the same in the app. */
export const STATE_TEXTS: Record<ContractState, Record<Language, string>> = {
  ...STATUS_TEXTS,
  assigned: { en: "Assigned", da: "Tildelt" },
  late: { en: "Deadline passed", da: "Frist overskredet" },
};

const OPENS = { page: "/tools/contracts?contract={id}", needs: "contracts.read" } as const;

/** Entries about drafts are private and give the contract's number alone: others must not learn of a draft. */
const privately = readBy("private", OPENS);
const forReaders = readBy("contracts.read", OPENS);

export const contractAudit = defineAudit(
  {
    "contract.created": privately(
      "{actor} wrote the draft contract {subject}",
      "{actor} skrev kontraktkladden {subject}",
    ),
    "contract.draft_edited": privately(
      "{actor} edited the draft contract {subject}",
      "{actor} redigerede kontraktkladden {subject}",
    ),
    "contract.deleted": readBy("private")(
      "{actor} deleted the draft contract {subject}",
      "{actor} slettede kontraktkladden {subject}",
    ),
    "contract.posted": forReaders(
      "{actor} posted the contract {subject}",
      "{actor} slog kontrakten {subject} op",
    ),
    "contract.edited": forReaders(
      "{actor} edited the contract {subject}",
      "{actor} redigerede kontrakten {subject}",
    ),
    "contract.status": forReaders(
      "{actor} moved the contract {subject} from {from} to {to}",
      "{actor} flyttede kontrakten {subject} fra {from} til {to}",
    ),
    "contract.drafted": privately(
      "{actor} returned the contract {subject} to draft, from {from}",
      "{actor} gjorde kontrakten {subject} til kladde igen, fra {from}",
    ),
    "contract.assigned": forReaders(
      "{actor} gave the contract {subject} to {assignee}",
      "{actor} gav kontrakten {subject} til {assignee}",
    ),
    // Written by the trigger contracts_assignee_left.
    "contract.returned": forReaders(
      "The contract {subject} is open again: {assignee} left the organization",
      "Kontrakten {subject} er åben igen: {assignee} har forladt organisationen",
    ),
  },
  {
    fields: FIELD_NAMES,
    detailText: (name, value, language) => {
      const field = name.replace(/^(from|to)/, "");
      if (NUMBERS.includes(field)) return numberText(value, language);
      const texts: Record<string, Record<Language, string>> | undefined =
        name === "from" || name === "to" ? STATUS_TEXTS : CHOICES[field];
      return texts?.[value]?.[language] ?? null;
    },
  },
);

export const contractErrors = defineErrors({
  contract_transition: problem(409)(
    "A contract cannot go from {from} to {to}. Look at where it is now and choose one of its steps.",
    "En kontrakt kan ikke flyttes fra {from} til {to}. Se, hvor den er nu, og vælg et af dens trin.",
  ),
  contract_not_yours: problem(403)(
    "Only the person who posted or wrote this contract, or somebody with permission to manage all contracts, can do this. Ask one of them.",
    "Kun den, der slog kontrakten op eller skrev den, og dem med rettighed til alle kontrakter kan gøre det. Spørg en af dem.",
  ),
  contract_incomplete: problem(409)(
    "The contract cannot be posted yet. Missing: {fields}. Fill that in first.",
    "Kontrakten kan ikke slås op endnu. Mangler: {fields}. Udfyld det først.",
  ),
  contract_needs_assignee: problem(409)(
    "Nobody does this contract yet. Accept an application or pick a member first.",
    "Ingen udfører kontrakten endnu. Godkend en ansøgning, eller vælg et medlem først.",
  ),
  contract_has_assignee: problem(409)(
    "{name} does this contract. Return it to draft to give it to nobody.",
    "{name} udfører kontrakten. Gør den til kladde igen, hvis ingen skal have den.",
  ),
  contract_taken: problem(409)(
    "{name} got this contract in the meantime. Look at it as it is now, or for another one on the board.",
    "{name} fik kontrakten i mellemtiden. Se, hvordan den står nu, eller find en anden på tavlen.",
  ),
  contract_not_open: problem(409)(
    "This contract no longer takes applications: its status is {status}. Look for another one on the board.",
    "Kontrakten tager ikke imod ansøgninger længere: dens status er {status}. Find en anden på tavlen.",
  ),
  contract_late: problem(409)(
    "The deadline of this contract has passed, so it takes no applications until it is extended. Look for another one on the board.",
    "Fristen for kontrakten er overskredet, så den tager ikke imod ansøgninger, før den forlænges. Find en anden på tavlen.",
  ),
  assignee_not_active: problem(409)(
    "{name} is no longer an active member whose role sees contracts. Pick somebody else.",
    "{name} er ikke længere et aktivt medlem, hvis rolle ser kontrakter. Vælg en anden.",
  ),
  contract_not_draft: problem(409)(
    "Only draft contracts can be deleted. Return it to draft first.",
    "Kun kladder kan slettes. Gør først kontrakten til kladde igen.",
  ),
  contract_final: problem(409)(
    "The contract is {status}: it stays as it is. Create a new one instead.",
    "Kontrakten er {status}: den bliver, som den er. Opret en ny i stedet.",
  ),
  contract_paid: problem(409)(
    "{names} confirmed that {amount} arrived, and that is not taken back. Close the contract, and correct the payment with a new one.",
    "{names} har bekræftet, at {amount} er nået frem, og det trækkes ikke tilbage. Luk kontrakten, og ret betalingen med en ny.",
  ),
  contract_pay_settled: problem(409)(
    "The split of the pay is approved, so that what the contract pays cannot change. Take the approval back first.",
    "Fordelingen af betalingen er godkendt, så betalingen kan ikke ændres. Træk godkendelsen tilbage først.",
  ),
});

export const contractSentences = {
  future_time: { en: "Enter a time that is still to come", da: "Angiv et tidspunkt, der ikke er passeret" },
  active_member: {
    en: "Pick an active member whose role sees contracts",
    da: "Vælg et aktivt medlem, hvis rolle ser kontrakter",
  },
} satisfies Sentences;
