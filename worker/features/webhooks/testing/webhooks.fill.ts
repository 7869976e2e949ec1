import type { Filling } from "../../../testing/filling.ts";

/** Paused webhooks, so that nothing is sent, each with as many deliveries as are kept. */
export const fill = ({ at, numbers, size }: Filling): string[] => [
  `insert into webhooks (organization_id, name, url, kinds, secret, secret_ending, state, state_at, created_at, updated_at)
     select 1, 'Webhook ' || value, 'https://example.org/' || value, '["contract.posted"]', 'v1:x', 'abcd', 'paused', '${at}', '${at}', '${at}'
     from ${numbers(3)}`,
  `insert into webhook_deliveries (organization_id, id, webhook_id, number, kind, body, state, tries, answer, created_at)
     select 1, 'key' || webhooks.id || '-' || value, webhooks.id, value, 'contract.posted', '{}', iif(value % 50, 'done', 'failed'),
       '[{"at":"${at}","status":200,"ms":12,"error":null}]', 'ok', '${at}'
     from webhooks cross join ${numbers(Math.min(size, 1_000))}`,
];
