import * as z from "zod/mini";
import { line, text } from "../../lib/names.schema.ts";
import {
  copied,
  type Language,
  language,
  recordId,
  recordIdText,
  snowflake,
  version,
} from "../../lib/wire.schema.ts";
import { YEARS } from "../../lib/years.schema.ts";
import { type AnswerValue, answers, formContent } from "../forms/forms.schema.ts";
import { JOIN_CODE } from "../referrals/referrals.schema.ts";

export { type Answers, questionsOf } from "../forms/forms.schema.ts";

/** What became of an application. A draft is only its writer's. */
export const ADMISSION_STATUSES = ["draft", "sent", "withdrawn", "accepted", "declined"] as const;
export type AdmissionStatus = (typeof ADMISSION_STATUSES)[number];

/** The steps of a sent application, in their order; the pipeline decides which one it is at. */
export const STEPS = ["received", "read", "talk", "evening"] as const;
export type Step = (typeof STEPS)[number];

/** Reasons why an applicant cannot send now. */
export const HINDRANCES = ["closed", "blocked", "refused", "account_age", "server", "day_full"] as const;

/** Most characters of a message and of what a refused applicant reads, and most messages of either side of an application. */
export const MESSAGE_LENGTH = 2_000;
export const MESSAGES_MOST = 100;
/** Open applications of one account, and those sent from one network within an hour. */
export const OPEN_MOST = 3;
export const NETWORK_MOST = 10;

/** A version from 1 on; 0 for a draft that is not stored yet. */
const draftVersion = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));
export const joinCode = z.string().check(z.regex(JOIN_CODE));

export const draftInput = z.strictObject({
  answers,
  /** The version of the form that was filled in: that of the draft, or the newest. */
  formNumber: recordId,
  version: draftVersion,
});
export type DraftInput = z.infer<typeof draftInput>;

export const sendInput = z.strictObject({
  answers,
  version: draftVersion,
  by: z.exactOptional(z.nullable(joinCode)),
});
export type SendInput = z.infer<typeof sendInput>;

export const correctInput = z.strictObject({ answers, version: recordId });
export type CorrectInput = z.infer<typeof correctInput>;

export const withdrawInput = z.strictObject({ version: recordId });
export type WithdrawInput = z.infer<typeof withdrawInput>;

export const messageInput = z.strictObject({ text: text(MESSAGE_LENGTH, 1) });
export type MessageInput = z.infer<typeof messageInput>;

export const answerInput = z.extend(messageInput, {
  /** The newest message that the officer saw, 0 for none: it is refused where another officer has written since. */
  after: z.exactOptional(z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
});
export type AnswerInput = z.infer<typeof answerInput>;

/** What a corrected answer was when it was sent, and when it was corrected last; null where there was none. */
export const corrections = z.record(
  z.string(),
  z.object({ was: z.custom<AnswerValue | null>(), at: z.string() }),
);
export type Corrections = z.infer<typeof corrections>;

/** An application for those who may read it. */
export const admission = z.object({
  id: z.number(),
  status: z.enum(ADMISSION_STATUSES),
  formNumber: z.number(),
  answers: z.record(z.string(), z.custom<AnswerValue>()),
  corrections,
  sentAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** What a refused applicant is told; null for nothing. */
  words: z.nullable(z.string()),
  /** The first day on which a refused applicant may apply again, `YYYY-MM-DD`. */
  retryOn: z.nullable(z.string()),
  /** The day on which the answers and messages of a declined or withdrawn application are deleted, `YYYY-MM-DD`. */
  purgedOn: z.nullable(z.string()),
  /** Whether they are deleted. */
  isPurged: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
});
export type Admission = z.infer<typeof admission>;

export const message = z.object({
  id: z.number(),
  /** Whether the applicant wrote it. */
  isTheirs: z.boolean(),
  /** Null for a deleted user. */
  author: z.nullable(z.object({ name: z.string(), avatarUrl: z.nullable(z.string()) })),
  text: z.string(),
  createdAt: z.string(),
});
export type Message = z.infer<typeof message>;

const form = z.object({
  id: z.number(),
  /** The version that is shown: that of the application, else the newest. */
  number: z.number(),
  content: formContent,
  /** The newest version, where the draft is of an older one. */
  newNumber: z.nullable(z.number()),
});

/** What organizations say of themselves to everybody. */
const publicOrganization = z.object({ name: z.string(), invite: z.nullable(z.string()) });

/** The caller's own application, with all that their page shows: GET /api/admissions/own. */
export const ownAdmission = z.object({
  organization: publicOrganization,
  /** Null while the organization has no form. */
  form: z.nullable(form),
  /** The newest: a draft, a sent one, or what became of it. */
  admission: z.nullable(admission),
  /** Empty unless it was sent. `at` is when the step began, for the first and the present one. */
  steps: z.array(
    z.object({
      key: z.enum(STEPS),
      state: z.enum(["done", "now", "next"]),
      at: z.nullable(z.string()),
    }),
  ),
  messages: z.array(message),
  /** Who has it; null for nobody yet. */
  officer: z.nullable(z.object({ name: z.string(), avatarUrl: z.nullable(z.string()) })),
  /** The day by which an answer usually came, `YYYY-MM-DD`; null once there was one, and while fewer than ten were answered. */
  expectedBy: z.nullable(z.string()),
  /** What keeps the caller from sending now. `day` is from when it no longer does; null if time alone does not help. */
  unmet: z.array(z.object({ kind: z.enum(HINDRANCES), day: z.nullable(z.string()) })),
  /** Whether the caller is in the Discord server. */
  isInServer: z.boolean(),
  /** The caller's verified RSI handle. */
  verifiedHandle: z.nullable(z.string()),
  /** Days for which the answers of a declined or withdrawn application are kept. */
  purgeDays: z.number(),
  can: z.object({
    /** Save a draft, a first one or another after a decided one. */
    save: z.boolean(),
    send: z.boolean(),
    correct: z.boolean(),
    withdraw: z.boolean(),
    write: z.boolean(),
  }),
});
export type OwnAdmission = z.infer<typeof ownAdmission>;

/** The newest application of a prospect, for officers: GET /api/prospects/{id}/application. */
export const prospectApplication = z.object({
  admission: z.nullable(admission),
  /** The version of the form that it answers. */
  content: z.nullable(formContent),
  messages: z.array(message),
  /** Whether the handles that it names are verified as the applicant's. */
  verifiedHandle: z.nullable(z.string()),
  /** The language that the applicant reads, where they have chosen one. */
  language: z.nullable(language),
  /** Name of the officer who decided; null while nobody has. */
  decidedBy: z.nullable(z.string()),
  /** The prospect who waits longest for an answer after this one; null for nobody else, and for readers who write to nobody. */
  next: z.nullable(z.object({ id: z.number(), name: z.string() })),
  can: z.object({ write: z.boolean() }),
});
export type ProspectApplication = z.infer<typeof prospectApplication>;

/** GET /api/review-threads: by the application, or by the thread or message in Discord. */
export const reviewQuery = z.union([
  z.strictObject({ admission: recordIdText }),
  z.strictObject({ thread: snowflake }),
]);
export type ReviewQuery = z.infer<typeof reviewQuery>;

/** An application as its thread in Discord needs it. */
export const reviewed = z.object({
  admissionId: z.number(),
  prospectId: z.number(),
  name: z.string(),
  status: z.enum(ADMISSION_STATUSES),
  /** Who assigned, moved or decided last; null for nobody yet. */
  lastBy: z.nullable(z.string()),
});
export type Reviewed = z.infer<typeof reviewed>;

/** Whom an administrator keeps out: Discord accounts by their ids, RSI handles without regard to case. */
export const BLOCK_KINDS = ["discord", "handle"] as const;
export const BLOCKS_MOST = 500;
const handle = z.string().check(copied, z.regex(/^[\w-]{1,60}$/));
const isBlocked = z.boolean();
export const doorBlockInput = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("discord"), value: snowflake, isBlocked }),
  z.strictObject({ kind: z.literal("handle"), value: handle, isBlocked }),
]);
export type DoorBlockInput = z.infer<typeof doorBlockInput>;
export const doorBlock = z.object({
  kind: z.enum(BLOCK_KINDS),
  value: z.string(),
  /** Name of the administrator, as it was then. */
  by: z.string(),
  at: z.string(),
});
export type DoorBlock = z.infer<typeof doorBlock>;

/** Lengths of what applicants need, of the name of an answer to send, and the most of these. */
export const NEEDS_LENGTH = 600;
export const TEMPLATE_NAME_LENGTH = 60;
export const TEMPLATES_MOST = 30;

const isWithinYears = (day: string) => day >= `${YEARS.first}-01-01` && day <= `${YEARS.last}-12-31`;

export const doorInput = z.strictObject({
  isClosed: z.boolean(),
  /** The first day on which people are taken in again, `YYYY-MM-DD`. */
  closedUntil: z.nullable(z.iso.date().check(z.refine(isWithinYears, "years"))),
  needsEn: z._default(text(NEEDS_LENGTH), ""),
  needsDa: z._default(text(NEEDS_LENGTH), ""),
  version,
});
export type DoorInput = z.infer<typeof doorInput>;

export const door = z.object({
  isClosed: z.boolean(),
  closedUntil: z.nullable(z.string()),
  needsEn: z.string(),
  needsDa: z.string(),
  /** 0 if it was never changed. */
  version: z.number(),
});
export type Door = z.infer<typeof door>;

/** What applicants need, a line for each; in the other language where a language has none. */
export const needsIn = ({ needsEn, needsDa }: Pick<Door, "needsEn" | "needsDa">, to: Language): string[] =>
  ((to === "da" ? needsDa || needsEn : needsEn || needsDa) ?? "")
    .split("\n")
    .map((each) => each.trim())
    .filter(Boolean);

const templateFields = {
  name: line(TEMPLATE_NAME_LENGTH, 1),
  textEn: z._default(text(MESSAGE_LENGTH), ""),
  textDa: z._default(text(MESSAGE_LENGTH), ""),
};
const hasText = z.refine<{ textEn: string; textDa: string }>(
  ({ textEn, textDa }) => textEn !== "" || textDa !== "",
  { path: ["textEn"], error: "template_text" },
);
export const addTemplateInput = z.strictObject(templateFields).check(hasText);
export type AddTemplateInput = z.infer<typeof addTemplateInput>;
export const changeTemplateInput = z.strictObject({ ...templateFields, version }).check(hasText);
export type ChangeTemplateInput = z.infer<typeof changeTemplateInput>;

/** An answer that officers send to many. */
export const answerTemplate = z.object({
  id: z.number(),
  name: z.string(),
  textEn: z.string(),
  textDa: z.string(),
  version: z.number(),
  updatedAt: z.string(),
});
export type AnswerTemplate = z.infer<typeof answerTemplate>;

/** What stands in an answer to send for the applicant's name. */
export const NAME_PLACE = "{name}";

/** An answer to send, with the applicant's name in its place, in their language or else in the one that it has. */
export function filledTemplate(
  { textEn, textDa }: Pick<AnswerTemplate, "textEn" | "textDa">,
  { name, language }: { name: string; language: Language },
): string {
  const text = language === "da" ? textDa || textEn : textEn || textDa;
  return text.replaceAll(NAME_PLACE, () => name);
}
