import { apply as applyFor } from "../../worker/features/contracts/applications/apply.ts";
import {
  acceptApplication,
  declineApplication,
  withdrawApplication,
} from "../../worker/features/contracts/applications/decide.ts";
import { createContract, editContract } from "../../worker/features/contracts/change.ts";
import type {
  ContractStatus,
  CreateContractInput,
} from "../../worker/features/contracts/contracts.schema.ts";
import { moveContract, postContract } from "../../worker/features/contracts/move.ts";
import { lockSplit } from "../../worker/features/contracts/payouts/approve.ts";
import { addExpense, decideExpense } from "../../worker/features/contracts/payouts/expenses.ts";
import type { Payout, SplitMode } from "../../worker/features/contracts/payouts/payouts.schema.ts";
import { saveSheet } from "../../worker/features/contracts/payouts/sheet.ts";
import { confirmTransfer, sendTransfer } from "../../worker/features/contracts/payouts/transfers.ts";
import type { UserContext } from "../../worker/lib/context.ts";

/** What is known of a contract while things happen to it. */
export type Story = {
  id: number;
  /** Ids of applications by the applicant's name. */
  applications: Map<string, number>;
  payout: Payout | null;
  userId: (name: string) => number;
  /** The instant some hours after the seeding. */
  instant: (hours: number) => string;
};

/** One thing that somebody did to a contract, through the product's own verb. */
type Verb = (context: UserContext, story: Story) => Promise<void>;
export type ContractStep = { ago: number; by: string; verb: Verb };

/** Somebody did something `ago` hours before the seeding. */
export const did = (ago: number, by: string, verb: Verb): ContractStep => ({ ago, by, verb });

type Terms = Omit<CreateContractInput, "deadline"> & { due?: number };
/** Writes the draft; its deadline is `due` hours after the seeding. */
export const draft =
  ({ due, ...terms }: Terms): Verb =>
  async (context, story) => {
    const deadline = due === undefined ? {} : { deadline: story.instant(due) };
    story.id = (await createContract(context, { ...terms, ...deadline })).id;
  };

export const post: Verb = async (context, { id }) => void (await postContract(context, id, {}));
export const move =
  (status: ContractStatus, note?: string): Verb =>
  async (context, { id }) =>
    void (await moveContract(context, id, { status, note }));
/** Gives the contract to a member. */
export const give =
  (name: string): Verb =>
  async (context, { id, userId }) =>
    void (await editContract(context, id, { assignedTo: userId(name) }));

/** Applies with a ship, what was done before, and when there is time. */
export const apply =
  (shipType: string, experience: string, availability: string): Verb =>
  async (context, story) => {
    const [firstName = "", lastName = ""] = context.actor.name.split(" ");
    const application = await applyFor(context, {
      contractId: story.id,
      ...{ firstName, lastName, shipType, experience, availability },
      discordUsername: firstName.toLowerCase(),
      timezone: "Europe/Copenhagen",
      backgroundCheck: true,
      termsAccepted: true,
    });
    story.applications.set(context.actor.name, application.id);
  };
export const accept =
  (name: string, message?: string): Verb =>
  async (context, { applications }) =>
    void (await acceptApplication(context, applications.get(name) ?? 0, { message }));
export const decline =
  (name: string, message?: string): Verb =>
  async (context, { applications }) =>
    void (await declineApplication(context, applications.get(name) ?? 0, { message }));
export const withdraw: Verb = async (context, { applications }) =>
  void (await withdrawApplication(context, applications.get(context.actor.name) ?? 0, undefined));

/** Splits the pay, which `payer` has, among a crew with the mode's value of each. */
export const split =
  (mode: SplitMode, payer: string, crew: Record<string, number>): Verb =>
  async (context, story) => {
    const lines = Object.entries(crew).map(([name, value]) => ({ userId: story.userId(name), value }));
    story.payout = await saveSheet(context, story.id, { mode, payer: story.userId(payer), lines });
  };
export const spend =
  (amount: number, note: string): Verb =>
  async (context, story) => {
    story.payout = await addExpense(context, story.id, { amount, note });
  };
/** Approves all expenses that wait. */
export const approveExpenses: Verb = async (context, story) => {
  for (const { id, status } of story.payout?.expenses ?? []) {
    if (status === "pending") story.payout = await decideExpense(context, id, { status: "approved" });
  }
};
/** Approves the split. */
export const lock: Verb = async (context, story) => {
  story.payout = await lockSplit(context, story.id, {});
};

const transferTo = (story: Story, name: string) =>
  story.payout?.transfers.find(({ receiver }) => receiver.name === name)?.id ?? 0;
export const send =
  (name: string): Verb =>
  async (context, story) => {
    story.payout = await sendTransfer(context, transferTo(story, name), { sent: true });
  };
export const confirm: Verb = async (context, story) => {
  story.payout = await confirmTransfer(context, transferTo(story, context.actor.name), {});
};
