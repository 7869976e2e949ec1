import { insert } from "../../../testing/database.ts";
import { type Caller, person, value } from "../../../testing/world.ts";
import { contract } from "../../contracts/testing/contracts.factory.ts";
import type { Payout, SheetInput } from "../payouts.schema.ts";

/** Inserts a contract with a poster, who pays, and an assignee. The pay is 2,400,000 aUEC if `values` has no other. */
export async function work(
  values: Record<string, unknown> = {},
  owner?: Caller,
  assignee?: Caller,
): Promise<{ id: number; path: string; owner: Caller; assignee: Caller }> {
  const poster = owner ?? (await person("recruiter"));
  const pilot = assignee ?? (await person("member"));
  const pay = values["pay"] ?? 2_400_000;
  const id = await contract({
    status: "completed",
    amount: pay,
    pay,
    posted_by: poster.memberId,
    posted_by_user: poster.userId,
    created_by: poster.memberId,
    posted_at: "2026-11-14T21:47:00.000Z",
    assigned_to: pilot.userId,
    ...values,
  });
  return { id, path: `/api/contracts/${id}/payout`, owner: poster, assignee: pilot };
}

export type Work = Awaited<ReturnType<typeof work>>;

/** A line of a sheet as the form sends it: of a member, or of a guest by name. */
export const lineOf = (
  person: Caller | string,
  value: number,
  more: Partial<SheetInput["lines"][number]> = {},
): SheetInput["lines"][number] =>
  typeof person === "string"
    ? { userId: null, name: person, value, ...more }
    : { userId: person.userId, value, ...more };

export const getPayout = (caller: Caller, { path }: Work) => caller.ok<Payout>("GET", path);

/** Saves the sheet at its current version. */
export async function setSheet(work: Work, sheet: Omit<SheetInput, "version">, by = work.owner) {
  const { version } = await getPayout(work.owner, work);
  return by.ok<Payout>("PUT", work.path, { ...sheet, version });
}

export const lock = (work: Work, by = work.owner) => by.ok<Payout>("POST", `${work.path}/lock`, {});

export const send = (caller: Caller, id: number, sent = true) =>
  caller.ok<Payout>("PATCH", `/api/payout-transfers/${id}/sent`, { sent });
export const confirm = (caller: Caller, id: number) =>
  caller.ok<Payout>("PATCH", `/api/payout-transfers/${id}/confirmed`, {});

/** Adds an expense of the caller, or of the `buyer`. */
export const spend = (
  caller: Caller,
  { id }: Work,
  amount: number,
  buyer: { userId?: number | null; name?: string } = {},
) => caller.ok<Payout>("POST", `/api/contracts/${id}/expenses`, { amount, note: "Fuel", ...buyer });

/** Approves every pending expense. */
export async function approveExpenses(work: Work) {
  for (const { id, status } of (await getPayout(work.owner, work)).expenses)
    if (status === "pending")
      await work.owner.ok("PATCH", `/api/contract-expenses/${id}`, { status: "approved" });
}

/** A payout of four people by weight, one of them a guest, with two approved expenses. */
export async function pictured(owner?: Caller) {
  const job = await work({ title: "Refinery pickup, Levski to Area18" }, owner);
  const [sofie, ida] = [await person("member", 1, "Sofie Ørsted"), await person("member", 1, "Ida Storm")];
  await setSheet(job, {
    mode: "weighted",
    lines: [
      lineOf(job.assignee, 1.5),
      lineOf(sofie, 1),
      lineOf(ida, 1),
      lineOf("Jeppe Skovgaard-Thorsen", 0.5),
    ],
  });
  await spend(job.assignee, job, 86_400);
  await spend(sofie, job, 52_500);
  await approveExpenses(job);
  return { ...job, sofie, ida };
}

/** A contract's status and its counts of transfers: all, sent, confirmed. */
export const countsOf = async ({ id }: Work) =>
  JSON.parse(
    await value<string>(
      "select json_array(status, transfers, transfers_sent, transfers_confirmed) from contracts where id = ?",
      id,
    ),
  ) as [string, number, number, number];

/** Inserts a contract with a stored split by weight among four people: the assignee, two members and a guest. */
export async function crewed(values: Record<string, unknown> = {}, owner?: Caller, assignee?: Caller) {
  const job = await work(values, owner, assignee);
  const crew = [job.assignee, await person("member"), await person("member"), null];
  const lines = crew.map((each, at) => ({
    ...{ userId: each?.userId ?? null, name: each ? `Pilot ${at}` : "Jeppe", value: 1 },
    ...{ holds: 0, donates: false },
  }));
  await insert("contract_splits", {
    ...{ id: job.id, organization_id: 1, mode: "weighted", payer: job.owner.userId },
    ...{ lines: JSON.stringify(lines), updated_at: "" },
  });
  return { ...job, crew };
}

/** Inserts a pending expense; returns its id. */
export const expense = ({ id, assignee }: Work, values: Record<string, unknown> = {}) =>
  insert("contract_expenses", {
    ...{ contract_id: id, organization_id: 1, user_id: assignee.userId, name: "Pilot 0" },
    ...{ amount: 86_400, note: "Fuel", created_at: "", updated_at: "", ...values },
  });

/** Inserts a transfer of organization 1; returns its id. */
export const transfer = (values: Record<string, unknown>) =>
  insert("payout_transfers", {
    organization_id: 1,
    payer_name: "Freja",
    receiver_name: "Mikkel",
    amount: 100,
    fee: 1,
    currency: "aUEC",
    updated_at: "",
    ...values,
  });
