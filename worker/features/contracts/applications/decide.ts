import { eq, sql } from "drizzle-orm";
import type { UserContext } from "../../../lib/context.ts";
import { readBatch, type Statement } from "../../../lib/db/client.ts";
import { type AppError, errors } from "../../../lib/errors.ts";
import { write } from "../../../lib/guard.ts";
import { named } from "../../../lib/named.ts";
import { notifyByMail } from "../../users/index.ts";
import { type ContractRow, contractRecord } from "../contracts.rows.ts";
import { AVAILABLE } from "../contracts.schema.ts";
import { contracts } from "../contracts.table.ts";
import { contractErrors, STATUS_TEXTS } from "../contracts.texts.ts";
import { planMove } from "../move.ts";
import { decidesOn } from "./applications.policy.ts";
import {
  type ApplicationRow,
  applicationRecord,
  countApplications,
  subjectOf,
  toApplication,
} from "./applications.rows.ts";
import { type Application, application, type DecideInput } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";
import { APPLICATION_STATUS_TEXTS, applicationErrors, outcomeNotice } from "./applications.texts.ts";

/** How often a decision is planned anew because the application or its contract changed meanwhile. */
const TRIES = 3;

/**
 * Accepts an application. One for a contract gives the contract to the applicant and declines the other ones.
 * @throws AppError not_found, contract_not_yours, forbidden, contract_taken naming who was given it, application_decided,
 * contract_not_open, assignee_not_active, stale_version
 */
export async function acceptApplication(
  context: UserContext,
  id: number,
  input: DecideInput,
): Promise<Application> {
  const { db, language } = context;
  for (let tries = 1; ; tries++) {
    const [[row], [contract]] = (await readBatch(db, [
      applicationRecord.find(context, eq(contractApplications.id, id)),
      contractRecord.find(
        context,
        sql`${contracts.id} = (select contract_id from ${contractApplications}
        where id = ${id})`,
      ),
    ])) as [ApplicationRow[], ContractRow[]];
    if (!row) throw errors.not_found();
    requireDecider(context, row);
    const { userId, applicantName } = row;
    if (contract && contract.assignedTo !== null && contract.assignedTo !== userId)
      throw contractErrors.contract_taken({ name: contract.assigneeName ?? "" });
    requirePending(context, row);
    if (contract && !AVAILABLE.includes(contract.status))
      throw contractErrors.contract_not_open({ status: STATUS_TEXTS[contract.status][language] });
    const changed = staleError(context, row);
    if (input.version !== undefined && input.version !== row.version) throw changed;
    const assignee = { userId, displayName: applicantName ?? "" };
    const move = contract && planMove(context, contract, "accepted", { assignee, keptId: id });
    try {
      const results = await write(db, [
        applicationRecord.atVersion(row, changed),
        ...(contract ? [contractRecord.atVersion(contract, changed)] : []),
        ...(move?.require ?? []),
        ...applicationRecord.steps(context, row, decision(context, row, "accepted", input)),
        ...(contract && move ? contractRecord.steps(context, contract, move) : []),
        applicationRecord.find(context, eq(contractApplications.id, id)) as Statement,
      ]);
      const [after = row] = results.at(-1) as ApplicationRow[];
      const accepted = toApplication(after, context);
      tell(context, accepted);
      return accepted;
    } catch (error) {
      if (error !== changed || tries === TRIES) throw error;
    }
  }
}

/** Declines an application. @throws AppError not_found, contract_not_yours, forbidden, application_decided, stale_version */
export async function declineApplication(
  context: UserContext,
  id: number,
  input: DecideInput,
): Promise<Application> {
  const declined = await end(context, id, input.version, (row) => {
    requireDecider(context, row);
    return decision(context, row, "declined", input);
  });
  tell(context, declined);
  return declined;
}

/** Takes the actor's own application back. @throws AppError not_found, application_decided, stale_version */
export const withdrawApplication = (context: UserContext, id: number, version: number | undefined) =>
  end(context, id, version, (row) => {
    if (row.userId !== context.actor.userId) throw applicationErrors.application_not_yours();
    return { set: { status: "withdrawn" as const }, audit: [{ action: "application.withdrawn" as const }] };
  });

/** Ends an open application as `make` plans it. */
const end = (
  context: UserContext,
  id: number,
  version: number | undefined,
  make: (row: ApplicationRow) => ReturnType<typeof decision>,
): Promise<Application> =>
  applicationRecord.edit(context, id, undefined, (row) => {
    const plan = make(row);
    requirePending(context, row);
    if (version !== undefined && version !== row.version) throw staleError(context, row);
    return { ...plan, also: row.contractId === null ? [] : [countApplications(context, row.contractId, -1)] };
  });

/** What a decision writes of the application itself. */
function decision(
  { actor, now }: UserContext,
  row: ApplicationRow,
  status: "accepted" | "declined",
  { message }: DecideInput,
): Pick<Plan, "set" | "audit"> {
  return {
    set: { status, message: message || null, decidedBy: actor.name, decidedAt: now.toISOString() },
    audit: [{ action: `application.${status}`, details: { applicant: row.applicantName } }],
  };
}

type Plan = NonNullable<Awaited<ReturnType<Parameters<typeof applicationRecord.edit>[3]>>>;

const staleError = (context: UserContext, row: ApplicationRow): AppError =>
  errors.stale_version(
    { name: subjectOf(row) },
    { current: named(application, toApplication(row, context)) },
  );

function requireDecider({ actor }: UserContext, row: ApplicationRow): void {
  if (decidesOn(actor, row)) return;
  throw row.contractId === null
    ? errors.forbidden({ permission: "security.review" })
    : contractErrors.contract_not_yours();
}

function requirePending(context: UserContext, row: ApplicationRow): void {
  if (row.status === "pending") return;
  const status = APPLICATION_STATUS_TEXTS[row.status][context.language];
  throw applicationErrors.application_decided({ status }, { current: toApplication(row, context) });
}

/** Tells the applicant by e-mail what was decided. */
function tell(
  context: UserContext,
  { applicant, contractId, contractTitle, status, message }: Application,
): void {
  if (applicant.userId === context.actor.userId) return;
  const notice = outcomeNotice(subjectOf({ contractId, contractTitle }), status, context.actor.name, message);
  context.later?.(notifyByMail(context, applicant.userId, notice));
}
