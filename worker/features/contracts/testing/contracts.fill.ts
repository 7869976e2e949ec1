import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";

/** Contracts of the assignees at every state, with an entry of history each. */
export const fill = ({ assignee, at, numbers }: Filling): string[] => [
  `insert into contracts (organization_id, title, search_text, status, assigned_to, posted_at, closed_at, deadline,
       amount, pay, created_by, posted_by, posted_by_user, applications, created_at, updated_at)
     select 1, 'Contract ' || value, 'contract ' || value || char(10) || char(10), status,
       case when status not in ('draft', 'posted', 'active') then ${FIRST_USER} + value end,
       case when status <> 'draft' then '${at}' end, case when status = 'closed' then '${at}' end,
       case when value % 3 > 0 then strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (value - 10) || ' hours') end,
       value * 100, value * 100, ${assignee}, ${assignee}, ${FIRST_USER} + value, status = 'posted', '${at}', '${at}'
     from (select value, ${oneOf(["closed", "posted", "accepted", "draft", "active", "payment_sent"])} as status
       from ${numbers()})`,
  `insert into contract_history (contract_id, action, performed_by, new_value, created_at)
     select id, 'created', 'Pilot', 'draft', '${at}' from contracts`,
];
