import { type Filling, oneOf } from "../../../testing/filling.ts";

/** Audit entries of every kind of reader. */
export const fill = ({ at, numbers }: Filling): string[] => [
  `insert into audit_log (organization_id, action, readers, actor_kind, actor_user_id, actor_name, created_at)
     select 1, 'prospect.notes', ${oneOf(["everyone", "prospects.read", "admin.users", "private"])}, 'user', value % 50, 'Pilot',
       '${at}' from ${numbers()}`,
];
