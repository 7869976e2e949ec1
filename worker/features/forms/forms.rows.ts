import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Context, MemberContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { record } from "../../lib/record.ts";
import type { Id } from "../../lib/record-kind.ts";
import { type Counted, fixedOf } from "./attached.ts";
import { partsOf, withFixed } from "./fixed.schema.ts";
import type { FormContent } from "./forms.schema.ts";
import { forms, formVersions } from "./forms.table.ts";
import { formAudit, formErrors } from "./forms.texts.ts";
import { FORMS_MOST, type Form, form } from "./records.schema.ts";

/** The statement that reads forms of the actor's organization with what their newest versions ask. */
export const selectForms = ({ db, actor }: Context, which?: SQL) =>
  db
    .select({
      ...getTableColumns(forms),
      live: sql<FormContent | null>`${formVersions.content}`.mapWith(parsed).as("live"),
    })
    .from(forms)
    .leftJoin(formVersions, and(eq(formVersions.formId, forms.id), eq(formVersions.number, forms.liveNumber)))
    .where(and(eq(forms.organizationId, actor.organizationId), which));

const parsed = (text: string) => JSON.parse(text) as FormContent;

/** The statement that reads versions without what they ask, the newest first. */
export const selectVersions = ({ db }: Context, which: SQL) =>
  db
    .select({
      formId: formVersions.formId,
      number: formVersions.number,
      changes: formVersions.changes,
      publishedAt: formVersions.publishedAt,
      publishedBy: formVersions.publishedBy,
    })
    .from(formVersions)
    .where(which)
    .orderBy(desc(formVersions.number));

type Read = Awaited<ReturnType<ReturnType<typeof selectForms>["execute"]>>[number];
type VersionRow = Omit<typeof formVersions.$inferSelect, "content">;
export type FormRow = Read & Pick<Form, "versions">;

/** A form with its versions, of the results of `selectVersions`, and of `counting` where people are counted. */
export function joined(read: Read, [versions, ...counted]: readonly unknown[]): FormRow {
  const counts = counted.length > 0 ? (counted as Counted[][]).flat() : null;
  const of = (versions as VersionRow[]).filter(({ formId }) => formId === read.id);
  return {
    ...read,
    versions: of.map((version) => {
      const found = counts?.find((one) => one.formId === read.id && one.number === version.number);
      const none = counts ? 0 : null;
      return { ...version, answered: found?.answered ?? none, filling: found?.filling ?? none };
    }),
  };
}

/** A form with all that it always asks. */
export function toForm(row: FormRow): Form {
  const fixed = fixedOf(row.key);
  return {
    ...row,
    draft: fixed ? withFixed(row.draft, fixed) : row.draft,
    fixed: fixed ? partsOf(fixed) : [],
  };
}

export const formRecord = record({
  table: forms,
  select: selectForms,
  // Without counting: a draft saves itself at each pause in typing.
  parts: (context, id: Id | SQL) => [selectVersions(context, sql`${formVersions.formId} = ${id}`)],
  join: joined,
  answers: form,
  present: toForm,
  nameOf: ({ name }) => name,
  audit: formAudit,
});

/** The statement that reads what a form asks now; no row before its first version. */
export const selectLive = (db: Db, organizationId: number | SQL<number>, key: string) =>
  db
    .select({
      id: forms.id,
      key: forms.key,
      name: forms.name,
      number: formVersions.number,
      content: formVersions.content,
    })
    .from(forms)
    .innerJoin(
      formVersions,
      and(eq(formVersions.formId, forms.id), eq(formVersions.number, forms.liveNumber)),
    )
    .where(and(eq(forms.organizationId, organizationId), eq(forms.key, key)));

export type LiveForm = Awaited<ReturnType<ReturnType<typeof selectLive>["execute"]>>[number];

/** The form of the results of `selectLive`; null before its first version. */
export const formOf = (rows: readonly LiveForm[]): LiveForm | null => rows[0] ?? null;

/** The statement that reads what a version of a form asks. */
export const selectVersion = (db: Db, organizationId: number, formId: number, number: number) =>
  db
    .select({ number: formVersions.number, content: formVersions.content })
    .from(formVersions)
    .innerJoin(forms, eq(forms.id, formVersions.formId))
    .where(
      and(
        eq(forms.organizationId, organizationId),
        eq(formVersions.formId, formId),
        eq(formVersions.number, number),
      ),
    );

/** The guard that the organization has room for one more form. */
export const guardFewForms = (organizationId: number): Guard =>
  guard(
    sql`(select count(*) from ${forms} where organization_id = ${organizationId}) < ${FORMS_MOST}`,
    formErrors.form_too_many({ most: FORMS_MOST }),
  );

/** The statement that adds the draft of a form of another feature's record. */
export const addForm = (
  { db, actor, now }: MemberContext,
  { key, name, draft }: { key: string; name: string; draft: FormContent },
): Statement =>
  db.insert(forms).values({
    ...{ organizationId: actor.organizationId, key, name, draft },
    ...{ updatedBy: actor.name, updatedAt: now.toISOString() },
  });

/** The statement that gives a form its record's new name; drafts that are being edited stay valid. */
export const renameForm = (db: Db, id: number, name: string): Statement =>
  db.update(forms).set({ name }).where(sql`id = ${id}`);
