import { asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { ById, Context, MemberContext } from "../../lib/context.ts";
import { guard } from "../../lib/guard.ts";
import { record } from "../../lib/record.ts";
import {
  type AddTemplateInput,
  type AnswerTemplate,
  answerTemplate,
  type ChangeTemplateInput,
  TEMPLATES_MOST,
} from "./joining.schema.ts";
import { answerTemplates } from "./joining.table.ts";
import { joiningAudit, joiningErrors } from "./joining.texts.ts";

const selectTemplates = ({ db, actor }: Context, which?: SQL) =>
  db
    .select(getTableColumns(answerTemplates))
    .from(answerTemplates)
    .where(sql`${eq(answerTemplates.organizationId, actor.organizationId)} and ${which ?? sql`true`}`);

type Row = typeof answerTemplates.$inferSelect;

const templateRecord = record({
  table: answerTemplates,
  select: selectTemplates,
  answers: answerTemplate,
  present: (row: Row): AnswerTemplate => row,
  nameOf: ({ name }) => name,
  audit: joiningAudit,
});

/** Lists the templates of answers by name, at most TEMPLATES_MOST. */
export const listTemplates = async (context: MemberContext): Promise<AnswerTemplate[]> =>
  selectTemplates(context).orderBy(asc(sql`lower(${answerTemplates.name})`), answerTemplates.id);

/** @throws AppError templates_full */
export function addTemplate(context: MemberContext, input: AddTemplateInput): Promise<AnswerTemplate> {
  const { actor, now } = context;
  const { organizationId } = actor;
  const isFew = sql`(select count(*) from ${answerTemplates} where organization_id = ${organizationId}) < ${TEMPLATES_MOST}`;
  return templateRecord.create(context, {
    values: { ...input, organizationId, updatedAt: now.toISOString() },
    name: input.name,
    audit: [{ action: "answer_template.added" }],
    checkBefore: [guard(isFew, joiningErrors.templates_full({ most: TEMPLATES_MOST }))],
  });
}

/** Changes an answer to send; equal values change nothing. @throws AppError not_found, stale_version */
export const changeTemplate = (
  context: MemberContext,
  { id, version, ...input }: ById<ChangeTemplateInput>,
): Promise<AnswerTemplate> =>
  templateRecord.edit(context, id, version, (row) =>
    Object.entries(input).every(([field, value]) => row[field as keyof Row] === value)
      ? null
      : {
          set: input,
          audit: [{ action: "answer_template.changed", entity: { id, name: input.name } }],
        },
  );

/** @throws AppError not_found */
export const removeTemplate = (context: MemberContext, { id }: ById): Promise<void> =>
  templateRecord.remove(context, id, () => ({ audit: [{ action: "answer_template.removed" }] }));
