import * as z from "zod/mini";
import { BOT_FRAMEWORKS } from "../../../bot-gateway/protocol.ts";
import { choice, type Fields, optionalText, requiredText } from "../../lib/fields.schema.ts";
import { personName, text } from "../../lib/names.schema.ts";
import { copied, snowflake } from "../../lib/wire.schema.ts";

/** The settings of a bot that one call changes. */
export const botSettings = {
  name: { ...requiredText, input: personName(80), audit: { en: "Name", da: "Navn" } },
  description: {
    ...optionalText,
    input: z.nullable(text(500)),
    audit: { en: "Description", da: "Beskrivelse" },
  },
  clientId: {
    ...optionalText,
    input: z.nullable(z.union([z.literal(""), snowflake])),
    audit: { en: "Client id", da: "Klient-id" },
  },
} as const satisfies Fields;

export const inviteUrl = z.string().check(copied, z.url({ protocol: /^https?$/ }), z.maxLength(500));

/** The fields of a new bot's form, besides the token and whether it is the CRM bot. */
export const botFields = {
  ...botSettings,
  framework: { ...choice(BOT_FRAMEWORKS), blank: "discord.js", noDefault: true },
  inviteUrl: {
    ...optionalText,
    input: z.nullable(z.union([z.literal(""), inviteUrl])),
    audit: { en: "Invite link", da: "Invitationslink" },
  },
} as const satisfies Fields;
