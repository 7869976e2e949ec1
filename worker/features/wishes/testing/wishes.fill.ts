import { FIRST_USER, type Filling, oneOf } from "../../../testing/filling.ts";

/** After members and events. */
export const turn = 1;

/** Wishes that wait for an answer, the same number at every size. */
const WAITING = 20;

/**
 * Wishes with a vote, a comment and a link each, of which the same number waits at every size; the first has everybody's vote,
 * and the titles share trigrams.
 */
export const fill = ({ at, numbers }: Filling): string[] => {
  const filled = `wishes where submitted_by > ${FIRST_USER}`;
  const trigrams = JSON.stringify(["min", "ini", "tim", "ime"]);
  return [
    `insert into wishes (organization_id, title, description, priority, category, status, submitted_by, created_at, updated_at)
       select 1, 'Mining timer ' || value, 'Warn me', 'medium', ${oneOf(["feature", "equipment", "improvement", "event"])},
         iif(value <= ${WAITING}, 'pending', ${oneOf(["approved", "in_progress", "rejected", "completed"])}),
         ${FIRST_USER} + value, '${at}', '${at}' from ${numbers()}`,
    `insert into wish_trigrams select 1, letters.value, wishes.id from json_each('${trigrams}') letters, ${filled}`,
    `insert into wish_votes (wish_id, user_id, organization_id, voted_at) select id, submitted_by, 1, '${at}' from ${filled}`,
    `insert or ignore into wish_votes (wish_id, user_id, organization_id, voted_at)
       select (select min(id) from ${filled}), submitted_by, 1, '${at}' from ${filled}`,
    `insert into wish_comments (organization_id, wish_id, user_id, text, created_at, updated_at)
       select 1, id, submitted_by, 'So do I', '${at}', '${at}' from ${filled}`,
    `insert into wish_links (wish_id, kind, target_id, organization_id)
       select id, 'event', (select min(id) from events) + submitted_by - ${FIRST_USER}, 1 from ${filled}`,
  ];
};
