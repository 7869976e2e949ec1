import { type SQL, sql } from "drizzle-orm";
import { type Details, NEED_LIMIT, type Need, type NeedContext } from "../../lib/needs.ts";
import { contracts } from "../contracts/index.ts";
import { contractExpenses, contractSplits, payoutTransfers } from "./payouts.table.ts";

const MONEY = "/tools/contracts?tab=money";
const shared = {
  to: "contracts.read",
  opens: "/tools/contracts?contract={contractId}",
  opensMany: MONEY,
  about: { en: "{title}", da: "{title}" },
} as const;

/** SQL query: transfers of a condition on indexed columns, with their contracts as `c`, the oldest first. */
const transfersOf = (
  which: SQL,
  other: "payer_name" | "receiver_name",
  since: "sent_at" | "updated_at",
): SQL =>
  sql`select json_object('id', t.id, 'version', t.version, 'amount', t.amount, 'currency', t.currency,
      'name', ${sql.raw(`t.${other}`)}, 'contractId', c.id, 'title', c.title) as details,
      ${sql.raw(`t.${since}`)} as since, null as due_at
    from ${payoutTransfers} t cross join ${contracts} c on c.id = t.contract_id where ${which} order by t.id`;

/** SQL query: contracts that the actor posted, from their acceptance until they are paid, whose split is not approved. */
const unapproved = ({ actor }: NeedContext): SQL =>
  sql`select * from ${contracts} mine where posted_by = ${actor.memberId ?? -1}
    and status in ('accepted', 'completed', 'awaiting_payment')
    and not exists (select 1 from ${contractSplits} where ${contractSplits.id} = mine.id and locked_at is not null)
    limit ${NEED_LIMIT}`;

const decision = (status: "approved" | "declined", en: string, da: string) =>
  ({
    label: { en, da },
    method: "PATCH",
    path: "/api/contract-expenses/{id}",
    body: ({ version }: Details) => ({ status, version }),
  }) as const;

/** Money that the actor sends or receives, and payouts of contracts that they posted. */
export const payoutNeeds: readonly Need[] = [
  {
    ...shared,
    kind: "payout.send",
    select: ({ actor }) =>
      transfersOf(
        sql`t.payer = ${actor.userId} and t.confirmed_at is null and t.sent_at is null
          and (t.reason is not null or c.status = 'awaiting_payment')`,
        "receiver_name",
        "updated_at",
      ),
    one: {
      en: "Send {amount} {currency} to {name}.",
      da: "Send {amount} {currency} til {name}.",
    },
    many: { en: "{count|payment|payments} to send", da: "{count|betaling|betalinger} at sende" },
    first: { en: "First {amount} {currency} to {name}", da: "Først {amount} {currency} til {name}" },
    acts: [
      {
        label: { en: "Mark as sent", da: "Marker som sendt" },
        method: "PATCH",
        path: "/api/payout-transfers/{id}/sent",
        body: ({ version }) => ({ sent: true, version }),
      },
    ],
  },
  {
    ...shared,
    kind: "payout.confirm",
    select: ({ actor }) =>
      transfersOf(
        sql`t.receiver = ${actor.userId} and t.confirmed_at is null and t.sent_at is not null`,
        "payer_name",
        "sent_at",
      ),
    one: {
      en: "{name} sent you {amount} {currency}. Say when you have it.",
      da: "{name} har sendt dig {amount} {currency}. Sig til, når du har dem.",
    },
    many: {
      en: "{count|payment to you waits|payments to you wait} until you say that you have it",
      da: "{count|betaling|betalinger} til dig mangler din bekræftelse",
    },
    first: { en: "First {amount} {currency} from {name}", da: "Først {amount} {currency} fra {name}" },
    acts: [
      {
        label: { en: "I have it", da: "Jeg har dem" },
        method: "PATCH",
        path: "/api/payout-transfers/{id}/confirmed",
        body: ({ version }) => ({ version }),
      },
    ],
  },
  {
    ...shared,
    kind: "payout.approve",
    select: (context) =>
      sql`select json_object('contractId', id, 'title', title, 'amount', pay, 'currency', currency) as details,
        updated_at as since, null as due_at
      from (${unapproved(context)}) where pay > 0 and status <> 'accepted'`,
    one: {
      en: "Split {amount} {currency}, and approve the split.",
      da: "Fordel {amount} {currency}, og godkend fordelingen.",
    },
    many: {
      en: "{count|done contract waits|done contracts wait} for you to split the pay",
      da: "{count|udført kontrakt|udførte kontrakter} venter på, at du fordeler betalingen",
    },
    first: { en: "First {amount} {currency} for {title}", da: "Først {amount} {currency} for {title}" },
    opensMany: "/tools/contracts?status=completed",
    openLabel: { en: "Split the pay", da: "Fordel betalingen" },
  },
  {
    ...shared,
    kind: "payout.expense",
    select: (context) =>
      sql`select json_object('id', x.id, 'version', x.version, 'amount', x.amount, 'name', x.name, 'note', x.note,
          'currency', c.currency, 'contractId', c.id, 'title', c.title) as details, x.created_at as since, null as due_at
        from (${unapproved(context)}) c
          cross join ${contractExpenses} x on x.contract_id = c.id where x.status = 'pending'`,
    one: {
      en: "{name} paid {amount} {currency}: “{note}”. Approve or decline it.",
      da: "{name} har betalt {amount} {currency}: “{note}”. Godkend eller afvis det.",
    },
    many: {
      en: "{count|expense of your contracts waits|expenses of your contracts wait} for approval",
      da: "{count|udgift|udgifter} i dine kontrakter venter på godkendelse",
    },
    first: { en: "First {amount} {currency} of {name}", da: "Først {amount} {currency} fra {name}" },
    acts: [decision("approved", "Approve", "Godkend"), decision("declined", "Decline", "Afvis")],
  },
];
