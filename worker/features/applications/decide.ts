import { sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { assertOpen, closureOf, contractErrors, contractRecord, planMove } from "../contracts/index.ts";
import { decidesOn } from "./applications.policy.ts";
import { type ApplicationRow, applicationRecord, countApplication, subjectOf } from "./applications.rows.ts";
import type { DecideInput, WithdrawInput } from "./applications.schema.ts";
import { contractApplications, NO_ANSWERS } from "./applications.table.ts";
import { APPLICATION_STATUS_TEXTS, applicationErrors, applicationNotices } from "./applications.texts.ts";
import { parts } from "./attached.ts";

/**
 * Accepts an application. For a contract it assigns the applicant and declines the other applications.
 * @throws AppError not_found, application_self, contract_not_yours, forbidden, contract_taken naming the assignee,
 * application_decided, contract_not_open, assignee_not_active, stale_version, and as `whenDecided` requires
 */
export const acceptApplication = (context: MemberContext, { id, version, ...input }: ById<DecideInput>) => {
  const contractId = sql`(select contract_id from ${contractApplications} where id = ${id})`;
  return applicationRecord.editBoth(context, [id], contractRecord, [contractId], (row, contract) => {
    assertDecider(context, row);
    const { kind, userId, applicantName } = row;
    if (kind === "contract" && !contract) throw errors.not_found();
    // The contract was assigned to another user, which declined this application: the error names that user.
    const isTaken = contract && closureOf(contract, context.now, userId) === "taken";
    if (!isTaken) assertPending(context, row);
    if (contract) assertOpen(context, contract, userId);
    applicationRecord.assertVersion(context, row, version);
    const assignee = { userId, displayName: applicantName ?? "" };
    return [
      planDecision(context, row, "accepted", input),
      // Written after the decision, so that the move declines only the others.
      contract ? planMove(context, contract, "accepted", { assignee }) : null,
    ];
  });
};

/** Declines an application. @throws AppError as `acceptApplication`, without those about the contract */
export const declineApplication = (context: MemberContext, { id, ...input }: ById<DecideInput>) =>
  end(context, id, input.version, (row) => {
    assertDecider(context, row);
    return planDecision(context, row, "declined", input);
  });

/**
 * Withdraws the actor's own application, which deletes its answers.
 * @throws AppError not_found, application_not_yours, application_decided, stale_version
 */
export const withdrawApplication = (context: MemberContext, { id, version }: ById<WithdrawInput>) =>
  end(context, id, version, (row) => {
    if (row.userId !== context.actor.userId) throw applicationErrors.application_not_yours();
    return {
      set: { status: "withdrawn", ...NO_ANSWERS },
      audit: [{ action: "application.withdrawn" }],
      writeAfter: parts().whenForgotten(context.db, sql`${id}`),
    };
  });

const end = (
  context: MemberContext,
  id: number,
  version: number | undefined,
  make: (row: ApplicationRow) => Plan,
) =>
  applicationRecord.edit(context, id, undefined, (row) => {
    const plan = make(row);
    assertPending(context, row);
    applicationRecord.assertVersion(context, row, version);
    const counted = row.kind === "contract" ? countApplication(context, row.contractId as number, -1) : [];
    return { ...plan, writeAfter: [...(plan.writeAfter ?? []), ...counted] };
  });

/**
 * The change of a pending application by a decision, which notifies the applicant.
 * @param weeks of a trial in the security team, for `whenDecided`
 */
export function planDecision(
  context: MemberContext,
  row: ApplicationRow,
  status: "accepted" | "declined",
  input: Pick<DecideInput, "message">,
  weeks?: number,
): Plan {
  const { actor, now } = context;
  const { userId, contractId } = row;
  const message = input.message || null;
  const details = { by: actor.name, subject: subjectOf(row), contractId, message };
  const { checkBefore, writeAfter, notices } =
    row.kind === "security"
      ? parts().whenDecided(context, { ...row, message }, status, weeks)
      : {
          checkBefore: [],
          writeAfter: [],
          notices: [applicationNotices.entry(userId, `application.${status}`, details)],
        };
  return {
    set: { status, message, decidedBy: actor.name, decidedAt: now.toISOString() },
    audit: [{ action: `application.${status}`, details: { applicant: row.applicantName } }],
    notices,
    writeAfter,
    checkBefore,
  };
}

type Plan = NonNullable<Awaited<ReturnType<Parameters<typeof applicationRecord.edit>[3]>>>;

/** @throws AppError application_self, forbidden, contract_not_yours */
function assertDecider({ actor }: MemberContext, row: ApplicationRow): void {
  if (decidesOn(actor, row)) return;
  if (row.userId === actor.userId) throw applicationErrors.application_self();
  throw row.kind === "security"
    ? errors.forbidden({ permission: "security.review" })
    : contractErrors.contract_not_yours();
}

/** @throws AppError application_decided */
export function assertPending({ language }: MemberContext, { status }: Pick<ApplicationRow, "status">): void {
  if (status === "pending") return;
  throw applicationErrors.application_decided({ status: APPLICATION_STATUS_TEXTS[status][language] });
}
