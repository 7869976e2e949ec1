import { type SQL, sql } from "drizzle-orm";
import { changedDetails } from "../../lib/audit.ts";
import { type ById, type MemberContext, memberIdOf } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { blanksOf, type Values } from "../../lib/fields.schema.ts";
import { changedFields, valuesAfter } from "../../lib/fields.ts";
import { type Guard, guard, newest } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { parts } from "./attached.ts";
import { type ContractFieldName, contractFields } from "./contracts.fields.ts";
import { owns } from "./contracts.policy.ts";
import {
  type ContractPlan,
  type ContractRow,
  contractRecord,
  insertHistory,
  OF_DRAFT,
  userName,
} from "./contracts.rows.ts";
import {
  type ContractHistoryEntry,
  type ContractStatus,
  type CreateContractInput,
  type EditContractInput,
  isAvailable,
  nextStates,
  payOf,
} from "./contracts.schema.ts";
import { contracts, searchTextOf } from "./contracts.table.ts";
import { contractAudit, contractErrors, contractSentences, STATUS_TEXTS } from "./contracts.texts.ts";
import {
  assertComplete,
  assertMove,
  assertTransition,
  guardTaker,
  planMove,
  postedOf,
  posting,
} from "./move.ts";

type Terms = Values<typeof contractFields>;

/** The fields after a request, and the resulting pay. @throws AppError invalid_input for a new deadline that is past */
function termsAfter({ now, language }: MemberContext, input: EditContractInput, before: Terms) {
  const terms = valuesAfter(contractFields, input, before);
  const { deadline } = terms;
  if (deadline !== null && deadline !== before.deadline && deadline <= now.toISOString())
    throw invalidField("deadline", language, contractSentences.future_time);
  return { ...terms, pay: payOf(terms) };
}

/** The columns of a new contract of the actor. @throws AppError contract_incomplete unless it is a draft */
function valuesOf(
  context: MemberContext,
  terms: Terms & { pay: number },
  status: ContractStatus,
  assignedTo: number | null,
) {
  const { actor, now } = context;
  const at = now.toISOString();
  const member = memberIdOf(actor);
  return {
    ...terms,
    status,
    assignedTo,
    organizationId: actor.organizationId,
    postedBy: member,
    createdBy: member,
    postedByUser: actor.userId,
    createdAt: at,
    updatedAt: at,
    searchText: searchTextOf(terms.title, terms.location, actor.name),
    ...(status === "draft" ? {} : posting(context, terms)),
  };
}

/**
 * The statements that store a contract whose work is done already, for another record's batch. Nobody can apply for it, so
 * nobody is told.
 */
export function insertCompleted(
  context: MemberContext,
  input: Pick<Terms, "title" | "amount">,
  assignedTo: number,
): Statement[] {
  const id = newest(contracts);
  const terms = { ...blanksOf(contractFields), ...input, pay: input.amount };
  const move = { from: "draft", to: "completed" } as const;
  return [
    context.db.insert(contracts).values(valuesOf(context, terms, move.to, assignedTo)),
    insertHistory(context, id, { action: "created", newValue: move.from }),
    insertHistory(context, id, { action: "status", previousValue: move.from, newValue: move.to }),
    contractAudit.write(context, { action: "contract.created", entity: { id, name: null } }),
    contractAudit.write(context, {
      action: "contract.status",
      entity: { id, name: input.title },
      details: move,
    }),
  ];
}

/**
 * Creates a draft; with the status `posted` or `active` it is posted at once.
 * @throws AppError not_found for another organization, invalid_input for a past deadline or an assignee who is no active
 *   member, contract_transition, contract_incomplete
 */
export async function createContract(context: MemberContext, input: CreateContractInput) {
  const { actor } = context;
  const { organizationId = actor.organizationId, status = "draft", assignedTo = null } = input;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  const isPosted = status !== "draft";
  if (isPosted) assertTransition(context, "draft", status);
  const terms = termsAfter(context, input, { ...blanksOf(contractFields), title: input.title });
  return contractRecord.create(context, {
    name: terms.title,
    values: valuesOf(context, terms, status, assignedTo),
    history: [
      { action: "created", newValue: "draft" },
      ...(isPosted ? [{ action: "status", previousValue: "draft", newValue: status } as const] : []),
    ],
    audit: [
      { action: "contract.created", entity: { id: newest(contracts), name: null } },
      ...(isPosted ? [{ action: "contract.posted" } as const] : []),
    ],
    announcements: isPosted ? [postedOf(context, terms)] : [],
    checkBefore: assignedTo === null ? [] : [guardAssignable(context, assignedTo)],
  });
}

/**
 * Edits the fields of a contract that the input has. Another status moves the contract in the same batch; giving an available
 * contract to a member also accepts it.
 * @throws AppError not_found, stale_version, contract_not_yours, contract_final, invalid_input, contract_pay_settled,
 * contract_has_assignee, contract_taken, and as `assertMove` and `planMove` say
 */
export const editContract = async (context: MemberContext, { id, ...input }: ById<EditContractInput>) => {
  const { organizationId = context.actor.organizationId } = input;
  if (organizationId !== context.actor.organizationId) throw errors.not_found();
  return contractRecord.edit(context, id, input.version, (row) => planEdit(context, row, input));
};

function planEdit(context: MemberContext, row: ContractRow, input: EditContractInput): ContractPlan | null {
  const { actor, language } = context;
  const { status } = row;
  if (!owns(actor, row)) throw contractErrors.contract_not_yours();
  if (nextStates(status).length === 0)
    throw contractErrors.contract_final({ status: STATUS_TEXTS[status][language] });
  const terms = termsAfter(context, input, row);
  const changed = changedFields(contractFields, row, terms);
  const assignedTo = input.assignedTo === undefined ? row.assignedTo : input.assignedTo;
  const wanted = input.status ?? status;
  const isGiven = assignedTo !== null && assignedTo !== row.assignedTo;
  // Giving an available contract to a member accepts it.
  const to = isGiven && wanted === status && isAvailable(wanted) ? "accepted" : wanted;
  // A move back to draft always removes the assignee.
  const isAssigned = assignedTo !== row.assignedTo && (to !== "draft" || status === "draft");
  if (isAssigned) assertGivable(row, assignedTo, input.version);
  if (to === status && changed.length === 0 && !isAssigned) return null;
  const next = { ...row, ...terms, assignedTo: isAssigned ? assignedTo : row.assignedTo };
  const isOfDraft = status === "draft" || to === "draft";
  const entries = entriesOf(row, next, { changed, isAssigned, isOfDraft });
  if (to !== status) assertMove(context, next, to);
  if (to !== "draft" && changed.length > 0) assertComplete(context, next);
  const move: Partial<ContractPlan> = to === status ? {} : planMove(context, next, to);
  return {
    set: {
      ...changedOf(row, next, changed, actor.name),
      ...(isAssigned ? { assignedTo } : {}),
      ...move.set,
    },
    history: [...entries.history, ...(move.history ?? [])],
    audit: [...entries.audit, ...(move.audit ?? [])],
    announcements: move.announcements ?? [],
    writeAfter: move.writeAfter ?? [],
    checkBefore: [
      ...(isAssigned && assignedTo !== null ? [guardAssignable(context, assignedTo)] : []),
      ...(to !== "draft" && changed.some((field) => "isPay" in contractFields[field])
        ? [parts().payouts.guardOpenPay(row.id)]
        : []),
      ...(move.checkBefore ?? []),
    ],
  };
}

/** The columns that an edit changes, and no others: SQLite writes an index for each column that is set. */
function changedOf(
  row: ContractRow,
  next: ContractRow,
  changed: readonly ContractFieldName[],
  editor: string,
) {
  const isSearched = next.title !== row.title || next.location !== row.location;
  return {
    ...Object.fromEntries(changed.map((field) => [field, next[field]])),
    ...(next.pay === row.pay ? {} : { pay: next.pay }),
    ...(isSearched ? { searchText: searchTextOf(next.title, next.location, row.posterName ?? editor) } : {}),
  };
}

/**
 * Refuses another assignee where the contract's state does not allow one. An edit without a version cannot replace an assignee:
 * two users who assign a contract at the same time do not know of each other.
 * @throws AppError contract_has_assignee, contract_taken
 */
function assertGivable(row: ContractRow, assignedTo: number | null, version: number | undefined): void {
  const { status, assignedTo: before } = row;
  if (before === null || status === "draft") return;
  const name = row.assigneeName ?? "";
  const isGivenAway = isAvailable(status) || (status === "accepted" && assignedTo !== null);
  if (!isGivenAway) throw contractErrors.contract_has_assignee({ name });
  if (assignedTo !== null && version === undefined) throw contractErrors.contract_taken({ name });
}

/** The guard that a contract can be given to a user whom a form names. */
const guardAssignable = (context: MemberContext, userId: number): Guard =>
  guardTaker(context, userId, invalidField("assignedTo", context.language, contractSentences.active_member));

const textOf = (value: string | number | null) => (value === null ? null : String(value));

/**
 * The entries of an edit in history and audit log. An edit of a draft, before or after it, is one entry: others must not read
 * its changes, so the log does not name the contract either.
 */
function entriesOf(
  row: ContractRow,
  next: ContractRow,
  edit: { changed: readonly ContractFieldName[]; isAssigned: boolean; isOfDraft: boolean },
): Required<Pick<ContractPlan, "history" | "audit">> {
  const { changed, isAssigned, isOfDraft } = edit;
  if (changed.length === 0 && !isAssigned) return { history: [], audit: [] };
  const changes: ContractHistoryEntry["changes"] = Object.fromEntries(
    changed.map((field) => [field, { from: textOf(row[field]), to: textOf(next[field]) }]),
  );
  const { assigneeName: previousValue } = row;
  const newValue = isAssigned ? userName(next.assignedTo) : null;
  if (isOfDraft) {
    const all = isAssigned
      ? (sql`json_insert(${JSON.stringify(changes)}, '$.assignedTo',
          json_object('from', ${previousValue}, 'to', ${newValue}))` as SQL<ContractHistoryEntry["changes"]>)
      : changes;
    return {
      history: [{ action: "edited", newValue: OF_DRAFT, changes: all }],
      audit: [{ action: "contract.draft_edited", entity: { id: row.id, name: null } }],
    };
  }
  const isEdited = changed.length > 0;
  const action = next.assignedTo === null ? "contract.edited" : "contract.assigned";
  const details = sql`json_object('assignee', ${newValue}, 'fromAssignee', ${previousValue}, 'toAssignee', ${newValue})`;
  return {
    history: [
      ...(isEdited ? [{ action: "edited", changes } as const] : []),
      ...(isAssigned ? [{ action: "assigned", previousValue, newValue } as const] : []),
    ],
    audit: [
      ...(isEdited
        ? [{ action: "contract.edited", details: changedDetails(row, next, changed) } as const]
        : []),
      ...(isAssigned ? [{ action, details } as const] : []),
    ],
  };
}

/** Deletes a draft. @throws AppError not_found, contract_not_yours, contract_not_draft */
export const deleteContract = (context: MemberContext, { id }: ById) =>
  contractRecord.remove(context, id, (row) => {
    if (!owns(context.actor, row)) throw contractErrors.contract_not_yours();
    const notDraft = contractErrors.contract_not_draft();
    if (row.status !== "draft") throw notDraft;
    return {
      audit: [{ action: "contract.deleted", entity: { id, name: null } }],
      checkBefore: [guard(sql`(select status from ${contracts} where id = ${id}) = 'draft'`, notDraft)],
    };
  });
