import { addDays, dayOf } from "../../../lib/days.ts";
import { at, insert, raw } from "../../../testing/database.ts";
import { type Caller, person } from "../../../testing/world.ts";
import { application } from "../../applications/testing/applications.factory.ts";
import { customRole } from "../../roles/testing/roles.factory.ts";
import type { Verdict } from "../security-team.schema.ts";

/** An application of a new member, or of the one given, for the team of organization 1; returns its id. */
export const applied = async (caller?: Caller, values: Record<string, unknown> = {}): Promise<number> =>
  application(caller ?? (await person("member")), null, values);

/** Reviews of an application by users who were deleted since. */
export async function reviewed(applicationId: number, ...verdicts: Verdict[]): Promise<number> {
  for (const verdict of verdicts)
    await insert("security_reviews", {
      ...{ organization_id: 1, application_id: applicationId, verdict },
      ...{ text: "Flies well", sent_at: at() },
    });
  return applicationId;
}

/** Puts an application on hold; returns its id. */
export async function putOnHold(applicationId: number, reason = "Which ships do you fly?"): Promise<number> {
  await raw.DB.prepare(
    `insert into security_states (id, organization_id, hold_reason, held_at, cleared, steps)
     values (?, 1, ?, ?, '{}', '[]') on conflict do update set hold_reason = excluded.hold_reason, held_at = excluded.held_at`,
  )
    .bind(applicationId, reason, at())
    .run();
  return applicationId;
}

/** Chooses the role of the team: a new one of a priority above a member's; returns its id. */
export async function chooseRole(priority = 20, name?: string): Promise<number> {
  const role = await customRole(["dashboard.view", "security.view"], { priority, ...(name ? { name } : {}) });
  await raw.DB.prepare(
    `insert into organization_settings (organization_id, setting_key, setting_value, updated_at)
     values (1, 'security_role', ?, '') on conflict do update set setting_value = excluded.setting_value`,
  )
    .bind(role)
    .run();
  return role;
}

/** A message about an application; returns its id. */
export const written = (
  applicationId: number,
  by: Caller,
  values: Record<string, unknown> = {},
): Promise<number> =>
  insert("security_messages", {
    ...{ organization_id: 1, application_id: applicationId, author_id: by.userId, is_note: 0, text: "Hello" },
    ...{ created_at: at(), updated_at: at() },
    ...values,
  });

/** A member on trial who ends it some days from today, with the role that was given; returns the trial's id. */
export async function onTrial(
  caller: Caller,
  days: number,
  values: Record<string, unknown> = {},
): Promise<number> {
  const today = dayOf(new Date());
  const role = await raw.DB.prepare("select role_id from members where id = ?")
    .bind(caller.memberId)
    .first("role_id");
  return insert("security_trials", {
    ...{ organization_id: 1, user_id: caller.userId, role_id: role, updated_at: at() },
    application_id: await applied(caller, { status: "accepted", decided_at: at(), decided_by: "Otto" }),
    ...{ from_day: addDays(today, -20), ends_on: addDays(today, days) },
    ...values,
  });
}
