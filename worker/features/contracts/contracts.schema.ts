import * as z from "zod/mini";
import { answersOf, inputsOf } from "../../lib/fields.schema.ts";
import { text } from "../../lib/names.schema.ts";
import { ignoredIdentity, pageLimit, recordId, recordIdText, version } from "../../lib/wire.schema.ts";
import { SHIP_ROLES } from "../ships/ships.schema.ts";
import { CONTRACT_TYPES, contractFields, RISK_LEVELS, SERVICE_TYPES } from "./contracts.fields.ts";
import { CURRENCIES, PAYMENT_TYPES } from "./pay.schema.ts";

export * from "./contracts.fields.ts";
export * from "./pay.schema.ts";

export const CONTRACT_STATUSES = [
  "draft",
  "posted",
  "open",
  "active",
  "accepted",
  "completed",
  "awaiting_payment",
  "payment_sent",
  "closed",
  "cancelled",
] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** States in which members can apply for a contract. They mean the same; older clients use all three. */
export const AVAILABLE: readonly ContractStatus[] = ["posted", "open", "active"];
export const isAvailable = (status: ContractStatus): boolean => AVAILABLE.includes(status);

/**
 * The state of a contract for readers, in the app and in Discord: the three states that allow applications are one, `open`, in
 * which alone it takes applications. `assigned` is one of these with an assignee, `late` one whose deadline has passed, until
 * it is extended.
 */
export type ContractState = Exclude<ContractStatus, "posted" | "active"> | "assigned" | "late";

/** @param now milliseconds since 1970 */
export function stateOf(
  { status, assignedTo, deadline }: Pick<Contract, "status" | "assignedTo" | "deadline">,
  now: number,
): ContractState {
  if (status !== "posted" && status !== "open" && status !== "active") return status;
  if (assignedTo !== null) return "assigned";
  return deadline !== null && Date.parse(deadline) <= now ? "late" : "open";
}

/** Who may move a contract: its `owner`, an owner with contracts.write (`author`), or the `assignee`. */
export type Mover = "owner" | "author" | "assignee";
type Moves = Readonly<Partial<Record<ContractStatus, readonly Mover[]>>>;

const fromAvailable: Moves = { accepted: ["owner", "assignee"], cancelled: ["owner"], draft: ["owner"] };

/** The states of a contract: the states that can follow each, and who may move it there. */
export const MOVES: Readonly<Record<ContractStatus, Moves>> = {
  draft: { posted: ["author"], active: ["author"] },
  posted: fromAvailable,
  open: fromAvailable,
  active: fromAvailable,
  accepted: { completed: ["owner", "assignee"], cancelled: ["owner"], draft: ["owner"] },
  completed: { awaiting_payment: ["owner"], payment_sent: ["owner"], closed: ["owner"], draft: ["owner"] },
  awaiting_payment: { payment_sent: ["owner"], draft: ["owner"] },
  payment_sent: { closed: ["owner"], draft: ["owner"] },
  closed: {},
  cancelled: {},
};
/** The states that can follow a state. */
export const nextStates = (status: ContractStatus) => Object.keys(MOVES[status]) as ContractStatus[];

/** The six steps of the progress tracker. Drafts and available contracts are at the first. */
export const STEPS = ["open", "accepted", "completed", "awaiting_payment", "payment_sent", "closed"] as const;
/** States after the first step: a member has taken the contract, and there is pay to split. */
export const TAKEN: readonly ContractStatus[] = STEPS.slice(1);

export const person = z.object({
  userId: z.number(),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
});
export type Person = z.infer<typeof person>;

export const contract = z.object({
  id: z.number(),
  organizationId: z.number(),
  ...answersOf(contractFields),
  /** The whole pay. */
  pay: z.number(),
  status: z.enum(CONTRACT_STATUSES),
  /** User id. */
  assignedTo: z.nullable(z.number()),
  assignee: z.nullable(person),
  /** Member ids. */
  postedBy: z.nullable(z.number()),
  createdBy: z.number(),
  /** Null when the user was deleted. */
  postedByMember: z.nullable(z.extend(person, { id: z.number() })),
  postedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  /** Number of pending applications; null for a reader who does not decide on them. */
  applications: z.nullable(z.number()),
  /** The reader's own pending application. */
  applicationId: z.nullable(z.number()),
  /** Number of transfers: all, sent, confirmed; null for a reader who is neither owner nor assignee. */
  transfers: z.nullable(z.number()),
  transfersSent: z.nullable(z.number()),
  transfersConfirmed: z.nullable(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  /** Abilities of the reader; `moveTo` are the states to which they can move it. */
  can: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    post: z.boolean(),
    apply: z.boolean(),
    /** Whether members can apply for it, also when the reader cannot. */
    open: z.boolean(),
    /** May read and answer its applications and change its payout. */
    decide: z.boolean(),
    /** Whether the contract can have a payout that the reader takes part in. */
    payout: z.boolean(),
    moveTo: z.array(z.enum(CONTRACT_STATUSES)),
  }),
});
export type Contract = z.infer<typeof contract>;

/** Actions about money, which only users who take part in the payout read. */
export const MONEY_ACTIONS = ["split", "expense", "transfer"] as const;

export const contractHistoryEntry = z.object({
  id: z.number(),
  action: z.enum(["created", "edited", "status", "assigned", "returned", ...MONEY_ACTIONS]),
  createdAt: z.string(),
  /** Name of the user who did it, at that time. */
  performedBy: z.string(),
  previousValue: z.nullable(z.string()),
  newValue: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  changes: z.nullable(
    z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  ),
});
export type ContractHistoryEntry = z.infer<typeof contractHistoryEntry>;

export const SEARCH_LENGTH = 64;
const NOTE_LENGTH = 500;

const inputs = {
  ...inputsOf(contractFields),
  /** User id. */
  assignedTo: z.optional(z.nullable(recordId)),
  status: z.optional(z.enum(CONTRACT_STATUSES)),
  organizationId: z.optional(recordId),
  postedBy: ignoredIdentity,
  createdBy: ignoredIdentity,
};

/** A new contract: a draft, unless `status` is `posted` or `active`. */
export const createContractInput = z.strictObject({ ...inputs, title: contractFields.title.input });
export type CreateContractInput = z.infer<typeof createContractInput>;

export const editContractInput = z.strictObject({ ...inputs, version });
export type EditContractInput = z.infer<typeof editContractInput>;

/** A move to another state; `note` is kept in the history. */
export const moveInput = z.strictObject({
  status: z.enum(CONTRACT_STATUSES),
  note: z.optional(z.nullable(text(NOTE_LENGTH))),
  updatedBy: ignoredIdentity,
  version,
});
export type MoveInput = z.infer<typeof moveInput>;

export const postInput = z.strictObject({ postedBy: ignoredIdentity, version });
export type PostInput = z.infer<typeof postInput>;

export const CONTRACT_SORTS = ["newest", "deadline", "pay"] as const;

const cursor = z.optional(z.string().check(z.maxLength(200)));
const searched = z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH)));

/**
 * An empty query lists all contracts that the reader sees: posted ones and their own drafts, newest first. With a filter or an
 * order but without `show` it lists posted contracts. Drafts are always newest first.
 */
export const contractListQuery = z.strictObject({
  show: z.optional(z.enum(["active", "drafts", "all_drafts"])),
  /** Part of a title, place or poster's name. */
  q: searched,
  /** `available` is `open` of `stateOf`. */
  status: z.optional(z.enum(["available", ...CONTRACT_STATUSES])),
  type: z.optional(z.enum(CONTRACT_TYPES)),
  serviceType: z.optional(z.enum(SERVICE_TYPES)),
  paymentType: z.optional(z.enum(PAYMENT_TYPES)),
  risk: z.optional(z.enum(RISK_LEVELS)),
  currency: z.optional(z.enum(CURRENCIES)),
  /** Part of a place's name. */
  location: searched,
  /** `1` for contracts that the reader can apply for. */
  open: z.optional(z.literal("1")),
  /** Contracts that the reader posted, or that are assigned to them. */
  mine: z.optional(z.enum(["posted", "assigned"])),
  sort: z._default(z.enum(CONTRACT_SORTS), "newest"),
  limit: pageLimit,
  cursor,
});
export type ContractListQuery = z.infer<typeof contractListQuery>;

export const contractHistoryQuery = z.strictObject({ limit: pageLimit, cursor });
export type ContractHistoryQuery = z.infer<typeof contractHistoryQuery>;

/** The highest exact figure of ContractCounts: COUNTED + 1 means more than COUNTED. */
export const COUNTED = 99;

/** Figures of the contracts page, GET /api/contracts/{orgId}/counts; each at most COUNTED + 1. */
export const contractCounts = z.object({
  /** All posted contracts. */
  active: z.number(),
  /** The reader's own drafts. */
  drafts: z.number(),
  /** Contracts that the reader can apply for. */
  open: z.number(),
  /** The reader's own pending applications. */
  applications: z.number(),
  /** Transfers that the reader has to send, and that they have to confirm. */
  owing: z.number(),
  toConfirm: z.number(),
});
export type ContractCounts = z.infer<typeof contractCounts>;

/** Most contracts of each list of OwnContracts. */
export const MOST_OWN = 5;
export const MOST_FITTING = 3;

/** What concerns the reader of the contracts, GET /api/contracts/{orgId}/own. */
export const ownContracts = z.object({
  /** Contracts that the reader does and that are not closed, and those that they have applied for. */
  own: z.array(contract),
  hasShips: z.boolean(),
  /** The newest that the reader can apply for with a ship of theirs, and that ship with its fitting role. */
  fitting: z.array(
    z.object({
      contract,
      ship: z.object({
        name: z.string(),
        urlPhoto: z.nullable(z.string()),
        scu: z.number(),
        role: z.enum(SHIP_ROLES),
      }),
    }),
  ),
});
export type OwnContracts = z.infer<typeof ownContracts>;

/** A member who can be given a contract, GET /api/contracts/{orgId}/members. */
export const contractMember = z.extend(person, {
  memberId: z.number(),
  username: z.string(),
  /** The last day of a leave that covers today, `YYYY-MM-DD`, for readers of members. */
  awayUntil: z.nullable(z.string()),
});
export type ContractMember = z.infer<typeof contractMember>;
/** Members whose name contains `q`, without it the members seen last; 50 at most, ordered by name. */
export const contractMembersQuery = z.strictObject({
  q: searched,
  /** Only the user with this id. */
  userId: z.optional(recordIdText),
});
export type ContractMembersQuery = z.infer<typeof contractMembersQuery>;
