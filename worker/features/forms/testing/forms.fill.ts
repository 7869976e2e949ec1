import type { Filling } from "../../../testing/filling.ts";
import { DEFAULT_FORM } from "../default-form.ts";

/** One form with five versions: an organization has few of them, however large it is. */
export const fill = ({ at, numbers }: Filling): string[] => {
  const content = JSON.stringify(DEFAULT_FORM).replaceAll("'", "''");
  return [
    `insert into forms (id, organization_id, key, name, draft, live_number, updated_by, updated_at)
       values (1, 1, 'recruit', 'Recruit', '${content}', 5, 'Astrid Holm', '${at}')`,
    `insert into form_versions (form_id, number, content, published_at, published_by)
       select 1, value, '${content}', '${at}', 'Astrid Holm' from ${numbers(5)}`,
  ];
};
