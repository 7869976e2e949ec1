import { eq } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, guard } from "../../lib/guard.ts";
import {
  type ContractRow,
  contractErrors,
  contractRecord,
  contracts,
  hindranceOf,
  STATUS_TEXTS,
} from "../contracts/index.ts";
import { holdersOf } from "../members/index.ts";
import { applicationRecord, countApplication } from "./applications.rows.ts";
import type { Application, ApplyInput } from "./applications.schema.ts";
import { applicationErrors, applicationNotices, SECURITY_TEAM } from "./applications.texts.ts";

/**
 * Applies for a contract, or without `contractId` for the security team.
 * @throws AppError not_found, forbidden, application_own, application_open, contract_taken, contract_not_open
 */
export async function apply(context: MemberContext, input: ApplyInput): Promise<Application> {
  const { actor } = context;
  const { contractId = null, organizationId = actor.organizationId } = input;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  const permission = contractId === null ? "security.view" : "contracts.read";
  if (!actor.permissions.has(permission)) throw errors.forbidden({ permission });
  if (contractId === null) {
    const details = { applicant: actor.name, applicantId: actor.userId };
    const reviewers = holdersOf(actor, "security.review");
    const notices = [applicationNotices.entry(reviewers, "application.security", details)];
    return applicationRecord.create(context, planOf(context, input, SECURITY_TEAM, { notices }));
  }
  return applicationRecord.create(context, async () => {
    const [contract] = await contractRecord.find(context, eq(contracts.id, contractId));
    if (!contract) throw errors.not_found();
    assertApplicable(context, contract);
    const { title: name } = contract;
    const changed = new Changed(errors.stale_version({ name }));
    return planOf(context, input, name, {
      // Without the current contract: the route answers an application.
      require: [guard(contractRecord.isAsRead(context, contract), changed)],
      also: () => countApplication(context, contractId, 1),
    });
  });
}

/** @throws AppError application_own, application_open, contract_taken, contract_not_open */
function assertApplicable({ actor, language }: MemberContext, row: ContractRow): void {
  const hindrance = hindranceOf(actor, row);
  if (hindrance === "own") throw applicationErrors.application_own();
  if (hindrance === "applied") throw applicationErrors.application_open();
  if (hindrance === "taken") throw contractErrors.contract_taken({ name: row.assigneeName ?? "" });
  if (hindrance) throw contractErrors.contract_not_open({ status: STATUS_TEXTS[row.status][language] });
}

type Plan = Exclude<Parameters<typeof applicationRecord.create>[1], () => unknown>;
type More = Pick<Plan, "require" | "notices" | "also">;

function planOf(context: MemberContext, input: ApplyInput, name: string, more: More): Plan {
  const { actor, now } = context;
  const at = now.toISOString();
  const { contractId = null, applicantName: _, applicantDiscord: _d, termsAccepted: _t, ...answers } = input;
  return {
    ...more,
    name,
    values: {
      ...answers,
      ...{ organizationId: actor.organizationId, userId: actor.userId, createdAt: at, updatedAt: at },
      kind: contractId ? "contract" : "security",
      contractId,
      rsiHandle: answers.rsiHandle || null,
      references: answers.references || null,
      additionalNotes: answers.additionalNotes || null,
    },
    audit: [{ action: "application.sent", details: { contractId } }],
    taken: { "contract_applications.user_id": applicationErrors.application_open() },
  };
}
