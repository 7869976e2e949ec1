import * as z from "zod/mini";
import {
  type ApplicantProfile,
  applyInput,
  assessmentStep,
  confirmationStep,
  personalStep,
  securityStep,
} from "../../../../worker/features/contracts/applications/applications.schema.ts";
import { createDrafts } from "../../../lib/drafts.ts";
import { attempt } from "../../../lib/storage.ts";

const text = z.string();
const shape = z.object({
  ...{ experience: text, shipType: text, availability: text },
  ...{ firstName: text, lastName: text, discordUsername: text, timezone: text },
  ...{ rsiHandle: text, backgroundCheck: z.boolean(), references: text },
  additionalNotes: text,
  termsAccepted: z.boolean(),
});

/** What the wizard holds. */
export type Values = z.infer<typeof shape>;
export type FieldName = keyof Values;

type Step = { key: "assessment" | "personal" | "security" | "confirmation" | "send"; schema: z.ZodMiniType };

/** The five steps, each with the schema that its fields are checked by before the next one. */
export const STEPS: readonly [Step, ...Step[]] = [
  { key: "assessment", schema: assessmentStep },
  { key: "personal", schema: personalStep },
  { key: "security", schema: securityStep },
  { key: "confirmation", schema: confirmationStep },
  { key: "send", schema: applyInput },
];

const keys = (schema: { shape: object }) => Object.keys(schema.shape) as FieldName[];

/** The fields of each step but the last. */
export const FIELDS: readonly (readonly FieldName[])[] = [
  keys(assessmentStep),
  keys(personalStep),
  keys(securityStep),
  keys(confirmationStep),
];

/** The values of some fields. */
export const pick = (values: Values, fields: readonly FieldName[] = []): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** All that is sent; without a contract it is for the security team. */
export const payloadOf = (values: Values, contract: { id: number } | null, organizationId: number) => ({
  ...values,
  contractId: contract?.id ?? null,
  organizationId,
  applicantName: `${values.firstName.trim()} ${values.lastName.trim()}`,
  applicantDiscord: values.discordUsername,
});

/** The step that asks for a field; the last for one that none asks for. */
export function stepOf(field: string): number {
  const found = FIELDS.findIndex((fields) => fields.some((each) => each === field));
  return found === -1 ? STEPS.length - 1 : found;
}

/** What the wizard begins with, filled in from what is known of the applicant. */
export const beginning = (profile: ApplicantProfile | undefined): Values => ({
  ...{ experience: "", shipType: "", availability: "" },
  ...{ firstName: "", lastName: "", discordUsername: profile?.discordUsername ?? "" },
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  rsiHandle: profile?.rsiHandle ?? "",
  ...{ backgroundCheck: false, references: "", additionalNotes: "", termsAccepted: false },
});

/** Whether a handle is the one that RSI verified for the applicant. */
export const isVerified = (handle: string, profile: ApplicantProfile | undefined): boolean =>
  profile?.isHandleVerified === true && handle.trim().toLowerCase() === profile.rsiHandle?.toLowerCase();

/** Applications that are not sent yet, as JSON, by user and contract; 0 for the security team. */
const stored = createDrafts("application", z.object({ text: z.string(), version: z.number() }));
const content = z.object({ values: shape, step: z.number() });

/** The application that a user began in this browser. */
export function readDraft(userId: number, id: number): { values: Values; step: number } | null {
  const draft = stored.read(userId, id);
  return draft && attempt(() => content.parse(JSON.parse(draft.text)), null);
}

/** Keeps an application until it is sent; false when the browser stores nothing. The oath is taken anew each time. */
export function keepDraft(userId: number, id: number, values: Values, step: number): boolean {
  const text = JSON.stringify({ values: { ...values, termsAccepted: false }, step });
  return stored.keep(userId, id, { text, version: 0 });
}

/** Forgets it. */
export const dropDraft = (userId: number, id: number): void => stored.drop(userId, id);
