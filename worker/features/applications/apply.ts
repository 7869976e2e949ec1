import { eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { AuditDetails } from "../../lib/audit.table.ts";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { Changed, guard, newest } from "../../lib/guard.ts";
import { assertOpen, type ContractRow, contractRecord, contracts, hindranceOf } from "../contracts/index.ts";
import { formOf, guardSentFew, type LiveForm, selectLive, validate } from "../forms/index.ts";
import { holdersOf } from "../members/index.ts";
import { assertPermission } from "./applications.policy.ts";
import { applicationRecord, countApplication } from "./applications.rows.ts";
import type { Application, ApplyInput } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";
import { applicationErrors, applicationNotices, SECURITY_TEAM } from "./applications.texts.ts";
import { parts } from "./attached.ts";
import { answersOf, fieldsOf } from "./wizard.schema.ts";

/**
 * Applies for a contract, or without a contract's id for the security team.
 * @throws AppError not_found, forbidden, invalid_input, application_form_changed, application_own, application_open,
 * contract_taken, contract_late, contract_not_open, applications_often, and as `whenApplied` requires
 */
export async function apply(context: MemberContext, input: ApplyInput): Promise<Application> {
  const { organizationId } = context.actor;
  if ((input.organizationId ?? organizationId) !== organizationId) throw errors.not_found();
  return input.contractId ? applyForContract(context, input, input.contractId) : applyForTeam(context, input);
}

/** The details of a notice that requests an answer to the application added in the same batch. */
const asked = (details: AuditDetails): SQL =>
  sql`json_set(${JSON.stringify(details)}, '$.id', ${newest(contractApplications)})`;

/** Newest applications of a user among which those for the same are looked for, so that it costs the same however many there are. */
const SENT_AMONG = 50;

/** SQL query: when the actor sent the earlier applications for the same, the newest first. */
const ownSent = ({ userId }: Actor, isSame: SQL): SQL =>
  sql`select created_at as at from (select * from ${contractApplications} where user_id = ${userId}
    order by id desc limit ${SENT_AMONG}) where ${isSame}`;

function applyForTeam(context: MemberContext, input: ApplyInput): Promise<Application> {
  const { db, actor } = context;
  assertPermission(context, "security.view");
  const reviewers = holdersOf(actor, "security.review");
  return applicationRecord.create(context, async () => {
    const live = input.formNumber ? await selectLive(db, actor.organizationId, "security") : undefined;
    return {
      ...planOf(context, input, { kind: "security", contractId: null }, SECURITY_TEAM, live),
      checkBefore: [
        ...parts().whenApplied(context),
        guardSentFew(context, ownSent(actor, sql`kind = 'security'`)),
      ],
      notices: [
        applicationNotices.entry(reviewers, "application.security", asked({ applicant: actor.name })),
      ],
    };
  });
}

function applyForContract(context: MemberContext, input: ApplyInput, contractId: number) {
  assertPermission(context, "contracts.read");
  return applicationRecord.create(context, async () => {
    const [[contract], live] = (await readBatch(context.db, [
      contractRecord.find(context, eq(contracts.id, contractId)),
      ...(input.formNumber ? [selectLive(context.db, context.actor.organizationId, "contract")] : []),
    ])) as [ContractRow[], LiveForm[]?];
    if (!contract) throw errors.not_found();
    assertApplicable(context, contract);
    const { title: name, postedByUser } = contract;
    const details = asked({ applicant: context.actor.name, subject: name, contractId });
    const changed = new Changed(errors.stale_version({ name }));
    return {
      ...planOf(context, input, { kind: "contract", contractId }, name, live),
      // Without the current contract: the route answers an application.
      checkBefore: [
        guard(contractRecord.isUnchanged(context, contract), changed),
        guardSentFew(context, ownSent(context.actor, sql`contract_id = ${contractId}`)),
      ],
      writeAfter: () => countApplication(context, contractId, 1),
      notices:
        postedByUser === null
          ? []
          : [applicationNotices.entry(postedByUser, "application.contract", details)],
    };
  });
}

/** @throws AppError application_own, application_open, contract_taken, contract_late, contract_not_open */
function assertApplicable(context: MemberContext, row: ContractRow): void {
  const hindrance = hindranceOf(context, row);
  if (hindrance === "own") throw applicationErrors.application_own();
  if (hindrance === "applied") throw applicationErrors.application_open();
  assertOpen(context, row);
}

type Plan = Exclude<Parameters<typeof applicationRecord.create>[1], () => unknown>;
type Subject = { kind: "contract"; contractId: number } | { kind: "security"; contractId: null };

/**
 * The answers to the questions that the organization added, with the version that asked them.
 * @param live the form as it is now, where the client answers a version of it
 * @throws AppError invalid_input by `answers.<id>`, application_form_changed
 */
function addedOf({ language }: MemberContext, input: ApplyInput, live: readonly LiveForm[] | undefined) {
  if (!live) return {};
  const form = formOf(live);
  if (!form || form.number !== input.formNumber) throw applicationErrors.application_form_changed();
  const all = { ...answersOf(input), ...input.answers };
  const { answers } = fieldsOf(validate(form.content, all, { complete: true, language }));
  return { formId: form.id, formNumber: form.number, answers };
}

function planOf(
  context: MemberContext,
  input: ApplyInput,
  subject: Subject,
  name: string,
  live: readonly LiveForm[] | undefined,
): Plan {
  const { actor, now } = context;
  const at = now.toISOString();
  const { contractId: _c, applicantName: _n, applicantDiscord: _d, termsAccepted: _t, ...answers } = input;
  return {
    name,
    values: {
      ...{ ...answers, formNumber: null, answers: null, ...addedOf(context, input, live) },
      ...{ organizationId: actor.organizationId, userId: actor.userId, createdAt: at, updatedAt: at },
      ...subject,
      rsiHandle: answers.rsiHandle || null,
      references: answers.references || null,
      additionalNotes: answers.additionalNotes || null,
    },
    audit: [{ action: "application.sent", details: { contractId: subject.contractId } }],
    taken: { "contract_applications.user_id": applicationErrors.application_open() },
  };
}
