import * as z from "zod/mini";
import { inputsOf } from "../../../lib/fields.schema.ts";
import { line } from "../../../lib/names.schema.ts";
import { recordId, version } from "../../../lib/wire.schema.ts";
import { templateFields } from "../events.fields.ts";
import { lengthMinutes } from "../events.schema.ts";

export const TEMPLATE_NAME_LENGTH = 60;
/** Templates of an organization. */
export const MOST_TEMPLATES = 30;

/** The initial values of an event's form: all but dates and organizer. */
export const templateTerms = z.strictObject({
  ...inputsOf(templateFields),
  lengthMinutes: z.optional(lengthMinutes),
  /** When it begins, in its time zone, as `20:30`. */
  time: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))),
});
export type TemplateTerms = z.infer<typeof templateTerms>;

/** A template, GET /api/event-templates/{orgId}. */
export const eventTemplate = z.object({
  id: z.number(),
  organizationId: z.number(),
  name: z.string(),
  terms: templateTerms,
  /** User id of the first author; null where that was no user. */
  createdBy: z.nullable(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
});
export type EventTemplate = z.infer<typeof eventTemplate>;

const name = line(TEMPLATE_NAME_LENGTH, 1);

export const createTemplateInput = z.strictObject({
  organizationId: z.optional(recordId),
  name,
  terms: templateTerms,
});
export type CreateTemplateInput = z.infer<typeof createTemplateInput>;

/** Renames a template, or replaces all its terms. */
export const editTemplateInput = z.strictObject({
  name: z.optional(name),
  terms: z.optional(templateTerms),
  version,
});
export type EditTemplateInput = z.infer<typeof editTemplateInput>;
