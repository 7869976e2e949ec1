import * as z from "zod/mini";
import { type Fields, fieldNames, optionalText, requiredText } from "../../lib/fields.schema.ts";
import { line, personName } from "../../lib/names.schema.ts";
import { copied, snowflake } from "../../lib/wire.schema.ts";

/**
 * The facts of a prospect that users correct. An empty game tag becomes the name. Facts without a name in the audit log are
 * deleted with the person's data: neither the log nor a history has their values.
 */
export const prospectFacts = {
  displayName: { ...requiredText, input: personName(64), audit: { en: "Name", da: "Navn" } },
  username: { ...requiredText, input: personName(64, 0), audit: { en: "Game tag", da: "Spillernavn" } },
  email: {
    ...optionalText,
    input: z.nullable(z.union([z.literal(""), z.string().check(copied, z.email(), z.maxLength(254))])),
  },
  discordId: { ...optionalText, input: z.nullable(z.union([z.literal(""), snowflake])) },
  starCitizenId: { ...optionalText, input: z.nullable(z.pipe(z.string().check(copied), line(60))) },
  referralSource: {
    ...optionalText,
    input: z.nullable(line(120)),
    withheld: "It can name the member by whose link you came.",
    audit: { en: "Referral", da: "Henvist af" },
  },
} as const satisfies Fields;
export const CORRECTABLE = fieldNames(prospectFacts);
export type Correctable = (typeof CORRECTABLE)[number];
