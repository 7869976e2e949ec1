import { eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../lib/context.ts";
import type { Statement } from "../../../lib/db/client.ts";
import type { ContractRow } from "../contracts.rows.ts";
import { contractSplits, payoutLedger, payoutTransfers } from "./payouts.table.ts";

/**
 * The statements that book what a contract paid, as it is closed: as its approved split says, else all of it to the
 * assignee. What is booked sums to zero.
 */
export function bookPay({ db, actor, now }: Context, row: ContractRow): Statement[] {
  const { id, pay, currency, title, assignedTo, assigneeName } = row;
  const book = (accounts: SQL) =>
    db.run(sql`insert into ${payoutLedger} (organization_id, contract_id, currency, created_at, account, user_id, name, amount)
      select ${actor.organizationId}, ${id}, ${currency}, ${now.toISOString()}, account, user_id, name, amount
      from (${accounts}) where amount <> 0`);
  const isSplit = sql`exists (select 1 from ${contractSplits} where id = ${id} and locked_at is not null)`;
  const lines = sql`${contractSplits}, json_each(${contractSplits.lines}) line
    where ${contractSplits.id} = ${id} and ${contractSplits.lockedAt} is not null`;
  // A user who was deleted since is known by name alone.
  const userOf = (userId: SQL) => sql`(select id from users where users.id = ${userId})`;
  // D1 takes no more than five parts in a union.
  return [
    book(sql`select 'contract' as account, null as user_id, ${title} as name, ${-pay} as amount
      union all
      select 'member', ${userOf(sql`${assignedTo}`)}, ${assigneeName ?? ""}, ${pay} where not ${isSplit}`),
    book(sql`select iif(line.value ->> 'userId' is null, 'guest', 'member') as account,
        ${userOf(sql`line.value ->> 'userId'`)} as user_id, line.value ->> 'name' as name, line.value ->> 'share' as amount
        from ${lines} and not line.value ->> 'donates'
      union all
      select 'organization', null, line.value ->> 'name', line.value ->> 'share' from ${lines} and line.value ->> 'donates'
      union all
      select 'costs', null, line.value ->> 'name', line.value ->> 'expenses' from ${lines}`),
    book(sql`select iif(payer is null, 'guest', 'member') as account, payer as user_id, payer_name as name,
        -sum(fee) as amount
        from ${payoutTransfers} where contract_id = ${id} group by payer, payer_name
      union all
      select 'fee', null, '', sum(fee) from ${payoutTransfers} where contract_id = ${id}`),
  ];
}

/** The statements that begin a contract's payout anew; expenses stay, since they were paid. */
export const resetPayout = ({ db }: Context, contractId: number): Statement[] => [
  db.delete(payoutTransfers).where(eq(payoutTransfers.contractId, contractId)),
  db.delete(contractSplits).where(eq(contractSplits.id, contractId)),
];

/** The statement that takes every transfer of a contract for sent. */
export const sendAll = ({ db, now }: Context, contractId: number): Statement =>
  db.run(sql`update ${payoutTransfers} set sent_at = ${now.toISOString()}, updated_at = ${now.toISOString()},
      version = version + 1
    where contract_id = ${contractId} and sent_at is null`);
