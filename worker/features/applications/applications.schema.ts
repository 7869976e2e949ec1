import * as z from "zod/mini";
import { line, personName, text } from "../../lib/names.schema.ts";
import { copied, pageLimit, recordId, recordIdText, version } from "../../lib/wire.schema.ts";
import { person } from "../contracts/contracts.schema.ts";
import { type Answers, type AnswerValue, answers, formContent, question } from "../forms/forms.schema.ts";

const APPLICATION_STATUSES = ["pending", "accepted", "declined", "withdrawn"] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** The subject of an application: a contract, or membership in the security team. */
export const APPLICATION_KINDS = ["contract", "security"] as const;
export type ApplicationKind = (typeof APPLICATION_KINDS)[number];

export const application = z.object({
  id: z.number(),
  organizationId: z.number(),
  kind: z.enum(APPLICATION_KINDS),
  /** Null for the security team. */
  contractId: z.nullable(z.number()),
  contractTitle: z.nullable(z.string()),
  /** The whole pay of the contract, its currency and its deadline; null where its title is. */
  contractPay: z.nullable(z.number()),
  contractCurrency: z.nullable(z.string()),
  contractDeadline: z.nullable(z.string()),
  applicant: person,
  /** First and last name, joined by a space. */
  applicantName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  applicantDiscord: z.string(),
  discordUsername: z.string(),
  timezone: z.string(),
  rsiHandle: z.nullable(z.string()),
  /** Whether RSI verified this handle for the applicant. */
  isHandleVerified: z.boolean(),
  experience: z.string(),
  shipType: z.string(),
  availability: z.string(),
  backgroundCheck: z.boolean(),
  references: z.nullable(z.string()),
  additionalNotes: z.nullable(z.string()),
  /** The questions that the organization added, as they were asked, and their answers. */
  added: z.array(z.object({ question, answer: z.custom<AnswerValue>() })),
  status: z.enum(APPLICATION_STATUSES),
  /** Message to the applicant from the user who decided. */
  message: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type Application = z.infer<typeof application>;

export const LINE_LENGTH = 80;
export const AVAILABILITY_LENGTH = 200;
export const HANDLE_LENGTH = 60;
export const REFERENCES_LENGTH = 1_000;
export const EXPERIENCE_LENGTH = 2_000;
export const NOTES_LENGTH = 2_000;
export const MESSAGE_LENGTH = 500;
/** Days after which the answers of a declined application are deleted. */
export const PURGE_DAYS = 90;

const name = personName(LINE_LENGTH);
const short = line(LINE_LENGTH, 1);
const optional = (length: number) => z.optional(z.nullable(text(length)));

/** The answers to the questions of the specification. */
const fields = z.strictObject({
  experience: text(EXPERIENCE_LENGTH, 1),
  shipType: short,
  availability: text(AVAILABILITY_LENGTH, 1),
  firstName: name,
  lastName: name,
  discordUsername: name,
  timezone: short,
  rsiHandle: z.optional(z.nullable(z.pipe(z.string().check(copied), line(HANDLE_LENGTH)))),
  backgroundCheck: z.boolean(),
  references: optional(REFERENCES_LENGTH),
  additionalNotes: optional(NOTES_LENGTH),
});
export type ApplicationFields = z.infer<typeof fields>;

/** A new application. `applicantName` and `applicantDiscord` come from older clients and are ignored. */
export const applyInput = z.strictObject({
  contractId: z.optional(z.nullable(recordId)),
  organizationId: z.optional(recordId),
  applicantName: optional(2 * LINE_LENGTH + 1),
  applicantDiscord: optional(LINE_LENGTH),
  ...fields.shape,
  /** The version of the form whose added questions are answered; clients that know of none answer those of the specification. */
  formNumber: z.optional(z.nullable(z.int().check(z.positive()))),
  answers: z.optional(answers),
  /** Declares that all answers are accurate. */
  termsAccepted: z.literal(true, "terms"),
});
export type ApplyInput = z.infer<typeof applyInput>;

export const decideInput = z.strictObject({ message: optional(MESSAGE_LENGTH), version });
export type DecideInput = z.infer<typeof decideInput>;
export const withdrawInput = z.strictObject({ version });
export type WithdrawInput = z.infer<typeof withdrawInput>;

/** Filters of the list: a contract that the reader decides on, or the reader's own applications. */
export const applicationListQuery = z.strictObject({
  contractId: z.optional(recordIdText),
  of: z.optional(z.literal("me")),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type ApplicationListQuery = z.infer<typeof applicationListQuery>;

/** What the application is for, which says what is asked. */
export const profileQuery = z.strictObject({ kind: z._default(z.enum(APPLICATION_KINDS), "contract") });
export type ProfileQuery = z.infer<typeof profileQuery>;

/** The organization's data on the caller, GET /api/contract-applications/{orgId}/profile. */
export const applicantProfile = z.object({
  displayName: z.string(),
  discordUsername: z.nullable(z.string()),
  rsiHandle: z.nullable(z.string()),
  isHandleVerified: z.boolean(),
  /** Names of the ships in the caller's hangar, at most 100. */
  ships: z.array(z.string()),
  /** What is asked; number null while these are the questions of the specification alone. */
  form: z.object({ number: z.nullable(z.number()), content: formContent }),
  /** The answers of the caller's newest application of any kind; null before the first. */
  last: z.nullable(
    z.extend(
      z.pick(application, {
        ...{ experience: true, shipType: true, availability: true, firstName: true, lastName: true },
        ...{ discordUsername: true, timezone: true, rsiHandle: true, backgroundCheck: true },
        ...{ references: true, additionalNotes: true },
      }),
      { answers: z.nullable(z.custom<Answers>()) },
    ),
  ),
});
export type ApplicantProfile = z.infer<typeof applicantProfile>;
