import type { Event } from "../../../../worker/features/events/events.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { ConflictPanel, type ConflictProps } from "../../../ui/conflict-panel.tsx";
import { useNames } from "./what-changes.tsx";
import { closesText, slotText } from "./words.ts";
import { cityOf } from "./zoned.ts";

const FIELDS = [
  ...(["title", "type", "description", "location", "startsAt", "endsAt", "timeZone", "slots"] as const),
  ...(["maxAttendees", "hasWaitingList", "closesMinutes", "audience", "status"] as const),
] as const;
type Field = (typeof FIELDS)[number];

/** What the reader and another user have changed of an event. */
export function EventConflict(props: ConflictProps<Event>) {
  const t = useT();
  const format = useFormat();
  const names = useNames([]);
  const textOf = (field: Field, value: Event[Field]): string => {
    if (field === "maxAttendees") return value === null ? t("event_form.no_limit") : String(value);
    if (field === "closesMinutes") return closesText(t, Number(value));
    if (field === "hasWaitingList") return t(value ? "event_form.yes" : "event_form.no");
    if (field === "startsAt" || field === "endsAt") return format.dateTime(String(value));
    if (field === "timeZone") return cityOf(String(value));
    if (field === "type") return t(`event_form.type.${value as Event["type"]}`);
    if (field === "status") return t(`event_form.status.${value as Event["status"]}`);
    if (field === "audience")
      return (value as Event["audience"])?.map(names.roleName).join(", ") ?? t("event_form.everybody");
    if (field === "slots")
      return (
        (value as Event["slots"])
          .map((slot) => slotText(t, { ...slot, ship: slot.ship ?? "" }, names.shipName))
          .join("\n") || "–"
      );
    return String(value) || "–";
  };
  const labels = FIELDS.map((field) => [field, t(`event_form.field.${field}`)]);
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
