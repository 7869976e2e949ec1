import type { Event } from "../../../../worker/features/events/events.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps } from "../../../ui/conflict-panel.tsx";
import { FORM_ORDER } from "./changes.ts";
import { useNames } from "./what-changes.tsx";
import { slotText, valueText } from "./words.ts";

/** The fields that events have; they name their organizer. */
const FIELDS = [...FORM_ORDER.filter((name) => name !== "organizerId"), "status" as const];
type Field = (typeof FIELDS)[number];

/** What the reader and another user have changed of an event. */
export function EventConflict(props: ConflictProps<Event>) {
  const t = useT();
  const format = useFormat();
  const names = useNames([]);
  const textOf = (field: Field, value: Event[Field]): string => {
    if (field === "startsAt" || field === "endsAt") return format.dateTime(String(value));
    if (field === "status") return t(`event_form.status.${value as Event["status"]}`);
    if (field === "slots")
      return (
        (value as Event["slots"])
          .map((slot) => slotText(t, { ...slot, ship: slot.ship ?? "" }, names.shipName))
          .join("\n") || "–"
      );
    return valueText(field, value, names);
  };
  const labels = FIELDS.map((field) => [field, t(`events.field.${field}`)]);
  return (
    <ConflictPanel<Event, Field>
      {...props}
      name={props.base.title}
      labels={Object.fromEntries(labels) as Record<Field, string>}
      textOf={textOf}
      blocked={props.current.can.update ? null : t("event_form.no_longer")}
    />
  );
}
