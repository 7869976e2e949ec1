import { type SQL, sql } from "drizzle-orm";
import type { Context, UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { isAssignable } from "../members/index.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { prospectRecord } from "./prospects.rows.ts";
import type { CreateProspectInput, Prospect } from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";

/**
 * Adds a person to the pipeline at `intro`.
 * @throws AppError discord_id_taken, assignee_unavailable, forbidden to assign without prospects.assign
 */
export function createProspect(context: UserContext, input: CreateProspectInput): Promise<Prospect> {
  const { actor, now } = context;
  const { displayName, assignedTo = null } = input;
  if (input.organizationId !== undefined && input.organizationId !== actor.organizationId) {
    throw errors.not_found();
  }
  if (assignedTo !== null && !actor.permissions.has("prospects.assign")) {
    throw errors.forbidden({ permission: "prospects.assign" });
  }
  const at = now.toISOString();
  const discordId = input.discordId || null;
  return prospectRecord.create(context, {
    name: displayName,
    values: {
      organizationId: actor.organizationId,
      displayName,
      username: input.username || displayName,
      email: input.email || null,
      status: "intro",
      assignedTo,
      deadline: input.deadline ?? null,
      notes: input.notes?.trim() || null,
      discordId,
      starCitizenId: input.starCitizenId || null,
      referralSource: input.referralSource || null,
      stageChangedAt: at,
      createdAt: at,
      updatedAt: at,
    },
    history: [{ action: "created", newValue: "intro" }],
    audit: [{ action: "prospect.created" }],
    require: assignedTo === null ? [] : [requireAssignable(context, assignedTo)],
    taken: { "prospects.discord_id": prospectErrors.discord_id_taken({ discordId: discordId ?? "" }) },
  });
}

/** The guard that a member can be given prospects at the moment of writing. */
export const requireAssignable = ({ actor }: Pick<UserContext, "actor">, memberId: number) =>
  guard(isAssignable(actor.organizationId, memberId), prospectErrors.assignee_unavailable());

/** The statements that put a user who registers on the website into the pipeline at intro. */
export function insertWebsiteProspect(
  { db, actor, now }: Context,
  person: { userId: SQL; username: string; displayName: string; email: string | null },
): Statement[] {
  const at = now.toISOString();
  return [
    db.insert(prospects).values({
      ...person,
      organizationId: actor.organizationId,
      status: "intro",
      referralSource: "website",
      stageChangedAt: at,
      createdAt: at,
      updatedAt: at,
    }),
    db.insert(prospectHistory).values({
      prospectId: sql`(select max(id) from ${prospects})`,
      action: "created",
      performedBy: actor.name,
      performedById: actor.userId,
      newValue: "intro",
      createdAt: at,
    }),
  ];
}
