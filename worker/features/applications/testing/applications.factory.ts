import { at, insert } from "../../../testing/database.ts";
import type { Caller } from "../../../testing/world.ts";
import { contract } from "../../contracts/testing/contracts.factory.ts";

const FORM = {
  experience: "Two years of hauling",
  shipType: "C2 Hercules",
  availability: "Weekday evenings",
  firstName: "Vega",
  lastName: "Rook",
  discordUsername: "vega.rook",
  timezone: "Europe/Copenhagen",
};

/** The body that the wizard sends. */
export const payload = (contractId: number | null, values: Record<string, unknown> = {}) => ({
  contractId,
  organizationId: 1,
  applicantName: "Vega Rook",
  applicantDiscord: "vega.rook",
  ...FORM,
  rsiHandle: "VegaRook",
  backgroundCheck: true,
  references: "Ada knows me",
  termsAccepted: true,
  additionalNotes: "I bring snacks",
  ...values,
});

/** Inserts an available contract that a member of organization 1 posted; returns its id. */
export const postedBy = ({ memberId, userId }: Caller, values: Record<string, unknown> = {}) =>
  contract({
    status: "posted",
    posted_at: at(),
    posted_by: memberId,
    posted_by_user: userId,
    created_by: memberId,
    amount: 1000,
    pay: 1000,
    ...values,
  });

/** Inserts an application of a user for a contract of organization 1, or with null for the security team; returns its id. */
export const application = (
  { userId }: Caller,
  contractId: number | null,
  values: Record<string, unknown> = {},
): Promise<number> =>
  insert("contract_applications", {
    organization_id: 1,
    kind: contractId === null ? "security" : "contract",
    contract_id: contractId,
    user_id: userId,
    first_name: FORM.firstName,
    last_name: FORM.lastName,
    discord_username: FORM.discordUsername,
    timezone: FORM.timezone,
    experience: FORM.experience,
    ship_type: FORM.shipType,
    availability: FORM.availability,
    background_check: 1,
    created_at: at(),
    updated_at: at(),
    ...values,
  });
