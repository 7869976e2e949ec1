import { FIRST_USER, type Filling } from "../../../testing/filling.ts";

/** After contracts. */
export const turn = 1;

/** A payout of each contract. */
export const fill = ({ at, size }: Filling): string[] => [
  `insert or ignore into contract_splits (id, organization_id, mode, payer, lines, updated_at)
     select id, 1, 'equal', assigned_to, json_array(json_object('userId', assigned_to, 'name', 'Pilot', 'value', 1,
       'holds', 0, 'donates', json('false'))), '${at}' from contracts`,
  `insert into contract_expenses (contract_id, organization_id, user_id, name, amount, note, created_at, updated_at)
     select id, 1, assigned_to, 'Pilot', 100, 'Fuel', '${at}', '${at}' from contracts`,
  `insert into payout_transfers (organization_id, contract_id, payer, payer_name, receiver, receiver_name, amount, fee,
       currency, sent_at, confirmed_at, updated_at)
     select 1, id, ${FIRST_USER} + id % ${size} + 1, 'Pilot', assigned_to, 'Pilot', 100, 1, 'aUEC', '${at}',
       iif(id % 2, '${at}', null), '${at}' from contracts`,
  `insert into payout_ledger (organization_id, contract_id, account, user_id, name, amount, currency, created_at)
     select 1, id, 'member', assigned_to, 'Pilot', 100, 'aUEC', '${at}' from contracts`,
];
