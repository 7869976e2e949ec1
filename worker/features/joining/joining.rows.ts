import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { addDays } from "../../lib/days.ts";
import type { Db } from "../../lib/db/client.ts";
import type { Counted } from "../forms/index.ts";
import type { Admission } from "./joining.schema.ts";
import { admissions } from "./joining.table.ts";

export type AdmissionRow = typeof admissions.$inferSelect;

/** SQL: the id of the newest application of a user. */
export const newestOfUser = (userId: number): SQL =>
  sql`(select max(id) from ${admissions} where user_id = ${userId})`;

export const selectAdmissions = (db: Db, which: SQL) =>
  db.select(getTableColumns(admissions)).from(admissions).where(which);

/** An application for those who may read it. @param purgeDays for which the answers of ended ones are kept */
export function toAdmission(row: AdmissionRow, purgeDays: number): Admission {
  const { status, decidedAt, purgedAt } = row;
  const isEnded = (status === "declined" || status === "withdrawn") && decidedAt !== null;
  return {
    ...row,
    purgedOn: isEnded && purgedAt === null ? addDays(decidedAt.slice(0, 10), purgeDays + 1) : null,
    isPurged: purgedAt !== null,
  };
}

/** The statement that counts who answered each version of a form, and who is answering it now. */
export const countForms = (db: Db, organizationId: number) =>
  db.all<Counted>(sql`select form_id as formId, form_number as number, sum(status <> 'draft') as answered,
      sum(status = 'draft') as filling
    from ${admissions} where organization_id = ${organizationId} group by form_id, form_number`);
