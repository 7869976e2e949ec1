import { type SQL, sql } from "drizzle-orm";
import type { AuditEntry } from "../../lib/audit.ts";
import { memberIdOf, type UserContext } from "../../lib/context.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { invalidField, requiredField } from "../../lib/validation.ts";
import { members } from "../members/index.ts";
import { declineOthers } from "./applications/end.ts";
import { movable, owns } from "./contracts.policy.ts";
import { type ContractPlan, type ContractRow, contractRecord, searchTextOf } from "./contracts.rows.ts";
import {
  AVAILABLE,
  type ContractStatus,
  type MoveInput,
  type PostInput,
  TRANSITIONS,
} from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { contractErrors, STATUS_TEXTS } from "./contracts.texts.ts";
import { bookPay, resetPayout, sendAll } from "./payouts/book.ts";

type Action = "contract.posted" | "contract.status" | "contract.drafted";

/**
 * Moves a contract to another state; one that is there already stays as it is.
 * @throws AppError not_found, stale_version, and as `checkMove` and `planMove` say
 */
export const moveContract = (context: UserContext, id: number, { status, note, version }: MoveInput) =>
  contractRecord.edit(context, id, version, (row) => {
    if (status === row.status) return nothingToDo(context, row);
    checkMove(context, row, status);
    return planMove(context, row, status, { note: note || null });
  });

/**
 * Posts a draft; a contract that is available already stays as it is.
 * @throws AppError not_found, stale_version, and as `checkMove` and `planMove` say
 */
export const postContract = (context: UserContext, id: number, { version }: PostInput) =>
  contractRecord.edit(context, id, version, (row) => {
    if (AVAILABLE.includes(row.status)) return nothingToDo(context, row);
    checkMove(context, row, "posted");
    return planMove(context, row, "posted");
  });

/** A request sent twice finds done what it asks for. @throws AppError contract_not_yours */
function nothingToDo({ actor }: UserContext, row: ContractRow): null {
  if (!owns(actor, row) && row.assignedTo !== actor.userId) throw contractErrors.contract_not_yours();
  return null;
}

/**
 * @throws AppError contract_transition naming both states, contract_needs_assignee, contract_not_yours for a step that
 *   is another user's
 */
export function checkMove({ actor, language }: UserContext, row: ContractRow, to: ContractStatus): void {
  const { status: from } = row;
  if (!TRANSITIONS[from].includes(to))
    throw contractErrors.contract_transition({
      from: STATUS_TEXTS[from][language],
      to: STATUS_TEXTS[to][language],
    });
  if (to === "accepted" && row.assignedTo === null) throw contractErrors.contract_needs_assignee();
  if (!movable(actor, row).includes(to)) throw contractErrors.contract_not_yours();
}

/**
 * What a move between two states writes; `assignee` is who gets the contract with it, by the application `keptId` where
 * there is one. Going back to draft ends applications and payout, closing books the pay.
 * @throws AppError contract_incomplete naming what a draft lacks, assignee_not_active
 */
export function planMove(
  context: UserContext,
  row: ContractRow,
  to: ContractStatus,
  {
    note = null,
    assignee,
    keptId = null,
  }: { note?: string | null; assignee?: Assignee; keptId?: number | null } = {},
): ContractPlan {
  const { now } = context;
  const { id, status: from } = row;
  const at = now.toISOString();
  const history = { action: "status", previousValue: from, newValue: to, notes: note } as const;
  const plan = (set: object, also: NonNullable<ContractPlan["also"]> = [], require: Guard[] = []) => ({
    set: { status: to, ...set },
    history: [history],
    audit: [auditOf(row, to)],
    also,
    require,
  });
  const stillActive =
    row.assignedTo === null ? [] : [requireActive(context, row.assignedTo, row.assigneeName ?? "")];
  if (AVAILABLE.includes(to)) return plan(posting(context, row), [], stillActive);
  switch (to) {
    case "accepted": {
      const { userId, displayName } = assignee ?? {
        userId: row.assignedTo ?? 0,
        displayName: row.assigneeName ?? "",
      };
      return plan(
        { assignedTo: userId, applications: 0 },
        [declineOthers(context, id, keptId)],
        [requireActive(context, userId, displayName)],
      );
    }
    case "cancelled":
      return plan({ applications: 0 }, [declineOthers(context, id)]);
    case "payment_sent":
      return plan({ transfersSent: sql`${contracts.transfers}` }, [sendAll(context, id)]);
    case "closed":
      return plan({ closedAt: at }, bookPay(context, row));
    case "draft":
      return plan(
        {
          ...{ postedAt: null, assignedTo: null, applications: 0 },
          ...{ transfers: 0, transfersSent: 0, transfersConfirmed: 0 },
        },
        [declineOthers(context, id), ...resetPayout(context, id)],
      );
    default:
      return plan({});
  }
}

export type Assignee = { userId: number; displayName: string };

/** What posting sets. @throws AppError contract_incomplete */
export function posting(context: UserContext, row: Terms) {
  const { actor, now } = context;
  requireComplete(context, row, row.deadline !== null && row.deadline <= now.toISOString());
  return {
    postedAt: now.toISOString(),
    postedBy: memberIdOf(actor),
    postedByUser: actor.userId,
    searchText: searchTextOf(row.title, row.location, actor.name),
  };
}

type Terms = Pick<ContractRow, "title" | "pay" | "paymentType" | "location" | "deadline">;

/** Sees that nothing is missing of a contract that others see. @throws AppError contract_incomplete naming what is */
export function requireComplete({ language }: UserContext, row: Terms, isLate = false): void {
  const missing: (keyof typeof FIELD_TEXTS)[] = [
    ...(row.title.trim() ? [] : ["title" as const]),
    ...(row.pay > 0 ? [] : [PAY_FIELDS[row.paymentType]]),
    ...(isLate ? ["deadline" as const] : []),
  ];
  if (missing.length === 0) return;
  const sentences = missing.map((field) =>
    requiredField(field, language, field === "deadline" ? "futureTime" : "required"),
  );
  throw contractErrors.contract_incomplete(
    { fields: missing.map((field) => FIELD_TEXTS[field][language]).join(", ") },
    { errors: Object.assign({}, ...sentences) },
  );
}

/** The field that a missing pay is asked for at. */
const PAY_FIELDS = { flat_rate: "amount", percentage: "percentageOf", hourly: "hourlyRate" } as const;
const FIELD_TEXTS = {
  title: { en: "title", da: "titel" },
  amount: { en: "amount", da: "beløb" },
  percentageOf: { en: "amount and percentage", da: "beløb og procent" },
  hourlyRate: { en: "hourly rate and hours", da: "timepris og timer" },
  deadline: { en: "a deadline that is still to come", da: "en frist, der ikke er overskredet" },
};

const isActiveMember = ({ actor }: UserContext, userId: number): SQL =>
  sql`exists (select 1 from ${members} where ${members.userId} = ${userId} and ${members.status} = 'active'
    and ${members.organizationId} = ${actor.organizationId})`;

/** The guard that a user is an active member of the organization when all is written. */
export const requireActive = (context: UserContext, userId: number, name: string): Guard =>
  guard(isActiveMember(context, userId), contractErrors.assignee_not_active({ name }));

/** The same for a user that a form names, whoever that is. */
export const requireAssignable = (context: UserContext, userId: number): Guard =>
  guard(isActiveMember(context, userId), invalidField("assignedTo", context.language, "activeMember"));

function auditOf(row: ContractRow, to: ContractStatus): AuditEntry<Action> {
  // By its name after an edit that comes with the move: the one before may have been a draft's.
  const entity = { id: row.id, name: row.title };
  if (AVAILABLE.includes(to)) return { action: "contract.posted", entity };
  const details = { from: row.status, to };
  // A draft is its author's own: the log does not name it.
  if (to === "draft") return { action: "contract.drafted", entity: { id: row.id, name: null }, details };
  return { action: "contract.status", entity, details };
}
