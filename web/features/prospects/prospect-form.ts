import type * as z from "zod/mini";
import type { createProspectInput } from "../../../worker/features/prospects/prospects.schema.ts";

/** What the call for a new prospect takes. */
export type NewProspect = z.input<typeof createProspectInput>;

/** What the form for a new prospect holds: text, and the assignee's id as text. */
export const EMPTY_FORM = {
  displayName: "",
  username: "",
  email: "",
  discordId: "",
  starCitizenId: "",
  referralSource: "",
  notes: "",
  assignedTo: "",
  deadline: "",
};
export type ProspectForm = typeof EMPTY_FORM;

/** The form as the call takes it: trimmed, and what was left empty is not sent. The name is always sent. */
export function toInput(form: ProspectForm): NewProspect {
  const { assignedTo, ...texts } = form;
  const filled = Object.entries(texts)
    .map(([field, value]): [string, string] => [field, value.trim()])
    .filter(([, value]) => value !== "");
  return {
    displayName: "",
    ...Object.fromEntries(filled),
    ...(assignedTo ? { assignedTo: Number(assignedTo) } : {}),
  };
}

/** Whether a field of the form goes by that name, as the server names it in an answer. */
export function isFormField(name: string): name is keyof ProspectForm {
  return Object.hasOwn(EMPTY_FORM, name);
}
