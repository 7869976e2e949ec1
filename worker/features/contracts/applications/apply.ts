import { eq, inArray, sql } from "drizzle-orm";
import { memberIdOf, type UserContext } from "../../../lib/context.ts";
import { type AppError, errors } from "../../../lib/errors.ts";
import { guard } from "../../../lib/guard.ts";
import { isOpenTo } from "../contracts.policy.ts";
import { type ContractRow, contractRecord } from "../contracts.rows.ts";
import { AVAILABLE } from "../contracts.schema.ts";
import { contracts } from "../contracts.table.ts";
import { contractErrors, STATUS_TEXTS } from "../contracts.texts.ts";
import { applicationRecord, countApplications } from "./applications.rows.ts";
import type { Application, ApplyInput } from "./applications.schema.ts";
import { applicationErrors, SECURITY_TEAM } from "./applications.texts.ts";

/** How often an application is tried again because its contract changed meanwhile. */
const TRIES = 3;

/**
 * Applies for a contract, or without one for the security team.
 * @throws AppError not_found, forbidden, application_own, application_open, contract_taken, contract_not_open
 */
export async function apply(context: UserContext, input: ApplyInput): Promise<Application> {
  const { actor } = context;
  const { contractId = null, organizationId = actor.organizationId } = input;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  const permission = contractId === null ? "security.view" : "contracts.read";
  if (!actor.permissions.has(permission)) throw errors.forbidden({ permission });
  if (contractId === null) return create(context, input, SECURITY_TEAM, {});

  const isOpen = (id: number) => sql`exists (select 1 from ${contracts} where ${contracts.id} = ${id}
    and ${contracts.organizationId} = ${actor.organizationId} and ${inArray(contracts.status, [...AVAILABLE])}
    and ${isOpenTo(actor)})`;
  for (let tries = 1; ; tries++) {
    const [contract] = await contractRecord.find(context, eq(contracts.id, contractId));
    const title = contract?.title ?? "";
    const changed = errors.stale_version({ name: title });
    const error = refusalOf(context, contract) ?? changed;
    try {
      return await create(context, input, title, {
        require: [guard(isOpen(contractId), error)],
        also: () => [countApplications(context, contractId, 1)],
      });
    } catch (caught) {
      if (caught !== changed || tries === TRIES) throw caught;
    }
  }
}

/** Why a contract as it was read takes no application of the actor; null when it does. */
function refusalOf({ actor, language }: UserContext, row: ContractRow | undefined): AppError | null {
  if (!row) return errors.not_found();
  const memberId = memberIdOf(actor);
  if (row.postedBy === memberId || row.createdBy === memberId) return applicationErrors.application_own();
  if (row.applicationId !== null) return applicationErrors.application_open();
  if (row.assignedTo !== null) return contractErrors.contract_taken({ name: row.assigneeName ?? "" });
  if (!AVAILABLE.includes(row.status))
    return contractErrors.contract_not_open({ status: STATUS_TEXTS[row.status][language] });
  return null;
}

type Plan = Pick<Parameters<typeof applicationRecord.create>[1], "require" | "also">;

function create(context: UserContext, input: ApplyInput, name: string, plan: Plan): Promise<Application> {
  const { actor, now } = context;
  const at = now.toISOString();
  const { firstName, lastName, discordUsername, timezone, experience, shipType, availability } = input;
  return applicationRecord.create(context, {
    ...plan,
    name,
    values: {
      organizationId: actor.organizationId,
      contractId: input.contractId ?? null,
      userId: actor.userId,
      ...{ firstName, lastName, discordUsername, timezone, experience, shipType, availability },
      backgroundCheck: input.backgroundCheck,
      rsiHandle: input.rsiHandle || null,
      references: input.references || null,
      additionalNotes: input.additionalNotes || null,
      createdAt: at,
      updatedAt: at,
    },
    audit: [{ action: "application.sent", details: { contractId: input.contractId ?? null } }],
    taken: { "contract_applications.user_id": applicationErrors.application_open() },
  });
}
