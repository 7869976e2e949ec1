import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { invalidInput } from "../../lib/validation.ts";
import { counting, fixedOf } from "./attached.ts";
import { changesOf, FIXED_FAULT, FORM_FAULTS, faultsOf, isSameForm } from "./changes.schema.ts";
import { DEFAULT_FORM } from "./default-form.ts";
import { unfixedOf, withFixed } from "./fixed.schema.ts";
import {
  type FormRow,
  formRecord,
  guardFewForms,
  joined,
  selectForms,
  selectVersion,
  selectVersions,
  toForm,
} from "./forms.rows.ts";
import type { FormContent } from "./forms.schema.ts";
import { forms, formVersions } from "./forms.table.ts";
import { formErrors } from "./forms.texts.ts";
import {
  type CreateInput,
  type DraftInput,
  type Form,
  type PublishInput,
  summaryOf,
  type UseInput,
  VERSIONS_MOST,
  type VersionContent,
} from "./records.schema.ts";

/** Drafts are saved as they are typed: a user's next save within this time is part of the change that is in the log. */
const ONE_CHANGE_MINUTES = 60;

/** Lists the forms of the organization, the oldest first. */
export async function listForms(context: MemberContext): Promise<Form[]> {
  const ofOrganization = sql`${formVersions.formId} in
    (select id from ${forms} where organization_id = ${context.actor.organizationId})`;
  const [rows, ...parts] = await readBatch(context.db, [
    selectForms(context).orderBy(forms.id),
    selectVersions(context, ofOrganization),
    ...counting(context.db, context.actor.organizationId),
  ]);
  return (rows as FormRow[]).map((row) => toForm(joined(row, parts)));
}

/** What a version asks. @throws AppError not_found */
export async function getVersion(
  { db, actor }: MemberContext,
  { id, number }: ById<{ number: number }>,
): Promise<VersionContent> {
  const [found] = await selectVersion(db, actor.organizationId, id, number);
  if (!found) throw errors.not_found();
  return found;
}

/**
 * Creates a form from nine questions. One with fixed questions begins with these as its first version, which was asked before.
 * @throws AppError form_exists, form_too_many
 */
export function createForm(context: MemberContext, { key, name }: CreateInput): Promise<Form> {
  const { db, actor, now } = context;
  const { organizationId } = actor;
  const fixed = fixedOf(key);
  const at = now.toISOString();
  return formRecord.create(context, {
    values: {
      ...{ organizationId, key, name, draft: fixed ?? DEFAULT_FORM, liveNumber: fixed && 1 },
      ...{ updatedBy: actor.name, updatedAt: at },
    },
    writeAfter: (id) =>
      fixed
        ? [
            db.insert(formVersions).values({
              ...{ formId: id, number: 1, content: fixed, changes: null },
              ...{ publishedAt: at, publishedBy: actor.name },
            }),
          ]
        : [],
    name,
    audit: [{ action: "form.created" }],
    checkBefore: [guardFewForms(organizationId)],
    taken: { "forms.key": formErrors.form_exists() },
  });
}

/** Whether a save goes on with what its user is changing already. */
const goesOn = ({ actor, now }: MemberContext, { updatedBy, updatedAt, draft, live }: FormRow): boolean =>
  updatedBy === actor.name &&
  now.getTime() - Date.parse(updatedAt) < ONE_CHANGE_MINUTES * 60_000 &&
  !(live && isSameForm(draft, live));

/** @throws AppError invalid_input by the ids of sections that lack a fixed question, or are not the form's */
function assertFixed(key: string, content: FormContent, { language }: MemberContext): void {
  const fixed = fixedOf(key);
  const unfixed = fixed ? unfixedOf(content, fixed) : [];
  if (unfixed.length === 0) return;
  throw invalidInput(Object.fromEntries(unfixed.map((id) => [id, [FIXED_FAULT[language]]])));
}

/** Saves the draft of a form; it need not be complete. @throws AppError not_found, stale_version, invalid_input */
export const saveDraft = (
  context: MemberContext,
  { id, content, version }: ById<DraftInput>,
): Promise<Form> =>
  formRecord.edit(context, id, version, (row) => {
    if (isDeepStrictEqual(content, row.draft)) return null;
    assertFixed(row.key, content, context);
    return {
      set: { draft: content, updatedBy: context.actor.name },
      audit: goesOn(context, row) ? [] : [{ action: "form.edited" }],
    };
  });

/** @throws AppError invalid_input by the ids of questions and sections */
function assertPublishable(content: FormContent, { language }: MemberContext): void {
  const faults = Object.entries(faultsOf(content));
  if (faults.length === 0) return;
  throw invalidInput(Object.fromEntries(faults.map(([id, fault]) => [id, [FORM_FAULTS[fault][language]]])));
}

/**
 * Makes the draft the version that is asked from now on.
 * @throws AppError not_found, stale_version, invalid_input, form_same, form_versions_full
 */
export const publishForm = (context: MemberContext, { id, version }: ById<PublishInput>): Promise<Form> =>
  formRecord.edit(context, id, version, (row) => {
    const { draft } = toForm(row);
    const { live, liveNumber } = row;
    assertPublishable(draft, context);
    if (live && liveNumber && isSameForm(draft, live)) throw formErrors.form_same({ number: liveNumber });
    const number = (liveNumber ?? 0) + 1;
    if (number > VERSIONS_MOST) throw formErrors.form_versions_full({ most: VERSIONS_MOST });
    return {
      writeBefore: [
        context.db.insert(formVersions).values({
          ...{ formId: id, number, content: draft },
          changes: live && summaryOf(changesOf(live, draft)),
          ...{ publishedAt: context.now.toISOString(), publishedBy: context.actor.name },
        }),
      ],
      set: { liveNumber: number, updatedBy: context.actor.name },
      audit: [{ action: "form.published", details: { number } }],
    };
  });

/** Makes what a version asks the draft again. @throws AppError not_found, stale_version */
export const useVersion = (context: MemberContext, { id, number, version }: ById<UseInput>): Promise<Form> =>
  formRecord.edit(
    context,
    id,
    version,
    (row, [found]) => {
      const [old] = found as Pick<typeof formVersions.$inferSelect, "content">[];
      if (!old) throw errors.not_found();
      const fixed = fixedOf(row.key);
      const draft = fixed ? withFixed(old.content, fixed) : old.content;
      if (isSameForm(row.draft, draft)) return null;
      return {
        set: { draft, updatedBy: context.actor.name },
        audit: [{ action: "form.reused", details: { number } }],
      };
    },
    { more: [selectVersion(context.db, context.actor.organizationId, id, number)] },
  );

/** What a version of a form asks; null for one that does not exist. */
export async function readVersion(
  { db, actor }: MemberContext,
  formId: number,
  number: number,
): Promise<FormContent | null> {
  const [found] = await selectVersion(db, actor.organizationId, formId, number);
  return found?.content ?? null;
}
