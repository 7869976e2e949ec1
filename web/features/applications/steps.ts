import * as z from "zod/mini";
import {
  type ApplicantProfile,
  applyInput,
  assessmentStep,
  confirmationStep,
  personalStep,
  securityStep,
} from "../../../worker/features/applications/applications.schema.ts";
import { createContentDrafts } from "../../lib/drafts.ts";
import { withoutTags } from "../../lib/format.ts";

const text = z.string();
const shape = z.object({
  ...{ experience: text, shipType: text, availability: text },
  ...{ firstName: text, lastName: text, discordUsername: text, timezone: text },
  ...{ rsiHandle: text, backgroundCheck: z.boolean(), references: text },
  additionalNotes: text,
  termsAccepted: z.boolean(),
});

export type Values = z.infer<typeof shape>;
export type FieldName = keyof Values;

/** The five steps, the first four each with the schema of its fields. */
export const STEPS = [
  { key: "assessment", schema: assessmentStep },
  { key: "personal", schema: personalStep },
  { key: "security", schema: securityStep },
  { key: "confirmation", schema: confirmationStep },
  { key: "send", schema: applyInput },
] as const;

/** The fields of each step but the last. */
export const FIELDS = STEPS.slice(0, -1).map(({ schema }) => Object.keys(schema.shape) as FieldName[]);

/** The step that shows the confirmation and sends: the fourth and the fifth are one look. */
export const LAST = 3;

export const pick = (values: Values, fields: readonly FieldName[] = []): Partial<Values> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** The input of the call; without a contract it is for the security team. */
export const payloadOf = (values: Values, contract: { id: number } | null, organizationId: number) => ({
  ...values,
  contractId: contract?.id ?? null,
  organizationId,
  applicantName: `${values.firstName.trim()} ${values.lastName.trim()}`,
  applicantDiscord: values.discordUsername,
});

/** The step that shows a field; the last one for a field of none. */
export function stepOf(field: string): number {
  const found = FIELDS.findIndex((fields) => fields.includes(field as FieldName));
  return found === -1 ? LAST : found;
}

/** The first and the last name in a display name, which may begin with the tag of a clan: "[CC] Vega Rook". */
function namesIn(displayName: string) {
  const [firstName = "", ...rest] = withoutTags(displayName).split(" ");
  return { firstName, lastName: rest.join(" ") };
}

/**
 * Returns the first values: the answers of the user's last application except the availability, and facts of their account.
 */
export function beginning(profile: ApplicantProfile | undefined): Values {
  const { last, discordUsername, rsiHandle } = profile ?? {};
  return {
    ...{ experience: "", shipType: "", availability: "", backgroundCheck: false },
    ...namesIn(profile?.displayName ?? ""),
    ...last,
    availability: "",
    discordUsername: discordUsername ?? last?.discordUsername ?? "",
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    rsiHandle: rsiHandle ?? last?.rsiHandle ?? "",
    references: last?.references ?? "",
    additionalNotes: "",
    termsAccepted: false,
  };
}

/** Returns the step after another. A user who has applied before skips to the confirmation of their earlier answers. */
export const stepAfter = (step: number, profile: ApplicantProfile | undefined): number =>
  step === 0 && profile?.last ? LAST : step + 1;

/** Whether RSI verified this handle for the applicant. */
export const isVerified = (handle: string, profile: ApplicantProfile | undefined): boolean =>
  profile?.isHandleVerified === true && handle.trim().toLowerCase() === profile.rsiHandle?.toLowerCase();

/** Applications that are not sent yet, by user and contract; 0 for the security team. */
const drafts = createContentDrafts("application", z.object({ values: shape, step: z.number() }));

export const readDraft = drafts.read;

/** Keeps an application until it is sent; false when the browser stores nothing. The oath is taken anew each time. */
export const keepDraft = (userId: number, id: number, values: Values, step: number): boolean =>
  drafts.keep(userId, id, { values: { ...values, termsAccepted: false }, step });

export const dropDraft = (userId: number, id: number) => drafts.keep(userId, id, null);
