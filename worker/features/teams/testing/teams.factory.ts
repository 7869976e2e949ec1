import { at, insert, nextNumber } from "../../../testing/database.ts";
import type { Caller } from "../../../testing/world.ts";
import { raw, value } from "../../../testing/world.ts";
import { formOf } from "../../forms/testing/forms.factory.ts";
import { FIRST_FORM } from "../first-form.ts";

export const ANSWERS = { why: "I patch people up", evenings: "Tuesdays" };

/** Inserts a team of organization 1 that takes applications by a published form; returns its id. */
export async function teamOf({
  versions = 1,
  ...values
}: {
  versions?: number;
  [column: string]: unknown;
} = {}): Promise<number> {
  const number = nextNumber();
  const formId = await formOf({ content: FIRST_FORM, versions, key: `team_${number}` });
  return insert("teams", {
    ...{ organization_id: 1, name: `Medics ${number}`, form_id: formId, is_open: 1, updated_at: at() },
    ...values,
  });
}

/** Inserts a waiting application of a user to a team; returns its id. */
export const appliedTo = (
  teamId: number,
  { userId }: Pick<Caller, "userId">,
  values: Record<string, unknown> = {},
): Promise<number> =>
  insert("team_applications", {
    ...{ organization_id: 1, team_id: teamId, user_id: userId, form_number: 1 },
    ...{ answers: JSON.stringify(ANSWERS), created_at: at(), updated_at: at() },
    ...values,
  });

/** The role of a member; null for a caller who is none. */
export const roleOf = ({ memberId }: Pick<Caller, "memberId">): Promise<number | null> =>
  value<number | null>("select role_id from members where id = ?", memberId);

/** Makes room: teams are few, and never deleted. */
export async function clearTeams(): Promise<void> {
  await raw.DB.exec("delete from team_applications");
  await raw.DB.exec("delete from teams");
  await raw.DB.exec(
    "delete from form_versions where form_id in (select id from forms where key glob 'team_*')",
  );
  await raw.DB.exec("delete from forms where key glob 'team_*'");
}
