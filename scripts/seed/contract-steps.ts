// These attach themselves to contracts, and to applications.
import "../../worker/features/applications/index.ts";
import "../../worker/features/payouts/index.ts";
import "../../worker/features/security-team/index.ts";
import { apply as applyFor } from "../../worker/features/applications/apply.ts";
import {
  acceptApplication,
  declineApplication,
  withdrawApplication,
} from "../../worker/features/applications/decide.ts";
import { createContract, editContract } from "../../worker/features/contracts/change.ts";
import type {
  ContractStatus,
  CreateContractInput,
} from "../../worker/features/contracts/contracts.schema.ts";
import { moveContract, postContract } from "../../worker/features/contracts/move.ts";
import { lockSplit } from "../../worker/features/payouts/approve.ts";
import { addExpense, decideExpense } from "../../worker/features/payouts/expenses.ts";
import type { Payout } from "../../worker/features/payouts/payouts.schema.ts";
import { saveSheet } from "../../worker/features/payouts/sheet.ts";
import type { SplitMode } from "../../worker/features/payouts/split.schema.ts";
import { confirmTransfer, sendTransfer } from "../../worker/features/payouts/transfers.ts";
import type { SessionContext } from "../../worker/lib/context.ts";

/** State of a contract while steps are applied to it. */
export type Story = {
  id: number;
  /** Ids of applications by the applicant's name. */
  applications: Map<string, number>;
  payout: Payout | null;
  userId: (name: string) => number;
  /** Returns the instant some hours after the seeding. */
  instant: (hours: number) => string;
};

/** Applies one step to a contract with the product's own verb. */
type Verb = (context: SessionContext, story: Story) => Promise<void>;
export type ContractStep = { ago: number; by: string; verb: Verb };

/** Returns a step that a user took `ago` hours before the seeding. */
export const did = (ago: number, by: string, verb: Verb): ContractStep => ({ ago, by, verb });

type Terms = Omit<CreateContractInput, "deadline"> & { due?: number };
/** Writes the draft; its deadline is `due` hours after the seeding. */
export const draft =
  ({ due, ...terms }: Terms): Verb =>
  async (context, story) => {
    const deadline = due === undefined ? {} : { deadline: story.instant(due) };
    story.id = (await createContract(context, { ...terms, ...deadline })).id;
  };

export const post: Verb = async (context, { id }) => void (await postContract(context, { id }));
export const move =
  (status: ContractStatus, note?: string): Verb =>
  async (context, { id }) =>
    void (await moveContract(context, { id, status, note }));
export const give =
  (name: string): Verb =>
  async (context, { id, userId }) =>
    void (await editContract(context, { id, assignedTo: userId(name) }));

/** Applies with a ship, earlier experience and availability. */
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
    void (await acceptApplication(context, { id: applications.get(name) ?? 0, message }));
export const decline =
  (name: string, message?: string): Verb =>
  async (context, { applications }) =>
    void (await declineApplication(context, { id: applications.get(name) ?? 0, message }));
export const withdraw: Verb = async (context, { applications }) =>
  void (await withdrawApplication(context, { id: applications.get(context.actor.name) ?? 0 }));

/** Splits the pay, which `payer` holds, among a crew, with each member's value for the mode. */
export const split =
  (mode: SplitMode, payer: string, crew: Record<string, number>): Verb =>
  async (context, story) => {
    const lines = Object.entries(crew).map(([name, value]) => ({ userId: story.userId(name), value }));
    story.payout = await saveSheet(context, { id: story.id, mode, payer: story.userId(payer), lines });
  };
export const spend =
  (amount: number, note: string): Verb =>
  async (context, story) => {
    story.payout = await addExpense(context, { id: story.id, amount, note });
  };
export const approveExpenses: Verb = async (context, story) => {
  for (const { id, status } of story.payout?.expenses ?? []) {
    if (status === "pending") story.payout = await decideExpense(context, { id, status: "approved" });
  }
};
export const lock: Verb = async (context, story) => {
  story.payout = await lockSplit(context, { id: story.id });
};

const transferTo = (story: Story, name: string) =>
  story.payout?.transfers.find(({ receiver }) => receiver.name === name)?.id ?? 0;
export const send =
  (name: string): Verb =>
  async (context, story) => {
    story.payout = await sendTransfer(context, { id: transferTo(story, name), sent: true });
  };
export const confirm: Verb = async (context, story) => {
  story.payout = await confirmTransfer(context, { id: transferTo(story, context.actor.name) });
};
