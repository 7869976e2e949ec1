import { type SQL, sql } from "drizzle-orm";
import type { Context, UserContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { isAssignable } from "../members/index.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { checkAssign } from "./prospects.policy.ts";
import { insertHistory, prospectRecord } from "./prospects.rows.ts";
import type { CreateProspectInput, Prospect } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";

/** What every new prospect begins with. */
function atIntro({ actor, now }: Context) {
  const at = now.toISOString();
  const status = "intro" as const;
  return { organizationId: actor.organizationId, status, stageChangedAt: at, createdAt: at, updatedAt: at };
}

const CREATED = { action: "created", newValue: "intro" } as const;

/**
 * Adds a person to the pipeline at `intro`.
 * @throws AppError discord_id_taken, assignee_unavailable, forbidden to assign without prospects.assign
 */
export function createProspect(context: UserContext, input: CreateProspectInput): Promise<Prospect> {
  const { actor } = context;
  const { organizationId = actor.organizationId, displayName, assignedTo = null, deadline = null } = input;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  if (assignedTo !== null) checkAssign(actor, null);
  const discordId = input.discordId || null;
  return prospectRecord.create(context, {
    name: displayName,
    values: {
      ...atIntro(context),
      displayName,
      username: input.username || displayName,
      email: input.email || null,
      assignedTo,
      deadline,
      notes: input.notes?.trim() || null,
      discordId,
      starCitizenId: input.starCitizenId || null,
      referralSource: input.referralSource || null,
    },
    history: [CREATED],
    audit: [{ action: "prospect.created" }],
    require: requireAssignable(context, assignedTo),
    taken: { "prospects.discord_id": prospectErrors.discord_id_taken({ discordId: discordId ?? "" }) },
  });
}

/** The guard that a member can be given prospects at the moment of writing; none for nobody. */
export const requireAssignable = ({ actor }: UserContext, memberId: number | null) =>
  memberId === null
    ? []
    : [guard(isAssignable(actor.organizationId, memberId), prospectErrors.assignee_unavailable())];

/** The statements that put a user who registers on the website into the pipeline at intro. */
export const insertWebsiteProspect = (
  context: Context,
  person: { userId: SQL; username: string; displayName: string; email: string | null },
): Statement[] => [
  context.db.insert(prospects).values({ ...atIntro(context), ...person, referralSource: "website" }),
  insertHistory(context, sql`(select max(id) from ${prospects})`, CREATED),
];
