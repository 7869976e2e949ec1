import { eq, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { type AppError, errors } from "../../lib/errors.ts";
import { guard, retrying } from "../../lib/guard.ts";
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
    return create(context, input, SECURITY_TEAM, { notices });
  }
  return retrying(async () => {
    const [contract] = await contractRecord.find(context, eq(contracts.id, contractId));
    const refusal = contract ? refusalOf(context, contract) : errors.not_found();
    // Guards refuse, not this function: a repeated request is answered with what the first one created.
    const guardOpen =
      contract && !refusal
        ? contractRecord.guardVersion(context, contract)
        : guard(sql`0`, refusal ?? errors.not_found());
    return create(context, input, contract?.title ?? "", {
      require: [guardOpen],
      also: () => countApplication(context, contractId, 1),
    });
  });
}

/** The error for an actor who cannot apply for a contract; null where they can. */
function refusalOf({ actor, language }: MemberContext, row: ContractRow): AppError | null {
  const hindrance = hindranceOf(actor, row);
  if (hindrance === "own") return applicationErrors.application_own();
  if (hindrance === "applied") return applicationErrors.application_open();
  if (hindrance === "taken") return contractErrors.contract_taken({ name: row.assigneeName ?? "" });
  return hindrance && contractErrors.contract_not_open({ status: STATUS_TEXTS[row.status][language] });
}

type Plan = Pick<Parameters<typeof applicationRecord.create>[1], "require" | "notices" | "also">;

function create(context: MemberContext, input: ApplyInput, name: string, plan: Plan): Promise<Application> {
  const { actor, now } = context;
  const at = now.toISOString();
  const { contractId = null, applicantName: _, applicantDiscord: _d, termsAccepted: _t, ...answers } = input;
  return applicationRecord.create(context, {
    ...plan,
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
  });
}
