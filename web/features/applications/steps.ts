import * as z from "zod/mini";
import type { ApplicantProfile } from "../../../worker/features/applications/applications.schema.ts";
import { answersOf, fieldsOf } from "../../../worker/features/applications/wizard.schema.ts";
import {
  type Answers,
  type AnswerValue,
  checkAnswers,
  type FormContent,
} from "../../../worker/features/forms/forms.schema.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { withoutTags } from "../../lib/format.ts";

/** The step that shows the confirmation and sends: the fourth and the fifth are one look. */
export const LAST = 3;

/** The input of the call; without a contract it is for the security team. */
export function payloadOf(
  all: Answers,
  {
    contractId,
    organizationId,
    formNumber,
  }: Record<"contractId" | "formNumber", number | null> & { organizationId: number },
) {
  const { fields, answers } = fieldsOf(all);
  const { rsiHandle, references, additionalNotes } = fields;
  return {
    ...fields,
    rsiHandle: rsiHandle || null,
    references: references || null,
    additionalNotes: additionalNotes || null,
    contractId,
    organizationId,
    applicantName: `${fields.firstName.trim()} ${fields.lastName.trim()}`,
    applicantDiscord: fields.discordUsername,
    ...(formNumber && { formNumber, answers }),
    termsAccepted: true,
  };
}

/** The step that shows a question; the last one for a question of none. */
export function stepOf({ sections }: FormContent, id: string): number {
  const found = sections.findIndex(({ questions }) => questions.some((question) => question.id === id));
  return found < 0 ? LAST : Math.min(found, LAST);
}

/** What is wrong with the answers of each step, by question; what lacks, too. */
export function issuesOf(content: FormContent, answers: Answers) {
  const issues = Object.entries(checkAnswers(content, answers, { complete: true }));
  return Array.from({ length: LAST + 1 }, (_, step) =>
    Object.fromEntries(issues.filter(([id]) => stepOf(content, id) === step)),
  );
}

/** The first and the last name in a display name, which may begin with the tag of a clan: "[CC] Vega Rook". */
function namesIn(displayName: string) {
  const [firstName = "", ...rest] = withoutTags(displayName).split(" ");
  return { firstName, lastName: rest.join(" ") };
}

/** The first answers: those of the user's last application except what changes with each, and facts of their account. */
export function beginning(profile: ApplicantProfile | undefined): Answers {
  const { last, discordUsername, rsiHandle } = profile ?? {};
  return {
    ...answersOf({
      backgroundCheck: false,
      ...namesIn(profile?.displayName ?? ""),
      ...last,
      availability: "",
      additionalNotes: null,
      discordUsername: discordUsername ?? last?.discordUsername ?? "",
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      rsiHandle: rsiHandle ?? last?.rsiHandle ?? null,
    }),
    ...last?.answers,
  };
}

/**
 * The step after another. A user who has applied before skips to the confirmation of their earlier answers, unless a step
 * between asks what they have not answered.
 */
export function stepAfter(
  step: number,
  { isRepeated, issues }: { isRepeated: boolean; issues: ReturnType<typeof issuesOf> },
): number {
  if (step > 0 || !isRepeated) return step + 1;
  const asks = issues.findIndex((found, at) => at > step && Object.keys(found).length > 0);
  return asks < 0 ? LAST : asks;
}

const fieldsShape = z.partial(
  z.object({
    ...{ experience: z.string(), shipType: z.string(), availability: z.string(), firstName: z.string() },
    ...{ lastName: z.string(), discordUsername: z.string(), timezone: z.string(), rsiHandle: z.string() },
    ...{ backgroundCheck: z.boolean(), references: z.string(), additionalNotes: z.string() },
  }),
);

/** Applications that are not sent yet, by user and contract; 0 for the security team. `values` are of earlier releases. */
const drafts = createContentDrafts(
  "application",
  z.object({
    answers: z.optional(z.record(z.string(), z.custom<AnswerValue>())),
    values: z.optional(fieldsShape),
    step: z.number(),
  }),
);

export function readDraft(userId: number, id: number): { answers: Answers; step: number } | null {
  const kept = drafts.read(userId, id);
  return kept && { answers: kept.answers ?? answersOf({ ...kept.values }), step: Math.min(kept.step, LAST) };
}

/** Keeps an application until it is sent; false when the browser stores nothing. The oath is taken anew each time. */
export const keepDraft = (userId: number, id: number, answers: Answers, step: number): boolean =>
  drafts.keep(userId, id, { answers, step });

export const dropDraft = (userId: number, id: number) => drafts.keep(userId, id, null);
