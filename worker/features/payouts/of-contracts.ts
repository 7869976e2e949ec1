import { type AnyColumn, and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../lib/context.ts";
import { jsonList, type Statement } from "../../lib/db/client.ts";
import { guard } from "../../lib/guard.ts";
import { numberText } from "../../lib/number-text.ts";
import { type Attached, contractErrors, type MovedContract } from "../contracts/index.ts";
import { takesPart } from "./payouts.policy.ts";
import { contractSplits, payoutLedger, payoutTransfers } from "./payouts.table.ts";
import { payoutNotices } from "./payouts.texts.ts";

/**
 * SQL condition: another user has confirmed a user's share. A receiver of payments confirms all of it when another user sends
 * one. A share without a payment is confirmed by who closes the contract (`closer`, null for nobody else) or by a receiver of
 * the user's own payments. Corrections confirm no share.
 */
function isConfirmed(contractId: number, user: SQL, closer: SQL | null): SQL {
  const { payer, receiver, confirmedAt, sentBy, reason } = payoutTransfers;
  const those = (side: AnyColumn, condition: SQL) =>
    sql`(select ${side} from ${payoutTransfers} where ${payoutTransfers.contractId} = ${contractId}
      and ${reason} is null and ${payer} is not null and ${receiver} is not null and ${condition})`;
  return sql`(case when ${user} in ${those(receiver, sql`1`)}
    then ${user} not in ${those(receiver, sql`(${confirmedAt} is null or ${sentBy} = ${receiver})`)}
    else ${closer ? sql`${user} is not ${closer}` : sql`0`} or ${user} in ${those(payer, sql`${confirmedAt} is not null`)} end)`;
}

/** The statement that moves shares of a closed contract to its members' own accounts, after a payment was confirmed. */
export const bookConfirmed = ({ db }: Context, contractId: number, users: readonly (number | null)[]) =>
  db.run(sql`update ${payoutLedger} set account = 'member'
    where contract_id = ${contractId} and account = 'unconfirmed'
      and user_id in ${jsonList(users.filter((each) => each !== null))}
      and ${isConfirmed(contractId, sql`${payoutLedger.userId}`, null)}`);

/**
 * The statement that books confirmed corrections of a closed contract: all of them, or the one of an id. What it books sums to
 * zero.
 */
export function bookCorrections({ db, now }: Context, contractId: number, id?: number): Statement {
  const corrections = sql`from ${payoutTransfers} where contract_id = ${contractId} and reason is not null
    and confirmed_at is not null ${id === undefined ? sql`` : sql`and id = ${id}`}`;
  return db.run(sql`insert into ${payoutLedger} (organization_id, contract_id, currency, created_at, account, user_id, name, amount)
    select organization_id, ${contractId}, currency, ${now.toISOString()}, account, user_id, name, sum(amount) from (
      select organization_id, currency, 'correction' as account, payer as user_id, payer_name as name, -amount as amount ${corrections}
      union all
      select organization_id, currency, 'correction', receiver, receiver_name, amount ${corrections}
      union all
      select organization_id, currency, iif(payer is null, 'guest', 'member'), payer, payer_name, -fee ${corrections}
      union all
      select organization_id, currency, 'fee', null, '', fee ${corrections})
    group by organization_id, currency, account, user_id, name having sum(amount) <> 0`);
}

/**
 * The statements that book the pay of a contract when it is closed: by its approved split, else to the assignee. The bookings
 * sum to zero. Closing also confirms payments that only their receivers reported as sent.
 */
function bookPay(context: Context, row: MovedContract): Statement[] {
  const { db, actor, now } = context;
  const { id, pay, currency, title, assignedTo, assigneeName } = row;
  const book = (accounts: SQL) =>
    db.run(sql`insert into ${payoutLedger} (organization_id, contract_id, currency, created_at, account, user_id, name, amount)
      select ${actor.organizationId}, ${id}, ${currency}, ${now.toISOString()}, account, user_id, name, amount
      from (${accounts}) where amount <> 0`);
  const isSplit = sql`exists (select 1 from ${contractSplits} where id = ${id} and locked_at is not null)`;
  const lines = sql`${contractSplits}, json_each(${contractSplits.lines}) line
    where ${contractSplits.id} = ${id} and ${contractSplits.lockedAt} is not null`;
  const closer = sql`${actor.userId}`;
  const accountOf = (user: SQL) => sql`iif(${isConfirmed(id, user, closer)}, 'member', 'unconfirmed')`;
  // A deleted user has a name and no id.
  const userOf = (userId: SQL) => sql`(select id from users where users.id = ${userId})`;
  // D1 takes no more than five parts in a union.
  return [
    db.run(sql`update ${payoutTransfers} set sent_by = ${closer}
      where contract_id = ${id} and sent_by = receiver and receiver <> ${closer}`),
    book(sql`select 'contract' as account, null as user_id, ${title} as name, ${-pay} as amount
      union all
      select ${accountOf(sql`${assignedTo}`)}, ${userOf(sql`${assignedTo}`)}, ${assigneeName ?? ""}, ${pay}
        where not ${isSplit}`),
    book(sql`select iif(line.value ->> 'userId' is null, 'guest', ${accountOf(sql`(line.value ->> 'userId')`)}) as account,
        ${userOf(sql`line.value ->> 'userId'`)} as user_id, line.value ->> 'name' as name, line.value ->> 'share' as amount
        from ${lines} and not line.value ->> 'donates'
      union all
      select 'organization', null, line.value ->> 'name', line.value ->> 'share' from ${lines} and line.value ->> 'donates'
      union all
      select 'costs', null, line.value ->> 'name', line.value ->> 'expenses' from ${lines}`),
    book(sql`select iif(payer is null, 'guest', 'member') as account, payer as user_id, payer_name as name,
        -sum(fee) as amount
        from ${payoutTransfers} where contract_id = ${id} and reason is null group by payer, payer_name
      union all
      select 'fee', null, '', sum(fee) from ${payoutTransfers} where contract_id = ${id} and reason is null`),
    bookCorrections(context, id),
  ];
}

/** The query of the users, except the actor, who receive a contract's payments. */
export const receiversOf = ({ actor }: MemberContext, contractId: number): SQL =>
  sql`select distinct receiver as id from ${payoutTransfers}
    where contract_id = ${contractId} and receiver <> ${actor.userId}`;

/** The error with the confirmed payments of a contract and their receivers. */
async function paidError({ db, language }: MemberContext, contractId: number) {
  const [paid] = await db.all<{ names: string; amount: number; currency: string }>(
    sql`select group_concat(distinct receiver_name) as names, sum(amount) as amount, max(currency) as currency
      from ${payoutTransfers} where contract_id = ${contractId} and reason is null and confirmed_at is not null`,
  );
  const amount = numberText(paid?.amount ?? 0, language);
  const names = (paid?.names ?? "").split(",").join(", ");
  return contractErrors.contract_paid({ names, amount: `${amount} ${paid?.currency ?? ""}` });
}

export const payoutsOfContracts: Attached["payouts"] = {
  takesPart,
  guardUnpaid: (context, contractId) =>
    guard(
      // Confirming keeps the contract's version.
      sql`not exists (select 1 from ${payoutTransfers} where contract_id = ${contractId} and confirmed_at is not null)`,
      () => paidError(context, contractId),
    ),
  guardOpenPay: (contractId) =>
    guard(
      sql`not exists (select 1 from ${contractSplits} where ${contractSplits.id} = ${contractId}
        and ${contractSplits.lockedAt} is not null)`,
      contractErrors.contract_pay_settled(),
    ),
  whenMoved(context, row, to) {
    const { db, now } = context;
    const at = now.toISOString();
    if (to === "payment_sent")
      return [
        db.run(sql`update ${payoutTransfers} set sent_at = ${at}, sent_by = ${context.actor.userId}, updated_at = ${at},
            version = version + 1
          where contract_id = ${row.id} and reason is null and sent_at is null`),
      ];
    if (to === "closed") return bookPay(context, row);
    // Expenses stay, since they were paid.
    return to === "draft"
      ? [
          ...payoutNotices.write(context, receiversOf(context, row.id), "payout.withdrawn", {
            by: context.actor.name,
          }),
          db.delete(payoutTransfers).where(eq(payoutTransfers.contractId, row.id)),
          db.delete(contractSplits).where(eq(contractSplits.id, row.id)),
        ]
      : [];
  },
  figures({ userId }) {
    const { payer, receiver, sentAt, confirmedAt } = payoutTransfers;
    const waiting = (whose: SQL | undefined) =>
      sql`select 1 from ${payoutTransfers} where ${and(isNull(confirmedAt), whose)}`;
    return {
      owing: waiting(and(sql`${payer} = ${userId}`, isNull(sentAt))),
      toConfirm: waiting(and(sql`${receiver} = ${userId}`, isNotNull(sentAt))),
    };
  },
};
