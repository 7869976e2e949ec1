import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import type { FormContent } from "./forms.schema.ts";
import { forms } from "./forms.table.ts";
import { formErrors } from "./forms.texts.ts";
import { FORMS_MOST } from "./records.schema.ts";

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
