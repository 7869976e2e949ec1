import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../../lib/audit.ts";
import { compareNames } from "../../../lib/compare-names.ts";
import type { ById, Context, MemberContext } from "../../../lib/context.ts";
import { lowered } from "../../../lib/db/search.ts";
import { errors } from "../../../lib/errors.ts";
import { blanksOf } from "../../../lib/fields.schema.ts";
import { type Guard, guard } from "../../../lib/guard.ts";
import { record } from "../../../lib/record.ts";
import { eventFields } from "../events.fields.ts";
import { LENGTH } from "../events.schema.ts";
import { eventAudit } from "../events.texts.ts";
import { minutesAfter, termsOf } from "../terms.ts";
import {
  type CreateTemplateInput,
  type EditTemplateInput,
  type EventTemplate,
  eventTemplate,
  MOST_TEMPLATES,
  type TemplateTerms,
} from "./templates.schema.ts";
import { eventTemplates } from "./templates.table.ts";
import { templateErrors } from "./templates.texts.ts";

const selectTemplates = ({ db, actor }: Context, which?: SQL) =>
  db
    .select(getTableColumns(eventTemplates))
    .from(eventTemplates)
    .where(and(eq(eventTemplates.organizationId, actor.organizationId), which));

const templateRecord = record({
  table: eventTemplates,
  select: selectTemplates,
  answers: eventTemplate,
  present: (row): EventTemplate => row,
  nameOf: ({ name }) => name,
  audit: eventAudit,
});

/** The templates of the organization by name, at most MOST_TEMPLATES. */
export async function listTemplates(context: MemberContext): Promise<EventTemplate[]> {
  const compare = compareNames(context.language);
  return (await selectTemplates(context)).sort((a, b) => compare(a.name, b.name));
}

/** The guard that no other template has this name, ignoring case. */
const guardFreeName = ({ actor }: MemberContext, name: string, id = 0): Guard =>
  guard(
    sql`not exists (select 1 from ${eventTemplates} where ${eventTemplates.organizationId} = ${actor.organizationId}
      and ${lowered(eventTemplates.name, name)} = ${name.toLowerCase()} and ${eventTemplates.id} <> ${id})`,
    templateErrors.event_template_name_taken({ name }),
  );

/** Refuses values that no event can have. @throws AppError invalid_input */
function assertFitting(context: MemberContext, terms: TemplateTerms): void {
  const at = context.now.toISOString();
  const times = { startsAt: at, endsAt: minutesAfter(at, LENGTH.usual), timeZone: "UTC" };
  const own = { title: "", organizerId: null, createdBy: null };
  termsOf(context, terms, { ...blanksOf(eventFields), ...times, ...own });
}

/** @throws AppError not_found for another organization, invalid_input, event_template_name_taken, event_templates_full */
export function createTemplate(context: MemberContext, input: CreateTemplateInput): Promise<EventTemplate> {
  const { actor, now } = context;
  const { organizationId } = actor;
  if ((input.organizationId ?? organizationId) !== organizationId) throw errors.not_found();
  const { name, terms } = input;
  assertFitting(context, terms);
  const at = now.toISOString();
  const count = sql`(select count(*) from ${eventTemplates} where ${eventTemplates.organizationId} = ${organizationId})`;
  return templateRecord.create(context, {
    name,
    values: { organizationId, name, terms, createdBy: actor.userId, createdAt: at, updatedAt: at },
    checkBefore: [
      guardFreeName(context, name),
      guard(sql`${count} < ${MOST_TEMPLATES}`, templateErrors.event_templates_full({ most: MOST_TEMPLATES })),
    ],
    audit: [{ action: "event_template.created" }],
  });
}

/** Renames a template or replaces its terms. @throws AppError not_found, stale_version, invalid_input, event_template_name_taken */
export const editTemplate = (
  context: MemberContext,
  { id, version, ...input }: ById<EditTemplateInput>,
): Promise<EventTemplate> =>
  templateRecord.edit(context, id, version, (row) => {
    const { name = row.name, terms = row.terms } = input;
    assertFitting(context, terms);
    const isSame = name === row.name && JSON.stringify(terms) === JSON.stringify(row.terms);
    if (isSame) return null;
    const details = changedDetails(row, { name }, ["name"]);
    return {
      set: { name, terms },
      checkBefore: [guardFreeName(context, name, id)],
      audit: [{ action: "event_template.edited", entity: { id, name }, details }],
    };
  });

/** @throws AppError not_found */
export const deleteTemplate = (context: MemberContext, { id }: ById): Promise<void> =>
  templateRecord.remove(context, id, () => ({ audit: [{ action: "event_template.deleted" }] }));
