import { defineAudit, readBy } from "../../lib/audit.ts";
import { defineErrors, fill, problem } from "../../lib/errors.ts";
import { defineNotices } from "../../lib/notify.ts";
import { numberText } from "../../lib/number-text.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { type ExpenseStatus, SPLIT_MODES, type SplitMode, type SplitProblem } from "./payouts.schema.ts";

type Texts<Key extends string> = Record<Key, Record<Language, string>>;

const MODE_TEXTS: Texts<SplitMode> = {
  equal: { en: "equally", da: "ligeligt" },
  weighted: { en: "by weight", da: "efter vægt" },
  time: { en: "by time", da: "efter tid" },
  percentage: { en: "by percentage", da: "efter procent" },
  fixed: { en: "by fixed amounts", da: "efter faste beløb" },
};

const privately = readBy("private");

/** Entries about money are private to users who take part in the payout. */
export const payoutAudit = defineAudit(
  {
    "payout.split": privately(
      "{actor} changed the split of {subject}",
      "{actor} ændrede fordelingen af {subject}",
    ),
    "payout.donated": privately(
      "{actor} leaves their share of {subject} to the organization",
      "{actor} overlader sin andel af {subject} til organisationen",
    ),
    "payout.kept": privately(
      "{actor} keeps their share of {subject} after all",
      "{actor} beholder alligevel sin andel af {subject}",
    ),
    "payout.locked": privately(
      "{actor} approved the split of {subject}",
      "{actor} godkendte fordelingen af {subject}",
    ),
    "payout.unlocked": privately(
      "{actor} took the approval of the split of {subject} back",
      "{actor} trak godkendelsen af fordelingen af {subject} tilbage",
    ),
    "payout.expense": privately(
      "{actor} added an expense of {amount} to {subject}",
      "{actor} tilføjede en udgift på {amount} til {subject}",
    ),
    "payout.expense_approved": privately(
      "{actor} approved an expense of {amount} of {subject}",
      "{actor} godkendte en udgift på {amount} i {subject}",
    ),
    "payout.expense_declined": privately(
      "{actor} declined an expense of {amount} of {subject}",
      "{actor} afviste en udgift på {amount} i {subject}",
    ),
    "payout.expense_removed": privately(
      "{actor} removed an expense of {amount} from {subject}",
      "{actor} fjernede en udgift på {amount} fra {subject}",
    ),
    "payout.sent": privately(
      "{actor} marked {amount} to {receiver} for {subject} as sent",
      "{actor} markerede {amount} til {receiver} for {subject} som sendt",
    ),
    "payout.unsent": privately(
      "{actor} undid “sent” for {amount} to {receiver} for {subject}",
      "{actor} fortrød “sendt” for {amount} til {receiver} for {subject}",
    ),
    "payout.confirmed": privately(
      "{actor} confirmed that {amount} arrived with {receiver} for {subject}",
      "{actor} bekræftede, at {amount} er nået frem til {receiver} for {subject}",
    ),
    "payout.correction": privately(
      "{actor} added a correction of {amount} from {payer} to {receiver} for {subject}",
      "{actor} tilføjede en rettelse på {amount} fra {payer} til {receiver} for {subject}",
    ),
    "payout.correction_withdrawn": privately(
      "{actor} withdrew a correction of {amount} from {payer} to {receiver} for {subject}",
      "{actor} trak en rettelse på {amount} fra {payer} til {receiver} for {subject} tilbage",
    ),
  },
  {
    fields: { "payout.split": { en: "Split", da: "Fordeling" } },
    detailText: (name, value, language) => {
      if (name === "amount") return numberText(value, language);
      const mode = SPLIT_MODES.find((each) => each === value);
      return mode && (name === "from" || name === "to") ? MODE_TEXTS[mode][language] : null;
    },
  },
);

const MY_MONEY = { page: "/tools/contracts?tab=money", needs: "contracts.read" } as const;

/** Notices to receivers. They name no contract that is a draft. */
const GROUP = { en: "Payments", da: "Betalinger" };

export const payoutNotices = defineNotices(GROUP, {
  "payout.withdrawn": {
    title: { en: "Approved payments are taken back", da: "Godkendte betalinger trækkes tilbage" },
    opens: MY_MONEY,
    en: "{by} took back approved payments that you were to receive. My Money shows what is still owed to you.",
    da: "{by} trak godkendte betalinger tilbage, som du skulle modtage. Mine penge viser, hvad du stadig har til gode.",
  },
  "payout.unsent": {
    title: {
      en: "A payment to you was not sent after all",
      da: "En betaling til dig blev alligevel ikke sendt",
    },
    opens: MY_MONEY,
    en: "{by} took back that the payment to you for {subject} was sent.",
    da: "{by} fortrød, at betalingen til dig for {subject} var sendt.",
  },
  "payout.correction": {
    title: { en: "A correction that concerns you", da: "En rettelse, der vedrører dig" },
    opens: MY_MONEY,
    en: "{by} added a correction for {subject}: {payer} is to pay {amount} to {receiver}. My Money shows it.",
    da: "{by} tilføjede en rettelse for {subject}: {payer} skal betale {amount} til {receiver}. Mine penge viser den.",
  },
  "payout.correction_withdrawn": {
    title: { en: "A correction is withdrawn", da: "En rettelse trækkes tilbage" },
    opens: MY_MONEY,
    en: "{by} withdrew a correction for {subject}: {payer} is no longer to pay {amount} to {receiver}.",
    da: "{by} trak en rettelse for {subject} tilbage: {payer} skal ikke længere betale {amount} til {receiver}.",
  },
});

export const EXPENSE_STATUS_TEXTS: Texts<ExpenseStatus> = {
  pending: { en: "waiting for approval", da: "venter på godkendelse" },
  approved: { en: "approved", da: "godkendt" },
  declined: { en: "declined", da: "afvist" },
};

/** Errors at the field that names a person of a split. */
export const LINE_TEXTS: Texts<
  "twice" | "not_a_member" | "not_in_split" | "not_in_payout" | "guest_pays" | "same_person" | "above_pay"
> = {
  not_in_payout: {
    en: "Takes no part in this payout. Choose somebody of the split, or who has the money",
    da: "Er ikke med i denne udbetaling. Vælg en fra fordelingen eller den, der har pengene",
  },
  guest_pays: {
    en: "Has no account and cannot say that it was sent. Choose a member who pays",
    da: "Har ingen konto og kan ikke angive, at det er sendt. Vælg et medlem, der betaler",
  },
  same_person: {
    en: "Pays this correction. Choose somebody else",
    da: "Betaler denne rettelse. Vælg en anden",
  },
  above_pay: {
    en: "Is more than the contract pays. Enter at most its pay",
    da: "Er mere end kontrakten betaler. Angiv højst dens betaling",
  },
  twice: { en: "Is in the split already", da: "Er allerede i fordelingen" },
  not_a_member: {
    en: "Is not an active member whose role sees contracts",
    da: "Er ikke et aktivt medlem, hvis rolle ser kontrakter",
  },
  not_in_split: {
    en: "Is not in the split. Add them first",
    da: "Er ikke i fordelingen. Tilføj personen først",
  },
};

const PROBLEM_TEXTS: Texts<
  "nobody" | "no_weight" | `${"percent" | "fixed"}_${"few" | "much"}` | "expenses" | "holds"
> = {
  nobody: { en: "nobody is in it. Add the crew.", da: "ingen er med i den. Tilføj holdet." },
  no_weight: {
    en: "every share is 0. Give at least one person more than 0.",
    da: "alle andele er 0. Giv mindst én person mere end 0.",
  },
  percent_few: {
    en: "{by} % is missing. The percentages must add up to 100.",
    da: "der mangler {by} %. Procenterne skal give 100 i alt.",
  },
  percent_much: {
    en: "{by} % is too much. The percentages must add up to 100.",
    da: "{by} % er for meget. Procenterne skal give 100 i alt.",
  },
  fixed_few: {
    en: "{by} is missing. Amounts and expenses must add up to the pay.",
    da: "der mangler {by}. Beløb og udgifter skal tilsammen give betalingen.",
  },
  fixed_much: {
    en: "{by} is too much. Amounts and expenses must add up to the pay.",
    da: "{by} er for meget. Beløb og udgifter skal tilsammen give betalingen.",
  },
  expenses: {
    en: "the expenses are {by} more than the pay. Decline some of them.",
    da: "udgifterne er {by} mere end betalingen. Afvis nogle af dem.",
  },
  holds: {
    en: "what the crew holds already is {by} more than the pay. Correct what each of them holds.",
    da: "det, holdet allerede har, er {by} mere end betalingen. Ret, hvad hver af dem har.",
  },
};

/** Why a split cannot be approved and what to do, as the end of a sentence. */
export function problemText(problem: SplitProblem, currency: string, language: Language): string {
  const say = (key: keyof typeof PROBLEM_TEXTS, by: string) => fill(PROBLEM_TEXTS[key][language], { by });
  const { reason } = problem;
  if (reason === "nobody" || reason === "no_weight") return say(reason, "");
  const by = Math.abs(problem.by);
  const number = numberText(reason === "percent" ? by / 100 : by, language);
  if (reason === "percent") return say(problem.by > 0 ? "percent_few" : "percent_much", number);
  const sum = `${number} ${currency}`;
  if (reason === "fixed") return say(problem.by > 0 ? "fixed_few" : "fixed_much", sum);
  return say(reason === "expenses_exceed" ? "expenses" : "holds", sum);
}

export const payoutErrors = defineErrors({
  payout_locked: problem(409)(
    "The split is approved and stays as it is. Take the approval back first, while nothing is sent.",
    "Fordelingen er godkendt og bliver, som den er. Træk godkendelsen tilbage først, mens intet er sendt.",
  ),
  payout_not_open: problem(409)(
    "The split can be changed from the contract's acceptance until its payment is sent. Its status is {status} now.",
    "Fordelingen kan ændres, fra kontrakten er antaget, til betalingen er sendt. Dens status er nu {status}.",
  ),
  payout_not_done: problem(409)(
    "The split is approved when the work is done, and the status is {status}. Mark the contract as completed first.",
    "Fordelingen godkendes, når arbejdet er udført, og status er {status}. Marker kontrakten som udført først.",
  ),
  crew_large: problem(409)(
    "A split has room for {limit} people, and this makes {count}. Choose another contract.",
    "En fordeling har plads til {limit} personer, og det bliver {count}. Vælg en anden kontrakt.",
  ),
  split_incomplete: problem(409)(
    "The split cannot be approved yet: {problem}",
    "Fordelingen kan ikke godkendes endnu: {problem}",
  ),
  expenses_pending: problem(409)(
    "{count|expense waits|expenses wait} for approval. Approve or decline them first.",
    "{count|udgift|udgifter} venter på godkendelse. Godkend eller afvis dem først.",
  ),
  expense_outside: problem(409)(
    "{name} has approved expenses and is not in the split. Add {name} to it, or decline the expenses.",
    "{name} har godkendte udgifter og er ikke i fordelingen. Tilføj {name}, eller afvis udgifterne.",
  ),
  payout_no_payer: problem(409)(
    "It is not said who has the money to begin with. First choose who pays.",
    "Det er ikke angivet, hvem der har pengene til at begynde med. Vælg først, hvem der betaler.",
  ),
  payout_sent: problem(409)(
    "Something is marked as sent already, so the approval stays. Take that mark back first, or return the contract to draft.",
    "Noget er allerede markeret som sendt, så godkendelsen bliver stående. Fjern markeringen først, eller gør kontrakten til kladde igen.",
  ),
  not_in_split: problem(409)(
    "You are not in this split. Ask the person who looks after the contract to add you.",
    "Du er ikke med i denne fordeling. Bed den, der står for kontrakten, om at tilføje dig.",
  ),
  expenses_full: problem(409)(
    "A contract takes at most {limit} expenses. Put several into one.",
    "En kontrakt kan højst have {limit} udgifter. Læg flere sammen til én.",
  ),
  expense_decided: problem(409)(
    "This expense is {status} already and stays in the list. Ask the person who looks after the contract to decline it.",
    "Denne udgift er allerede {status} og bliver på listen. Bed den, der står for kontrakten, om at afvise den.",
  ),
  expense_not_yours: problem(403)(
    "Only the person who paid this expense can remove it. Decline it instead if you look after the contract.",
    "Kun den, der betalte udgiften, kan fjerne den. Afvis den i stedet, hvis du står for kontrakten.",
  ),
  transfer_not_payer: problem(403)(
    "Only the payer, or the person who looks after the contract, can say that it was sent. Ask one of them.",
    "Kun den, der betaler, eller den, der står for kontrakten, kan angive, at det er sendt. Spørg en af dem.",
  ),
  transfer_not_receiver: problem(403)(
    "Only {name} can say that the money arrived. Wait for them, or ask them to look.",
    "Kun {name} kan angive, at pengene er kommet frem. Vent på svar, eller bed om at få det set efter.",
  ),
  transfer_not_sent: problem(409)(
    "{name} has not sent this yet. Confirm it when the money is there.",
    "{name} har ikke sendt dette endnu. Bekræft det, når pengene er der.",
  ),
  transfer_confirmed: problem(409)(
    "{name} has confirmed that the money arrived, so it stays sent. Add a correction instead.",
    "{name} har bekræftet, at pengene er kommet frem, så de er sendt. Tilføj en rettelse i stedet.",
  ),
  transfer_final: problem(409)(
    "The contract is {status}: its payments stay as they are. Add a correction instead.",
    "Kontrakten er {status}: dens betalinger bliver, som de er. Tilføj en rettelse i stedet.",
  ),
  correction_too_early: problem(409)(
    "Nobody has confirmed a payment of this contract yet, so there is nothing to correct. Undo “sent” or change the split instead.",
    "Ingen har endnu bekræftet en betaling i denne kontrakt, så der er intet at rette. Fortryd “sendt”, eller ret fordelingen i stedet.",
  ),
  corrections_full: problem(409)(
    "A contract takes at most {limit} corrections. Withdraw one that is not sent, or put several into one.",
    "En kontrakt kan højst have {limit} rettelser. Træk en tilbage, der ikke er sendt, eller læg flere sammen til én.",
  ),
  correction_not_payer: problem(403)(
    "Only {name} can say that this correction was sent. Ask them.",
    "Kun {name} kan angive, at denne rettelse er sendt. Spørg personen.",
  ),
  correction_sent: problem(409)(
    "{name} has marked this correction as sent, so it stays. Ask {name} to undo that first.",
    "{name} har markeret denne rettelse som sendt, så den bliver. Bed først {name} om at fortryde det.",
  ),
});
