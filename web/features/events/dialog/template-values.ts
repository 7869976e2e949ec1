import type { Slot } from "../../../../worker/features/events/events.schema.ts";
import type { TemplateTerms } from "../../../../worker/features/events/templates/templates.schema.ts";
import { held } from "../../../lib/number.ts";
import { isTime } from "../../../lib/time-input.ts";
import { commonOf, type EventValues, endOf, type SlotValues, slotsOf, slotValues } from "./form-values.ts";

/** The values with what a template says; day, organizer and repeating stay. */
export function withTemplate(values: EventValues, terms: TemplateTerms): EventValues {
  const { time = values.startsAt.time, lengthMinutes, slots, maxAttendees, closesMinutes, ...plain } = terms;
  const said = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  return {
    ...values,
    ...said,
    startsAt: { ...values.startsAt, time },
    ...(lengthMinutes === undefined || !isTime(time) ? {} : { lengthMinutes: endOf(time, lengthMinutes) }),
    ...(slots ? { slots: slotValues(slots) } : {}),
    ...(maxAttendees === undefined ? {} : { maxAttendees: held(maxAttendees) }),
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
  const {
    startsAt: _,
    organizerId: __,
    lengthMinutes,
    maxAttendees,
    title,
    slots: ___,
    isMirrored: ____,
    ...terms
  } = commonOf(values);
  const { time } = values.startsAt;
  return {
    ...terms,
    slots: finishedSlots(values.slots),
    ...(title ? { title } : {}),
    ...(Number.isNaN(lengthMinutes) ? {} : { lengthMinutes }),
    ...(Number.isNaN(maxAttendees) ? {} : { maxAttendees }),
    ...(isTime(time) ? { time } : {}),
  };
}
