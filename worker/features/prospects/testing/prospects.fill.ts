import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";

/** Prospects in work at once, the same at every size: with an assignee and a deadline. */
const OPEN_WORK = 40;

/** Prospects with a history entry each: open work, then people whom a sync found, members and former ones. */
export const fill = ({ assignee, at, numbers }: Filling): string[] => [
  `insert into prospects (organization_id, user_id, display_name, username, status, assigned_to, added_by,
       deadline, discord_id, discord_status, stage_changed_at, created_at, updated_at)
     select 1, case when value % 2 = 0 then ${FIRST_USER} + value end, 'Person ' || value, 'person' || value,
       case when value <= ${OPEN_WORK} then ${oneOf(["intro", "intro_completed", "assigned_onboarding", "onboarding"])}
         else ${oneOf(["intro", "active", "inactive"])} end,
       case when value % 5 > 0 and (value <= ${OPEN_WORK} or value % 3 > 0) then ${assignee} end,
       case when value <= ${OPEN_WORK} then ${assignee} end,
       case when value <= ${OPEN_WORK} then strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (value - 10) || ' hours') end,
       cast(200000000000000000 + value as text), 'active', '${at}', '${at}', '${at}' from ${numbers()}`,
  `insert into prospect_history (prospect_id, action, performed_by, previous_value, new_value, created_at)
     select id, 'notes', 'Pilot', 'a', 'b', '${at}' from prospects where username like 'person%'`,
  // Removed prospects, too, which no list has.
  `insert into prospects (organization_id, display_name, username, status, star_citizen_id, stage_changed_at, created_at,
       updated_at)
     select 1, 'Removed ' || value, 'removed' || value, 'removed', 'Handle' || value, '${at}', '${at}', '${at}'
     from ${numbers()} where value % 20 = 0`,
  `insert into prospect_removals (prospect_id, reason, removed_by, removed_at)
     select id, 'Gone', 'Pilot', '${at}' from prospects where status = 'removed'`,
  `insert into bulk_changes (organization_id, member_id, before, created_at)
     select 1, ${assignee}, '[]', '${at}' from ${numbers()}`,
  `insert into discord_activities (organization_id, discord_id, username, activity_type, timestamp)
     select 1, cast(200000000000000000 + value as text), 'person' || value, 'presence', '${at}' from ${numbers()}`,
];
