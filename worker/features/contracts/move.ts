import { sql } from "drizzle-orm";
import { type ById, type MemberContext, memberIdOf } from "../../lib/context.ts";
import type { AppError } from "../../lib/errors.ts";
import { type Guard, guard } from "../../lib/guard.ts";
import { requiredField } from "../../lib/validation.ts";
import { isHolder, members } from "../members/index.ts";
import { parts } from "./attached.ts";
import { contractAnnouncements } from "./contracts.announcements.ts";
import { movable, owns } from "./contracts.policy.ts";
import { type ContractPlan, type ContractRow, contractRecord, userName } from "./contracts.rows.ts";
import {
  type ContractStatus,
  isAvailable,
  type MoveInput,
  nextStates,
  type PostInput,
} from "./contracts.schema.ts";
import { contracts, searchTextOf } from "./contracts.table.ts";
import { contractErrors, contractSentences, STATUS_TEXTS } from "./contracts.texts.ts";

/** Moves a contract to another state. @throws AppError not_found, stale_version, and as `assertMove` and `planMove` say */
export const moveContract = (context: MemberContext, { id, status, note, version }: ById<MoveInput>) =>
  contractRecord.edit(context, id, version, (row) => {
    if (status === row.status) {
      assertTakesPart(context, row);
      return null;
    }
    assertMove(context, row, status);
    return planMove(context, row, status, { note: note || null });
  });

/** Posts a draft. @throws AppError not_found, stale_version, and as `assertMove` and `planMove` say */
export const postContract = (context: MemberContext, { id, version }: ById<PostInput>) =>
  contractRecord.edit(context, id, version, (row) => {
    if (isAvailable(row.status)) {
      assertTakesPart(context, row);
      return null;
    }
    assertMove(context, row, "posted");
    return planMove(context, row, "posted");
  });

/** Refuses other users, also where a request would change nothing. @throws AppError contract_not_yours */
function assertTakesPart({ actor }: MemberContext, row: ContractRow): void {
  if (!owns(actor, row) && row.assignedTo !== actor.userId) throw contractErrors.contract_not_yours();
}

/** @throws AppError contract_transition naming both states */
export function assertTransition({ language }: MemberContext, from: ContractStatus, to: ContractStatus) {
  const nameOf = (status: ContractStatus) => STATUS_TEXTS[status][language];
  if (!nextStates(from).includes(to))
    throw contractErrors.contract_transition({ from: nameOf(from), to: nameOf(to) });
}

/** @throws AppError contract_transition, contract_needs_assignee, contract_not_yours for a step of another user */
export function assertMove(context: MemberContext, row: ContractRow, to: ContractStatus): void {
  assertTransition(context, row.status, to);
  if (to === "accepted" && row.assignedTo === null) throw contractErrors.contract_needs_assignee();
  // The guard of `planMove` refuses this and names who confirmed what.
  if (to === "draft" && owns(context.actor, row) && row.transfersConfirmed > 0) return;
  if (!movable(context.actor, row).includes(to)) throw contractErrors.contract_not_yours();
}

/**
 * Plans a move between two states, with the statements of the attached features. `assignee` gets the contract on acceptance.
 * @throws AppError contract_incomplete naming the missing fields of a draft, assignee_not_active, contract_paid where it would
 * take a confirmed payment back
 */
export function planMove(
  context: MemberContext,
  row: ContractRow,
  to: ContractStatus,
  { note = null, assignee }: { note?: string | null; assignee?: Assignee } = {},
): ContractPlan {
  const { applications, payouts } = parts();
  const plan = (
    set: object,
    checkBefore: Guard[] = [],
    announcements: ContractPlan["announcements"] = [],
  ): ContractPlan => ({
    set: { status: to, ...set },
    history: [{ action: "status", previousValue: row.status, newValue: to, notes: note }],
    audit: [auditOf(row, to)],
    writeAfter: [...applications.whenMoved(context, row, to), ...payouts.whenMoved(context, row, to)],
    announcements,
    checkBefore,
  });
  const before =
    row.assignedTo === null ? null : { userId: row.assignedTo, displayName: row.assigneeName ?? "" };
  const guardAssignee = ({ userId, displayName: name }: Assignee) =>
    guardTaker(context, userId, contractErrors.assignee_not_active({ name }));
  if (isAvailable(to))
    return plan(posting(context, row), before ? [guardAssignee(before)] : [], [postedOf(context, row)]);
  const { title, pay, currency } = row;
  switch (to) {
    case "accepted": {
      const taker = assignee ?? before;
      if (!taker) throw contractErrors.contract_needs_assignee();
      // The row has no name yet of a member who is assigned in this batch.
      const name = userName(taker.userId);
      return plan(
        { assignedTo: taker.userId, applications: 0 },
        [guardAssignee(taker)],
        [
          contractAnnouncements.entry(
            "contract.accepted",
            sql`json_object('title', ${title}, 'name', ${name})`,
          ),
        ],
      );
    }
    case "cancelled":
      return plan({ applications: 0 });
    case "payment_sent":
      return plan(
        { transfersSent: sql`${contracts.transfers}` },
        [],
        [contractAnnouncements.entry("contract.paid", { title, pay, currency })],
      );
    case "closed":
      return plan({ closedAt: context.now.toISOString() });
    case "draft":
      return plan(
        {
          postedAt: null,
          assignedTo: null,
          applications: 0,
          transfers: 0,
          transfersSent: 0,
        },
        [payouts.guardUnpaid(context, row.id)],
      );
    default:
      return plan({});
  }
}

/** The announcement of a posted contract. */
export const postedOf = (
  { actor }: MemberContext,
  { title, pay, currency }: Pick<ContractRow, "title" | "pay" | "currency">,
) => contractAnnouncements.entry("contract.posted", { title, pay, currency, by: actor.name });

type Assignee = { userId: number; displayName: string };

/** The columns that posting sets. @throws AppError contract_incomplete */
export function posting(context: MemberContext, row: Terms) {
  const { actor, now } = context;
  assertComplete(context, row, row.deadline !== null && row.deadline <= now.toISOString());
  return {
    postedAt: now.toISOString(),
    postedBy: memberIdOf(actor),
    postedByUser: actor.userId,
    searchText: searchTextOf(row.title, row.location, actor.name),
  };
}

type Terms = Pick<ContractRow, "title" | "pay" | "paymentType" | "location" | "deadline">;

/** @throws AppError contract_incomplete naming the fields that other members need to know */
export function assertComplete({ language }: MemberContext, row: Terms, isLate = false): void {
  const missing: (keyof typeof FIELD_TEXTS)[] = [
    ...(row.title.trim() ? [] : ["title" as const]),
    ...(row.pay > 0 ? [] : [PAY_FIELDS[row.paymentType]]),
    ...(isLate ? ["deadline" as const] : []),
  ];
  if (missing.length === 0) return;
  const sentences = missing.map((field) =>
    requiredField(field, language, field === "deadline" ? contractSentences.future_time : undefined),
  );
  throw contractErrors.contract_incomplete(
    { fields: missing.map((field) => FIELD_TEXTS[field][language]).join(", ") },
    { errors: Object.assign({}, ...sentences) },
  );
}

/** The field at which a missing pay is reported. */
const PAY_FIELDS = { flat_rate: "amount", percentage: "percentageOf", hourly: "hourlyRate" } as const;
const FIELD_TEXTS = {
  title: { en: "title", da: "titel" },
  amount: { en: "amount", da: "beløb" },
  percentageOf: { en: "amount and percentage", da: "beløb og procent" },
  hourlyRate: { en: "hourly rate and hours", da: "timepris og timer" },
  deadline: { en: "a deadline that is still to come", da: "en frist, der ikke er overskredet" },
};

/** The guard that a user can be assigned: an active member whose role sees contracts. */
export const guardTaker = ({ actor }: MemberContext, userId: number, error: AppError): Guard =>
  guard(
    sql`${isHolder(sql`${userId}`, "contracts.read")} and exists (select 1 from ${members}
      where ${members.userId} = ${userId} and ${members.organizationId} = ${actor.organizationId})`,
    error,
  );

function auditOf(row: ContractRow, to: ContractStatus): ContractPlan["audit"][number] {
  // The title after an edit of the same request: the one before may be a draft's.
  const entity = { id: row.id, name: row.title };
  if (isAvailable(to)) return { action: "contract.posted", entity };
  const details = { from: row.status, to };
  // The log names no draft.
  if (to === "draft") return { action: "contract.drafted", entity: { id: row.id, name: null }, details };
  return { action: "contract.status", entity, details };
}
