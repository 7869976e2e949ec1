import { at, insert, nextNumber, raw, value } from "../../../testing/database.ts";
import { type Caller, person } from "../../../testing/world.ts";
import { DEFAULT_FORM } from "../../forms/default-form.ts";
import type { Answers, FormContent } from "../../forms/forms.schema.ts";
import { prospect } from "../../prospects/testing/prospects.factory.ts";
import type { SettingKey } from "../../settings/settings.schema.ts";

export const ANSWERS: Answers = {
  name: "Elias",
  handle: { handle: "EliasV" },
  age: "adult",
  likes: ["rescue"],
  ship: { ids: [], names: ["Cutlass Red"] },
  elsewhere: false,
  evenings: ["tue"],
  headset: true,
};

const run = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();

export const organizationOf = ({ userId }: Pick<Caller, "userId">): Promise<number> =>
  value<number>("select coalesce((select organization_id from users where id = ?), 1)", userId);

export const setRule = (key: SettingKey, to: number | boolean, organizationId = 1) =>
  run(
    `insert into organization_settings (organization_id, setting_key, setting_value, updated_at) values (?, ?, ?, '')
      on conflict do update set setting_value = excluded.setting_value`,
    ...[organizationId, key, Number(to)],
  );

/** Publishes another version of the form of applicants; returns its number. */
export async function publish(content: FormContent, organizationId = 1): Promise<number> {
  const formId = await value<number>(
    "select id from forms where organization_id = ? and key = 'recruit'",
    organizationId,
  );
  await run("update forms set live_number = live_number + 1 where id = ?", formId);
  const number = await value<number>("select live_number from forms where id = ?", formId);
  await run(
    "insert into form_versions (form_id, number, content, published_at, published_by) values (?, ?, ?, ?, 'Astrid Holm')",
    ...[formId, number, JSON.stringify(content), at()],
  );
  return number;
}

/** Switches the front door on and makes the form of applicants, once; returns the form's id. */
export async function openDoor(organizationId = 1): Promise<number> {
  await setRule("front_door", true, organizationId);
  const known = await value<number | undefined>(
    "select id from forms where organization_id = ? and key = 'recruit'",
    organizationId,
  );
  if (known) return known;
  const content = JSON.stringify(DEFAULT_FORM);
  const id = await insert("forms", {
    ...{ organization_id: organizationId, key: "recruit", name: "Recruit", draft: content },
    ...{ live_number: 1, updated_by: "Astrid Holm", updated_at: at() },
  });
  await run(
    "insert into form_versions (form_id, number, content, published_at, published_by) values (?, 1, ?, ?, 'Astrid Holm')",
    ...[id, content, at()],
  );
  return id;
}

/** Creates a signed-in stranger with a Discord account. */
export async function stranger(name?: string): Promise<Caller> {
  const caller = await person(null, 1, name);
  await run(
    "update users set discord_id = ? where id = ?",
    ...[`3${String(nextNumber()).padStart(17, "0")}`, caller.userId],
  );
  return caller;
}

/** Inserts an application of a user that was sent, with a prospect of theirs, and returns both ids. */
export async function sentBy(
  caller: Pick<Caller, "userId">,
  values: Record<string, unknown> = {},
): Promise<{ id: number; prospectId: number }> {
  const organizationId = await organizationOf(caller);
  const formId = await openDoor(organizationId);
  await run("delete from admissions where user_id = ? and status in ('draft', 'sent')", caller.userId);
  const { prospect_id, ...rest } = values;
  const prospectId = Number(prospect_id ?? (await prospect({ organization_id: organizationId })));
  const number = await value<number>(
    "select count(*) + 1 from admissions where organization_id = ? and sent_on = ?",
    ...[organizationId, at().slice(0, 10)],
  );
  const id = await insert("admissions", {
    ...{ organization_id: organizationId, user_id: caller.userId, form_id: formId, form_number: 1 },
    ...{ prospect_id: prospectId, answers: JSON.stringify(ANSWERS), corrections: "{}", status: "sent" },
    ...{ sent_at: at(), sent_on: at().slice(0, 10), number_of_day: number },
    ...{ kept_from: at(), created_at: at(), updated_at: at() },
    ...rest,
  });
  return { id, prospectId };
}

/** Inserts an answer to send; returns its id. */
export const template = (values: Record<string, unknown> = {}): Promise<number> =>
  insert("answer_templates", {
    ...{ organization_id: 1, name: "Welcome", text_en: "Hello {name}", text_da: "", updated_at: at() },
    ...values,
  });
