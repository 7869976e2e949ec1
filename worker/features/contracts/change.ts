import { type SQL, sql } from "drizzle-orm";
import { type AuditEntry, changedDetails } from "../../lib/audit.ts";
import { memberIdOf, type UserContext } from "../../lib/context.ts";
import { errors } from "../../lib/errors.ts";
import { guard } from "../../lib/guard.ts";
import { invalidField } from "../../lib/validation.ts";
import { owns } from "./contracts.policy.ts";
import {
  type ContractPlan,
  type ContractRow,
  contractRecord,
  searchTextOf,
  userName,
} from "./contracts.rows.ts";
import {
  AVAILABLE,
  type ContractHistoryEntry,
  type ContractStatus,
  type CreateContractInput,
  type EditContractInput,
  payOf,
  TRANSITIONS,
} from "./contracts.schema.ts";
import { contracts } from "./contracts.table.ts";
import { contractErrors, STATUS_TEXTS } from "./contracts.texts.ts";
import { OF_DRAFT } from "./history.ts";
import { checkMove, planMove, posting, requireAssignable, requireComplete } from "./move.ts";
import { contractSplits } from "./payouts/payouts.table.ts";

const PAY_TERMS = [
  "amount",
  "currency",
  "paymentType",
  "percentageOf",
  "hourlyRate",
  "estimatedHours",
] as const;
const TERMS = [
  "title",
  "description",
  "type",
  "serviceType",
  "riskLevel",
  "location",
  "duration",
  "deadline",
  ...PAY_TERMS,
] as const;

/** What the form of a contract says of the work and its pay. */
type Terms = Pick<ContractRow, (typeof TERMS)[number]>;
type Changes = NonNullable<ContractHistoryEntry["changes"]>;

const BLANK: Terms = {
  title: "",
  description: null,
  type: "mining",
  serviceType: null,
  riskLevel: "low",
  location: null,
  duration: null,
  deadline: null,
  amount: 0,
  currency: "aUEC",
  paymentType: "flat_rate",
  percentageOf: null,
  hourlyRate: null,
  estimatedHours: null,
};

/** Terms with what an input gives anew. @throws AppError invalid_input for a new deadline that is past */
function termsOf(
  { now, language }: UserContext,
  input: EditContractInput,
  before: Terms,
): Terms & { pay: number } {
  const termOf = (field: keyof Terms) => {
    const value = input[field];
    return value === undefined ? before[field] : value === "" ? null : value;
  };
  const terms = Object.fromEntries(TERMS.map((field) => [field, termOf(field)])) as Terms;
  const { deadline } = terms;
  if (deadline !== null && deadline !== before.deadline && deadline <= now.toISOString())
    throw invalidField("deadline", language, "futureTime");
  return { ...terms, pay: payOf(terms) };
}

/**
 * Writes a draft, which the status `posted` or `active` posts at once.
 * @throws AppError not_found for another organization, invalid_input for a past deadline or an assignee who is no active
 *   member, contract_transition, contract_incomplete
 */
export async function createContract(context: UserContext, input: CreateContractInput) {
  const { actor, language, now } = context;
  const { organizationId = actor.organizationId, status = "draft", assignedTo = null } = input;
  if (organizationId !== actor.organizationId) throw errors.not_found();
  const isPosted = status !== "draft";
  if (isPosted && !TRANSITIONS.draft.includes(status))
    throw contractErrors.contract_transition({
      from: STATUS_TEXTS.draft[language],
      to: STATUS_TEXTS[status][language],
    });
  const terms = termsOf(context, input, BLANK);
  const { title, location } = terms;
  const at = now.toISOString();
  const member = memberIdOf(actor);
  return contractRecord.create(context, {
    name: title,
    values: {
      ...terms,
      status,
      assignedTo,
      organizationId,
      postedBy: member,
      createdBy: member,
      postedByUser: actor.userId,
      searchText: searchTextOf(title, location, actor.name),
      createdAt: at,
      updatedAt: at,
      ...(isPosted ? posting(context, terms) : {}),
    },
    history: [
      { action: "created", newValue: "draft" },
      ...(isPosted ? [{ action: "status", previousValue: "draft", newValue: status } as const] : []),
    ],
    audit: [
      {
        action: "contract.created",
        entity: { id: sql`(select max(${contracts.id}) from ${contracts})`, name: null },
      },
      ...(isPosted ? [{ action: "contract.posted" } as const] : []),
    ],
    require: assignedTo === null ? [] : [requireAssignable(context, assignedTo)],
  });
}

/**
 * Edits a contract; what the input leaves out stays as it is. Another status moves the contract in the same batch, and a
 * member who is given an available contract takes it.
 * @throws AppError not_found, stale_version, contract_not_yours, contract_final, invalid_input, contract_pay_settled,
 *   contract_has_assignee, contract_taken, and as `checkMove` and `planMove` say
 */
export const editContract = async (context: UserContext, id: number, input: EditContractInput) => {
  const { organizationId = context.actor.organizationId } = input;
  if (organizationId !== context.actor.organizationId) throw errors.not_found();
  return contractRecord.edit(context, id, input.version, (row) => planEdit(context, row, input));
};

function planEdit(context: UserContext, row: ContractRow, input: EditContractInput): ContractPlan | null {
  const { actor, language } = context;
  const { status } = row;
  if (!owns(actor, row)) throw contractErrors.contract_not_yours();
  if (TRANSITIONS[status].length === 0)
    throw contractErrors.contract_final({ status: STATUS_TEXTS[status][language] });
  const terms = termsOf(context, input, row);
  const changed = TERMS.filter((field) => terms[field] !== row[field]);
  const assignedTo = input.assignedTo === undefined ? row.assignedTo : input.assignedTo;
  const to = goalOf(row, input.status ?? status, assignedTo);
  // Going back to draft takes the contract from everybody.
  const isAssigned = assignedTo !== row.assignedTo && (to !== "draft" || status === "draft");
  if (isAssigned) checkAssignment(row, assignedTo, input.version);
  if (to === status && changed.length === 0 && !isAssigned) return null;
  const next = { ...row, ...terms, assignedTo: isAssigned ? assignedTo : row.assignedTo };
  const edit = { row, next, changed, isAssigned, isOfDraft: status === "draft" || to === "draft" };
  if (to !== status) checkMove(context, next, to);
  if (to !== "draft" && changed.length > 0) requireComplete(context, next);
  const {
    set,
    history,
    audit,
    also,
    require = [],
  }: Partial<ContractPlan> = to === status ? {} : planMove(context, next, to);
  return {
    set: {
      ...(changed.length > 0 ? changedOf(row, next, changed, actor.name) : {}),
      ...(isAssigned ? { assignedTo } : {}),
      ...set,
    },
    history: [...editsOf(edit), ...(history ?? [])],
    audit: [...auditsOf(edit), ...(audit ?? [])],
    also: also ?? [],
    require: [
      ...(isAssigned && assignedTo !== null ? [requireAssignable(context, assignedTo)] : []),
      ...(to !== "draft" && changed.some((field) => PAY_TERMS.some((each) => each === field))
        ? [requireOpenPay(row.id)]
        : []),
      ...require,
    ],
  };
}

/** The columns that an edit of some terms gives other values: an index is only written for a column that is set. */
function changedOf(row: ContractRow, next: ContractRow, changed: readonly (keyof Terms)[], editor: string) {
  const isSearched = next.title !== row.title || next.location !== row.location;
  return {
    ...Object.fromEntries(changed.map((field) => [field, next[field]])),
    ...(next.pay === row.pay ? {} : { pay: next.pay }),
    ...(isSearched ? { searchText: searchTextOf(next.title, next.location, row.posterName ?? editor) } : {}),
  };
}

/** Where an edit brings a contract: one that is available and given to a member is accepted. */
function goalOf(row: ContractRow, wanted: ContractStatus, assignedTo: number | null): ContractStatus {
  const isGiven = assignedTo !== null && assignedTo !== row.assignedTo;
  return isGiven && wanted === row.status && AVAILABLE.includes(wanted) ? "accepted" : wanted;
}

/**
 * Sees that a contract can be given to somebody else or to nobody. Only an edit that says which version it was made from
 * takes it from its assignee: two who give it away at once do not know of each other.
 * @throws AppError contract_has_assignee, contract_taken
 */
function checkAssignment(row: ContractRow, assignedTo: number | null, version: number | undefined): void {
  const { status, assignedTo: before } = row;
  if (before === null || status === "draft") return;
  const name = row.assigneeName ?? "";
  const isGivenAway = AVAILABLE.includes(status) || (status === "accepted" && assignedTo !== null);
  if (!isGivenAway) throw contractErrors.contract_has_assignee({ name });
  if (assignedTo !== null && version === undefined) throw contractErrors.contract_taken({ name });
}

/** The guard that the split of a contract's pay is not approved. */
const requireOpenPay = (id: number) =>
  guard(
    sql`not exists (select 1 from ${contractSplits} where ${contractSplits.id} = ${id}
      and ${contractSplits.lockedAt} is not null)`,
    contractErrors.contract_pay_settled(),
  );

const textOf = (value: string | number | null) => (value === null ? null : String(value));

type Edit = {
  row: ContractRow;
  next: ContractRow;
  changed: readonly (keyof Terms)[];
  isAssigned: boolean;
  /** The contract is a draft before or after it: what is changed is its authors' own. */
  isOfDraft: boolean;
};

/** The history of an edit. A draft's is one entry, which only those who look after the contract read. */
function editsOf({ row, next, changed, isAssigned, isOfDraft }: Edit): NonNullable<ContractPlan["history"]> {
  const changes: Changes = Object.fromEntries(
    changed.map((field) => [field, { from: textOf(row[field]), to: textOf(next[field]) }]),
  );
  const { assigneeName: previousValue } = row;
  const newValue = userName(next.assignedTo);
  if (isOfDraft) {
    if (changed.length === 0 && !isAssigned) return [];
    const all = isAssigned
      ? (sql`json_insert(${JSON.stringify(changes)}, '$.assignedTo',
          json_object('from', ${previousValue}, 'to', ${newValue}))` as SQL<Changes>)
      : changes;
    return [{ action: "edited", newValue: OF_DRAFT, changes: all }];
  }
  return [
    ...(changed.length > 0 ? [{ action: "edited", changes } as const] : []),
    ...(isAssigned ? [{ action: "assigned", previousValue, newValue } as const] : []),
  ];
}

type EditAction = "contract.draft_edited" | "contract.edited" | "contract.assigned";

/** The audit entries of an edit; a draft's names and tells nothing of it. */
function auditsOf({ row, next, changed, isAssigned, isOfDraft }: Edit): AuditEntry<EditAction>[] {
  if (isOfDraft) {
    if (changed.length === 0 && !isAssigned) return [];
    return [{ action: "contract.draft_edited", entity: { id: row.id, name: null } }];
  }
  const name = userName(next.assignedTo);
  const details = sql`json_object('assignee', ${name}, 'fromAssignee', ${row.assigneeName}, 'toAssignee', ${name})`;
  const action = next.assignedTo === null ? "contract.edited" : "contract.assigned";
  return [
    ...(changed.length > 0
      ? [{ action: "contract.edited", details: changedDetails(row, next, changed) } as const]
      : []),
    ...(isAssigned ? [{ action, details } as const] : []),
  ];
}

/** Deletes a draft. @throws AppError not_found, contract_not_yours, contract_not_draft */
export const deleteContract = (context: UserContext, id: number) =>
  contractRecord.remove(context, id, (row) => {
    if (!owns(context.actor, row)) throw contractErrors.contract_not_yours();
    const notDraft = contractErrors.contract_not_draft();
    if (row.status !== "draft") throw notDraft;
    return {
      audit: [{ action: "contract.deleted", entity: { id, name: null } }],
      require: [
        guard(
          sql`(select ${contracts.status} from ${contracts} where ${contracts.id} = ${id}) = 'draft'`,
          notDraft,
        ),
      ],
    };
  });
