import * as z from "zod/mini";
import { line, text } from "../../lib/names.schema.ts";
import {
  ignoredIdentity,
  instant,
  pageLimit,
  recordId,
  recordIdText,
  version,
} from "../../lib/wire.schema.ts";
import {
  CURRENCIES,
  isInHundredths,
  MOST_AMOUNT,
  MOST_HOURS,
  MOST_RATE,
  PAYMENT_TYPES,
  type PaymentType,
} from "./pay.schema.ts";

export * from "./pay.schema.ts";

/** States of a contract, from its draft to its end. */
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

/** States in which a contract can be taken; they mean the same (decisions.md 8). */
export const AVAILABLE: readonly ContractStatus[] = ["posted", "open", "active"];

const fromAvailable = ["accepted", "cancelled", "draft"] as const;

/** Where each state can go (decisions.md 8). */
export const TRANSITIONS: Readonly<Record<ContractStatus, readonly ContractStatus[]>> = {
  draft: ["posted", "active"],
  posted: fromAvailable,
  open: fromAvailable,
  active: fromAvailable,
  accepted: ["completed", "cancelled", "draft"],
  completed: ["awaiting_payment", "payment_sent", "closed", "draft"],
  awaiting_payment: ["payment_sent", "draft"],
  payment_sent: ["closed", "draft"],
  closed: [],
  cancelled: [],
};

/** The six steps of the progress tracker; drafts and every available state are the first. */
export const STEPS = ["open", "accepted", "completed", "awaiting_payment", "payment_sent", "closed"] as const;

export const CONTRACT_TYPES = [
  "mining",
  "transport",
  "security",
  "exploration",
  "trade",
  "research",
] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];

export const SERVICE_TYPES = [
  "cargo_transport",
  "mining_operations",
  "escort_services",
  "pilot_services",
  "gunner_position",
  "exploration",
  "bounty_hunting",
  "medical_support",
  "ship_repair",
  "salvage_operations",
] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

export const RISK_LEVELS = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** A user as contracts name them. */
export const person = z.object({
  userId: z.number(),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
});
export type Person = z.infer<typeof person>;

export const contract = z.object({
  id: z.number(),
  organizationId: z.number(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** The pay, or for a percentage the total that it is a part of. */
  amount: z.number(),
  currency: z.enum(CURRENCIES),
  paymentType: z.enum(PAYMENT_TYPES),
  percentageOf: z.nullable(z.number()),
  hourlyRate: z.nullable(z.number()),
  estimatedHours: z.nullable(z.number()),
  /** What all of it pays. */
  pay: z.number(),
  status: z.enum(CONTRACT_STATUSES),
  type: z.enum(CONTRACT_TYPES),
  serviceType: z.nullable(z.enum(SERVICE_TYPES)),
  riskLevel: z.enum(RISK_LEVELS),
  location: z.nullable(z.string()),
  duration: z.nullable(z.string()),
  deadline: z.nullable(z.string()),
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
  /** Applications that wait for an answer; null for a reader who does not decide on them. */
  applications: z.nullable(z.number()),
  /** The reader's own application that waits for an answer. */
  applicationId: z.nullable(z.number()),
  /** Transfers of the payout: all, those sent, those confirmed; null for who neither looks after the contract nor does it. */
  transfers: z.nullable(z.number()),
  transfersSent: z.nullable(z.number()),
  transfersConfirmed: z.nullable(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  /** What the reader may do; `moveTo` are the states that they can move it to by themselves. */
  can: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    post: z.boolean(),
    apply: z.boolean(),
    /** Reads and answers its applications, and looks after its payout. */
    decide: z.boolean(),
    moveTo: z.array(z.enum(CONTRACT_STATUSES)),
  }),
});
export type Contract = z.infer<typeof contract>;

export const contractHistoryAction = z.enum([
  "created",
  "edited",
  "status",
  "assigned",
  "returned",
  "split",
  "expense",
  "transfer",
]);
export type ContractHistoryAction = z.infer<typeof contractHistoryAction>;

/** Entries about money, which only those who take part in the payout read. */
export const MONEY_ACTIONS: readonly ContractHistoryAction[] = ["split", "expense", "transfer"];

export const contractHistoryEntry = z.object({
  id: z.number(),
  action: contractHistoryAction,
  createdAt: z.string(),
  /** Name of who did it, as it was then. */
  performedBy: z.string(),
  previousValue: z.nullable(z.string()),
  newValue: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Fields that changed, by name. */
  changes: z.nullable(
    z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  ),
});
export type ContractHistoryEntry = z.infer<typeof contractHistoryEntry>;

export const TITLE_LENGTH = 120;
export const DESCRIPTION_LENGTH = 4_000;
export const PLACE_LENGTH = 120;
export const SEARCH_LENGTH = 64;
export const NOTE_LENGTH = 500;

const place = z.optional(z.nullable(line(PLACE_LENGTH)));
const whole = (most: number) => z.int().check(z.minimum(0), z.maximum(most));
const hundredths = (most: number) =>
  z.number().check(z.minimum(0), z.maximum(most), z.refine(isInHundredths));

/** A payment structure; "fixed rate" is what a flat one was called. */
const paymentType = z.optional(
  z.pipe(
    z.enum([...PAYMENT_TYPES, "fixed_rate"]),
    z.transform((type): PaymentType => (type === "fixed_rate" ? "flat_rate" : type)),
  ),
);

const terms = {
  description: z.optional(z.nullable(text(DESCRIPTION_LENGTH))),
  amount: z.optional(whole(MOST_AMOUNT)),
  currency: z.optional(z.enum(CURRENCIES)),
  paymentType,
  percentageOf: z.optional(z.nullable(hundredths(100))),
  hourlyRate: z.optional(z.nullable(whole(MOST_RATE))),
  estimatedHours: z.optional(z.nullable(hundredths(MOST_HOURS))),
  type: z.optional(z.enum(CONTRACT_TYPES)),
  serviceType: z.optional(z.nullable(z.enum(SERVICE_TYPES))),
  riskLevel: z.optional(z.enum(RISK_LEVELS)),
  location: place,
  duration: place,
  /** User id. */
  assignedTo: z.optional(z.nullable(recordId)),
  deadline: z.optional(z.nullable(instant)),
  status: z.optional(z.enum(CONTRACT_STATUSES)),
  organizationId: z.optional(recordId),
  postedBy: ignoredIdentity,
  createdBy: ignoredIdentity,
};
const title = line(TITLE_LENGTH, 1);

/** A new contract; it starts as a draft, which `posted` or `active` posts at once. */
export const createContractInput = z.strictObject({ title, ...terms });
export type CreateContractInput = z.infer<typeof createContractInput>;

/** An edit; what it leaves out stays as it is. */
export const editContractInput = z.strictObject({ title: z.optional(title), ...terms, version });
export type EditContractInput = z.infer<typeof editContractInput>;

/** A move to another state; `note` is kept in the history. */
export const moveInput = z.strictObject({
  status: z.enum(CONTRACT_STATUSES),
  note: z.optional(z.nullable(text(NOTE_LENGTH))),
  updatedBy: ignoredIdentity,
  version,
});
export type MoveInput = z.infer<typeof moveInput>;

/** The body of PATCH /api/contracts/{id}/post, which may be left out. */
export const postInput = z.strictObject({ postedBy: ignoredIdentity, version });
export type PostInput = z.infer<typeof postInput>;

export const CONTRACT_SHOWS = ["active", "drafts", "all_drafts"] as const;
export const CONTRACT_SORTS = ["newest", "deadline", "pay"] as const;

const cursor = z.optional(z.string().check(z.maxLength(200)));

/**
 * What the list is narrowed by. Without anything it is all that the reader sees, what was posted and their own drafts,
 * newest first; with a filter or an order but without `show` it is what was posted. Drafts are newest first in any case.
 */
export const contractListQuery = z.strictObject({
  show: z.optional(z.enum(CONTRACT_SHOWS)),
  /** Part of a title, place or poster's name. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH))),
  /** `available` for every state in which it can be taken. */
  status: z.optional(z.enum(["available", ...CONTRACT_STATUSES])),
  type: z.optional(z.enum(CONTRACT_TYPES)),
  serviceType: z.optional(z.enum(SERVICE_TYPES)),
  paymentType: z.optional(z.enum(PAYMENT_TYPES)),
  risk: z.optional(z.enum(RISK_LEVELS)),
  currency: z.optional(z.enum(CURRENCIES)),
  /** Part of a place's name. */
  location: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH))),
  /** `1` for what the reader can apply for. */
  open: z.optional(z.literal("1")),
  /** The reader's own work, posted or taken. */
  mine: z.optional(z.enum(["posted", "assigned"])),
  sort: z._default(z.enum(CONTRACT_SORTS), "newest"),
  limit: pageLimit,
  cursor,
});
export type ContractListQuery = z.infer<typeof contractListQuery>;

export const contractHistoryQuery = z.strictObject({ limit: pageLimit, cursor });
export type ContractHistoryQuery = z.infer<typeof contractHistoryQuery>;

/** The most that any figure of ContractCounts counts to: one more means "or more". */
export const COUNTED = 99;

/** Figures of the contracts page, GET /api/contracts/{orgId}/counts; each at most COUNTED + 1. */
export const contractCounts = z.object({
  /** All that were posted. */
  active: z.number(),
  /** The reader's own drafts. */
  drafts: z.number(),
  /** What the reader can apply for. */
  open: z.number(),
  /** The reader's own applications that wait for an answer. */
  applications: z.number(),
  /** Transfers that the reader has to send, and those to confirm. */
  owing: z.number(),
  owed: z.number(),
});
export type ContractCounts = z.infer<typeof contractCounts>;

/** A member who can be given a contract, GET /api/contracts/{orgId}/members. */
export const contractMember = z.extend(person, { memberId: z.number(), username: z.string() });
export type ContractMember = z.infer<typeof contractMember>;
/** Part of a name; without one those last seen. By name, 50 at most. */
export const contractMembersQuery = z.strictObject({
  q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_LENGTH))),
  /** The user with this id alone. */
  userId: z.optional(recordIdText),
});

/** What a user's closed contracts come to. */
export const closedContracts = z.object({
  count: z.number(),
  /** What the ledger of payouts holds for the user. */
  balances: z.record(z.enum(CURRENCIES), z.number()),
  /** When the first was closed, null without one. */
  firstAt: z.nullable(z.string()),
  /** When the tenth was closed, null with fewer. */
  tenthAt: z.nullable(z.string()),
});
export type ClosedContracts = z.infer<typeof closedContracts>;
