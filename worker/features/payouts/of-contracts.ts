import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { guard } from "../../lib/guard.ts";
import { type Attached, contractErrors, type MovedContract } from "../contracts/index.ts";
import { takesPart } from "./payouts.policy.ts";
import { contractSplits, payoutLedger, payoutTransfers } from "./payouts.table.ts";

/**
 * The statements that book the pay of a contract when it is closed: by its approved split, else to the assignee. The
 * bookings sum to zero.
 */
function bookPay({ db, actor, now }: Context, row: MovedContract): Statement[] {
  const { id, pay, currency, title, assignedTo, assigneeName } = row;
  const book = (accounts: SQL) =>
    db.run(sql`insert into ${payoutLedger} (organization_id, contract_id, currency, created_at, account, user_id, name, amount)
      select ${actor.organizationId}, ${id}, ${currency}, ${now.toISOString()}, account, user_id, name, amount
      from (${accounts}) where amount <> 0`);
  const isSplit = sql`exists (select 1 from ${contractSplits} where id = ${id} and locked_at is not null)`;
  const lines = sql`${contractSplits}, json_each(${contractSplits.lines}) line
    where ${contractSplits.id} = ${id} and ${contractSplits.lockedAt} is not null`;
  // A deleted user has a name and no id.
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

export const payoutsOfContracts: Attached["payouts"] = {
  takesPart,
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
        db.run(sql`update ${payoutTransfers} set sent_at = ${at}, updated_at = ${at}, version = version + 1
          where contract_id = ${row.id} and sent_at is null`),
      ];
    if (to === "closed") return bookPay(context, row);
    // Expenses stay, since they were paid.
    return to === "draft"
      ? [
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
      owed: waiting(sql`${receiver} = ${userId}`),
    };
  },
};
