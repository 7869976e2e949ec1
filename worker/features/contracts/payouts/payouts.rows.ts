import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { UserActor } from "../../../lib/actor.ts";
import { avatarUrl } from "../../../lib/avatar.ts";
import type { UserContext } from "../../../lib/context.ts";
import { type Db, readBatch, type Statement } from "../../../lib/db/client.ts";
import { named } from "../../../lib/db/columns.ts";
import { errors } from "../../../lib/errors.ts";
import { settingNumber } from "../../settings/index.ts";
import { users } from "../../users/index.ts";
import { visibleTo } from "../contracts.policy.ts";
import { type ContractRow, selectContracts } from "../contracts.rows.ts";
import { contracts } from "../contracts.table.ts";
import { expenseAbilities, payoutAbilities, takesPart, transferAbilities } from "./payouts.policy.ts";
import { type Payout, type SheetLine, splitSum, type Transfer } from "./payouts.schema.ts";
import { contractExpenses, contractSplits, payoutTransfers } from "./payouts.table.ts";

const payers = alias(users, "payers");
const receivers = alias(users, "receivers");

/** The statement that reads transfers with their contract and both people. */
export const selectTransfers = (db: Db) =>
  db
    .select({
      ...getTableColumns(payoutTransfers),
      contractTitle: named(contracts.title, "contract_title"),
      status: sql<ContractRow["status"]>`${contracts.status}`.as("contract_status"),
      postedBy: named(contracts.postedBy, "posted_by"),
      createdBy: sql<number>`${contracts.createdBy}`.as("created_by"),
      payerDiscordId: named(payers.discordId, "payer_discord_id"),
      payerAvatar: named(payers.avatar, "payer_avatar"),
      receiverDiscordId: named(receivers.discordId, "receiver_discord_id"),
      receiverAvatar: named(receivers.avatar, "receiver_avatar"),
    })
    .from(payoutTransfers)
    .innerJoin(contracts, eq(contracts.id, payoutTransfers.contractId))
    .leftJoin(payers, eq(payers.id, payoutTransfers.payer))
    .leftJoin(receivers, eq(receivers.id, payoutTransfers.receiver));

export type TransferRow = Awaited<ReturnType<ReturnType<typeof selectTransfers>["execute"]>>[number];

/** A transfer as a reader gets it, with what that reader may do. */
export const toTransfer = (row: TransferRow, actor: UserActor): Transfer => ({
  id: row.id,
  contractId: row.contractId,
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
  amount: row.amount,
  fee: row.fee,
  currency: row.currency,
  sentAt: row.sentAt,
  confirmedAt: row.confirmedAt,
  version: row.version,
  can: transferAbilities(actor, row, row),
});

type SplitRow = typeof contractSplits.$inferSelect;
export type ExpenseRow = typeof contractExpenses.$inferSelect;
type UserRow = { id: number; name: string; discordId: string | null; avatar: string | null };

/** The statements that read all about the payout of one contract, if the actor takes part in it. */
export function selectPayout({ db, actor }: UserContext, id: number | SQL) {
  return [
    selectContracts(db, actor).where(and(eq(contracts.id, id), visibleTo(actor), takesPart(actor))),
    db.select().from(contractSplits).where(eq(contractSplits.id, id)),
    db
      .select()
      .from(contractExpenses)
      .where(eq(contractExpenses.contractId, id))
      .orderBy(asc(contractExpenses.id)),
    selectTransfers(db).where(eq(payoutTransfers.contractId, id)).orderBy(asc(payoutTransfers.id)),
    db.all<UserRow>(sql`select id, display_name as name, discord_id as discordId, avatar from ${users} where id in (
      select assigned_to from ${contracts} where id = ${id}
      union select posted_by_user from ${contracts} where id = ${id}
      union select payer from ${contractSplits} where id = ${id}
      union select line.value ->> 'userId' from ${contractSplits} split, json_each(split.lines) line where split.id = ${id}
      union select user_id from ${contractExpenses} where contract_id = ${id})`),
    db.all<{ rate: number }>(sql`select ${settingNumber(actor.organizationId, "transfer_fee")} as rate`),
  ] as const;
}

/** The answers of `selectPayout`. */
type Answers = [ContractRow[], SplitRow[], ExpenseRow[], TransferRow[], UserRow[], { rate: number }[]];

/** All about a payout as it is stored; whoever was deleted since has a name and no user id. */
export type PayoutState = {
  contract: ContractRow;
  /** Until somebody changes it, version 0: all of it to the assignee, paid by who posted the contract. */
  sheet: Pick<SplitRow, "mode" | "payer" | "lines" | "feeRate" | "lockedAt" | "lockedBy" | "version">;
  expenses: ExpenseRow[];
  transfers: TransferRow[];
  users: ReadonlyMap<number, UserRow>;
  /** What the organization's setting says now. */
  feeRate: number;
};

/** @throws AppError not_found */
function toState([[contract], [split], expenses, transfers, people, [fee]]: Answers): PayoutState {
  if (!contract) throw errors.not_found();
  const known = new Map(people.map((each) => [each.id, each]));
  const present = (userId: number | null) => (userId !== null && known.has(userId) ? userId : null);
  const { assignedTo, assigneeName } = contract;
  const sheet = split ?? {
    mode: "equal" as const,
    payer: contract.postedByUser,
    lines:
      assignedTo === null
        ? []
        : [{ userId: assignedTo, name: assigneeName ?? "", value: 1, holds: 0, donates: false }],
    ...{ feeRate: null, lockedAt: null, lockedBy: null, version: 0 },
  };
  return {
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

/** Reads all about a payout, and what `more` reads in the same round trip. @throws AppError not_found */
export async function findPayout<More extends Statement[]>(
  context: UserContext,
  id: number | SQL,
  ...more: More
): Promise<{ state: PayoutState; more: unknown[] }> {
  const statements = selectPayout(context, id);
  const results: unknown[] = await readBatch(context.db, [...statements, ...more]);
  return { state: toState(results as Answers), more: results.slice(statements.length) };
}

/** What a batch answers that ends with `selectPayout`. */
export const stateAfter = (results: readonly unknown[]): PayoutState => toState(results.slice(-6) as Answers);

const keyOf = ({ userId, name }: Pick<SheetLine, "userId" | "name">) => userId ?? `guest ${name}`;

/**
 * The split as it stands: lines with shares, null where it cannot be computed and why, and the names of those who have
 * approved expenses without a line.
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
    lines: crew.map((line, at) => ({
      ...line,
      share: shares[at]?.share ?? null,
      receives: shares[at]?.receives ?? null,
    })),
    problem: "problem" in split ? split.problem : null,
    outside,
  };
}

/** A payout as a reader gets it, with what that reader may do. */
export function toPayout({ actor }: UserContext, state: PayoutState): Payout {
  const { contract, sheet, expenses, transfers, users: known, feeRate } = state;
  const { lines, problem } =
    sheet.lockedAt === null ? computeSplit(state) : { lines: sheet.lines, problem: null };
  const payer = sheet.payer === null ? undefined : known.get(sheet.payer);
  const isSettled = transfers.length > 0 && transfers.every(({ confirmedAt }) => confirmedAt !== null);
  return {
    contractId: contract.id,
    currency: contract.currency,
    pay: contract.pay,
    mode: sheet.mode,
    payer: sheet.payer,
    payerName: payer?.name ?? null,
    lines: lines.map((line) => {
      const user = line.userId === null ? undefined : known.get(line.userId);
      return {
        userId: line.userId,
        name: line.name,
        avatarUrl: user ? avatarUrl(user.discordId, user.avatar) : null,
        isLead: line.userId !== null && line.userId === contract.assignedTo,
        value: line.value,
        holds: line.holds,
        donates: line.donates,
        expenses: line.expenses ?? 0,
        share: line.share ?? null,
        receives: line.receives ?? null,
      };
    }),
    problem,
    feeRate: sheet.feeRate ?? feeRate,
    lockedAt: sheet.lockedAt,
    lockedBy: sheet.lockedBy,
    settledAt: isSettled
      ? (transfers
          .map(({ confirmedAt }) => confirmedAt)
          .sort()
          .at(-1) ?? null)
      : null,
    expenses: expenses.map((each) => ({
      id: each.id,
      contractId: each.contractId,
      userId: each.userId,
      name: each.name,
      amount: each.amount,
      note: each.note,
      status: each.status,
      decidedBy: each.decidedBy,
      createdAt: each.createdAt,
      version: each.version,
      can: expenseAbilities(actor, contract, sheet, each),
    })),
    transfers: transfers.map((each) => toTransfer(each, actor)),
    version: sheet.version,
    can: payoutAbilities(actor, contract, sheet, transfers),
  };
}

/** Reads the payout of a contract. @throws AppError not_found */
export const getPayout = async (context: UserContext, id: number): Promise<Payout> =>
  toPayout(context, (await findPayout(context, id)).state);
