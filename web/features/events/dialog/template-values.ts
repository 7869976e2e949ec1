import { templateFields } from "../../../../worker/features/events/events.fields.ts";
import type { Slot } from "../../../../worker/features/events/events.schema.ts";
import type { TemplateTerms } from "../../../../worker/features/events/templates/templates.schema.ts";
import type { Fields } from "../../../../worker/lib/fields.schema.ts";
import { formValues } from "../../../lib/form-fields.ts";
import { isTime } from "../../../lib/time-input.ts";
import {
  commonOf,
  type EventValues,
  endOf,
  plainFields,
  type SlotValues,
  slotsOf,
  slotValues,
} from "./form-values.ts";

/** The values with what a template says; day, organizer and repeating stay. */
export function withTemplate(values: EventValues, terms: TemplateTerms): EventValues {
  const { time = values.startsAt.time, lengthMinutes, slots, closesMinutes } = terms;
  const given: Fields = Object.fromEntries(
    Object.entries(plainFields).filter(([name]) => terms[name as keyof TemplateTerms] !== undefined),
  );
  return {
    ...values,
    ...formValues(given, terms),
    startsAt: { ...values.startsAt, time },
    ...(lengthMinutes === undefined || !isTime(time) ? {} : { lengthMinutes: endOf(time, lengthMinutes) }),
    ...(slots ? { slots: slotValues(slots) } : {}),
    ...(closesMinutes === undefined ? {} : { closesMinutes: String(closesMinutes) }),
  };
}

/** The slots of a template: those that have a name, without a ship that is not chosen yet. */
const finishedSlots = (slots: readonly SlotValues[]): Slot[] =>
  slotsOf(slots).flatMap(({ need, ...slot }): Slot[] => {
    if (slot.name.trim() === "") return [];
    if (need?.kind !== "ship") return [{ ...slot, need }];
    const { kind, shipId } = need;
    return [{ ...slot, need: shipId === null ? null : { kind, shipId } }];
  });

/** What a template keeps of a form; what cannot be read is left out. */
export function termsOf(values: EventValues): TemplateTerms {
  const { title, ...common } = commonOf(values);
  const kept = Object.entries(common).filter(
    ([name, value]) => (name in templateFields || name === "lengthMinutes") && !Number.isNaN(value),
  );
  const { time } = values.startsAt;
  return {
    ...Object.fromEntries(kept),
    slots: finishedSlots(values.slots),
    ...(title ? { title } : {}),
    ...(isTime(time) ? { time } : {}),
  };
}
