import { sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import { guard } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { addForm, forms, guardFewForms, renameForm } from "../forms/index.ts";
import { roles } from "../roles/index.ts";
import { FIRST_FORM } from "./first-form.ts";
import { type TeamRow, teamRecord } from "./teams.rows.ts";
import { type AddTeamInput, type ChangeTeamInput, TEAMS_MOST, type Team } from "./teams.schema.ts";
import { teams } from "./teams.table.ts";
import { teamErrors } from "./teams.texts.ts";

/** The key of a new team's form, which no other form has. */
const newKey = (): string => `team_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;

/** The statement that reads the names of the roles that are chosen. */
const selectRoles = ({ db, actor }: MemberContext, { reviewerRoleId, roleId }: AddTeamInput) =>
  db
    .select({ id: roles.id, name: roles.name })
    .from(roles)
    .where(
      sql`${roles.organizationId} = ${actor.organizationId} and ${roles.id} in (${reviewerRoleId}, ${roleId})`,
    );

type Role = { id: number; name: string };

/** The name of a chosen role; null for none. @throws AppError invalid_input for one that is not there */
function nameIn(
  { language }: MemberContext,
  found: readonly Role[],
  { field, id }: { field: string; id: number | null },
): string | null {
  if (id === null) return null;
  const role = found.find((each) => each.id === id);
  if (!role) throw invalidField(field, language);
  return role.name;
}

/** Names of the chosen roles. @throws AppError invalid_input */
const namesIn = (context: MemberContext, found: readonly Role[], input: AddTeamInput) => ({
  reviewers: nameIn(context, found, { field: "reviewerRoleId", id: input.reviewerRoleId }),
  givenRole: nameIn(context, found, { field: "roleId", id: input.roleId }),
});

/** Adds a team with the draft of its form. @throws AppError invalid_input, team_name_taken, team_too_many, form_too_many */
export function addTeam(context: MemberContext, input: AddTeamInput): Promise<Team> {
  const { organizationId } = context.actor;
  return teamRecord.create(context, async () => {
    namesIn(context, await selectRoles(context, input), input);
    const key = newKey();
    const { name } = input;
    const formId = sql`(select id from ${forms} where organization_id = ${organizationId} and key = ${key})`;
    const isFew = sql`(select count(*) from ${teams} where organization_id = ${organizationId}) < ${TEAMS_MOST}`;
    return {
      values: { ...input, organizationId, formId, updatedAt: context.now.toISOString() },
      name,
      audit: [{ action: "team.added" }],
      checkBefore: [
        guard(isFew, teamErrors.team_too_many({ most: TEAMS_MOST })),
        guardFewForms(organizationId),
      ],
      writeBefore: [addForm(context, { key, name, draft: FIRST_FORM })],
      taken: TAKEN,
    };
  });
}

const TAKEN = { "teams.name": teamErrors.team_name_taken() };

const shown = ({ name, isOpen, reviewerRole, role }: TeamRow) => ({
  ...{ name, isOpen },
  reviewers: reviewerRole,
  givenRole: role,
});

/** Changes a team; its form goes by its new name. @throws AppError not_found, stale_version, invalid_input, team_name_taken */
export const changeTeam = (
  context: MemberContext,
  { id, version, ...input }: ById<ChangeTeamInput>,
): Promise<Team> =>
  teamRecord.edit(
    context,
    id,
    version,
    (row, [found]) => {
      const { name, isOpen } = input;
      const names = namesIn(context, found as Role[], input);
      const details = changedDetails(shown(row), { name, isOpen, ...names }, [
        ...(["name", "reviewers", "givenRole", "isOpen"] as const),
      ]);
      if (!details) return null;
      const isTaken = sql`exists (select 1 from ${teams} where organization_id = ${context.actor.organizationId}
        and name = ${name} and id <> ${id})`;
      return {
        checkBefore: [guard(sql`not ${isTaken}`, teamErrors.team_name_taken())],
        set: input,
        audit: [{ action: "team.changed", entity: { id, name }, details }],
        writeAfter: name === row.name ? [] : [renameForm(context.db, row.formId, name)],
      };
    },
    { more: [selectRoles(context, input)] },
  );
