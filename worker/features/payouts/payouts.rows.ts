import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { record } from "../../lib/record.ts";
import {
  type ContractRow,
  contracts,
  insertHistory,
  selectContracts,
  visibleTo,
} from "../contracts/index.ts";
import { settingNumber } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { expenseAbilities, payoutAbilities, takesPart, transferAbilities } from "./payouts.policy.ts";
import {
  type Payout,
  payout,
  type SheetLine,
  type SplitBlock,
  splitSum,
  type Transfer,
} from "./payouts.schema.ts";
import { contractExpenses, contractSplits, payoutTransfers } from "./payouts.table.ts";
import { payoutAudit } from "./payouts.texts.ts";

const payers = alias(users, "payers");
const receivers = alias(users, "receivers");

export const selectTransfers = (db: Db) =>
  db
    .select({
      ...getTableColumns(payoutTransfers),
      contractTitle: aliased(contracts.title, "contract_title"),
      status: sql<ContractRow["status"]>`${contracts.status}`.as("contract_status"),
      postedBy: aliased(contracts.postedBy, "posted_by"),
      createdBy: sql<number>`${contracts.createdBy}`.as("created_by"),
      payerDiscordId: aliased(payers.discordId, "payer_discord_id"),
      payerAvatar: aliased(payers.avatar, "payer_avatar"),
      receiverDiscordId: aliased(receivers.discordId, "receiver_discord_id"),
      receiverAvatar: aliased(receivers.avatar, "receiver_avatar"),
    })
    .from(payoutTransfers)
    .innerJoin(contracts, eq(contracts.id, payoutTransfers.contractId))
    .leftJoin(payers, eq(payers.id, payoutTransfers.payer))
    .leftJoin(receivers, eq(receivers.id, payoutTransfers.receiver));

export type TransferRow = Awaited<ReturnType<ReturnType<typeof selectTransfers>["execute"]>>[number];

/** A transfer as the actor reads it, with what they may do. */
export const toTransfer = (row: TransferRow, actor: Actor): Transfer => ({
  ...row,
  payer: {
    userId: row.payer,
    name: row.payerName,
    avatarUrl: avatarUrl(row.payerDiscordId, row.payerAvatar),
  },
  receiver: {
    userId: row.receiver,
    name: row.receiverName,
    avatarUrl: avatarUrl(row.receiverDiscordId, row.receiverAvatar),
  },
  can: transferAbilities(actor, row, row),
});

type SplitRow = typeof contractSplits.$inferSelect;
export type ExpenseRow = typeof contractExpenses.$inferSelect;
type Parts = [SplitRow[], ExpenseRow[], TransferRow[], UserRow[], { rate: number }[]];
type UserRow = { id: number; name: string; discordId: string | null; avatar: string | null };

/** A stored payout, with the id of its contract and the version of its sheet. A deleted user has no id. */
export type PayoutState = {
  id: number;
  version: number;
  contract: ContractRow;
  /** The stored sheet, or one of version 0: everything to the assignee, paid by the poster. */
  sheet: Omit<SplitRow, "id" | "organizationId" | "updatedAt">;
  expenses: ExpenseRow[];
  transfers: TransferRow[];
  users: ReadonlyMap<number, UserRow>;
  feeRate: number;
};

const selectParts = ({ db, actor }: Context, id: number | string | SQL) => [
  db.select().from(contractSplits).where(sql`${contractSplits.id} = ${id}`),
  db
    .select()
    .from(contractExpenses)
    .where(sql`${contractExpenses.contractId} = ${id}`)
    .orderBy(asc(contractExpenses.id)),
  selectTransfers(db).where(sql`${payoutTransfers.contractId} = ${id}`).orderBy(asc(payoutTransfers.id)),
  db.all<UserRow>(sql`select id, display_name as name, discord_id as discordId, avatar from ${users} where id in (
    select assigned_to from ${contracts} where id = ${id}
    union select posted_by_user from ${contracts} where id = ${id}
    union select payer from ${contractSplits} where id = ${id}
    union select line.value ->> 'userId' from ${contractSplits} split, json_each(split.lines) line where split.id = ${id}
    union select user_id from ${contractExpenses} where contract_id = ${id})`),
  db.all<{ rate: number }>(sql`select ${settingNumber(actor.organizationId, "transfer_fee")} as rate`),
];

function toState(contract: ContractRow, parts: readonly unknown[]): PayoutState {
  const [[split], expenses, transfers, people, [fee]] = parts as Parts;
  const known = new Map(people.map((each) => [each.id, each]));
  const present = (userId: number | null) => (userId !== null && known.has(userId) ? userId : null);
  const { assignedTo, assigneeName } = contract;
  const lead = { userId: assignedTo, name: assigneeName ?? "", value: 1, holds: 0, donates: false };
  const sheet = split ?? {
    mode: "equal" as const,
    payer: contract.postedByUser,
    lines: assignedTo === null ? [] : [lead],
    ...{ feeRate: null, lockedAt: null, lockedBy: null, version: 0 },
  };
  return {
    id: contract.id,
    version: sheet.version,
    contract,
    sheet: {
      ...sheet,
      payer: present(sheet.payer),
      lines: sheet.lines.map((line) => ({ ...line, userId: present(line.userId) })),
    },
    expenses: expenses.map((each) => ({ ...each, userId: present(each.userId) })),
    transfers,
    users: known,
    feeRate: fee?.rate ?? 0,
  };
}

const keyOf = ({ userId, name }: Pick<SheetLine, "userId" | "name">) => userId ?? `guest ${name}`;

/**
 * Computes the current split: lines with their shares (null where it cannot be computed), the problem, and the names of
 * people who have approved expenses but no line.
 */
export function computeSplit({ contract, sheet, expenses }: PayoutState) {
  const spent = new Map<number | string, { name: string; sum: number }>();
  for (const { status, name, userId, amount } of expenses) {
    if (status !== "approved") continue;
    const key = keyOf({ userId, name });
    spent.set(key, { name, sum: (spent.get(key)?.sum ?? 0) + amount });
  }
  const crew = sheet.lines.map((line) => {
    const sum = spent.get(keyOf(line))?.sum ?? 0;
    spent.delete(keyOf(line));
    return { ...line, expenses: sum };
  });
  const outside = [...spent.values()].map(({ name }) => name);
  const split = splitSum(contract.pay, sheet.mode, crew);
  const shares = "shares" in split ? split.shares : [];
  return {
    lines: crew.map((line, at) => ({ ...line, ...(shares[at] ?? { share: null, receives: null }) })),
    problem: "problem" in split ? split.problem : null,
    outside,
  };
}

/** The first reason why the split cannot be approved yet; null where it can. */
export function blockOf(state: PayoutState, split = computeSplit(state)): SplitBlock | null {
  const { sheet, expenses, users } = state;
  const count = expenses.filter(({ status }) => status === "pending").length;
  if (count > 0) return { reason: "expenses", count };
  const [name] = split.outside;
  if (name !== undefined) return { reason: "outside", name };
  if (split.problem) return { reason: "problem" };
  return sheet.payer !== null && users.has(sheet.payer) ? null : { reason: "payer" };
}

function toPayout(state: PayoutState, { actor }: Pick<Context, "actor">): Payout {
  const { id: contractId, contract, sheet, expenses, transfers, users: known, feeRate } = state;
  const split = sheet.lockedAt === null ? computeSplit(state) : null;
  const { lines, problem } = split ?? { lines: sheet.lines, problem: null };
  const userOf = (userId: number | null) => (userId === null ? undefined : known.get(userId));
  const confirmed = transfers.flatMap(({ confirmedAt }) => confirmedAt ?? []).sort();
  return {
    ...sheet,
    contractId,
    currency: contract.currency,
    pay: contract.pay,
    payerName: userOf(sheet.payer)?.name ?? null,
    lines: lines.map((line) => {
      const user = userOf(line.userId);
      return {
        ...line,
        avatarUrl: user ? avatarUrl(user.discordId, user.avatar) : null,
        isLead: line.userId !== null && line.userId === contract.assignedTo,
        expenses: line.expenses ?? 0,
        share: line.share ?? null,
        receives: line.receives ?? null,
      };
    }),
    problem,
    block: split && blockOf(state, split),
    feeRate: sheet.feeRate ?? feeRate,
    settledAt: confirmed.length === transfers.length ? (confirmed.at(-1) ?? null) : null,
    expenses: expenses.map((each) => ({ ...each, can: expenseAbilities(actor, state, each) })),
    transfers: transfers.map((each) => toTransfer(each, actor)),
    can: payoutAbilities(actor, state),
  };
}

/** The row of an id. @throws AppError not_found */
export function findById<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const found = rows.find((each) => each.id === id);
  if (!found) throw errors.not_found();
  return found;
}

/** A line without the amounts of an approved split. */
export const plainLine = ({ share: _, expenses: _e, receives: _r, ...line }: SheetLine): SheetLine => line;

/** The one way to read and change the payout of a contract with all its parts, for users who take part in it. */
export const payoutRecord = record({
  table: contractSplits,
  by: contracts.id,
  select: ({ db, actor }, which) =>
    selectContracts(db, actor).where(and(which, visibleTo(actor), takesPart(actor))),
  parts: selectParts,
  join: toState,
  identity: ({ id }, { actor }) => ({ id, organizationId: actor.organizationId }),
  answers: payout,
  present: toPayout,
  nameOf: ({ contract }) => contract.title,
  audit: payoutAudit,
  history: insertHistory,
});
