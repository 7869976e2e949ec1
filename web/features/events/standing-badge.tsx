import type { Event } from "../../../worker/features/events/events.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Badge } from "../../ui/badge.tsx";
import { CheckIcon } from "../../ui/icons.tsx";
import { standingOf } from "./standing.ts";

/** How the reader stands to an event, or that it is cancelled; nothing where they have not answered. */
export function Standing({ event, isWhole = false }: { event: Event; isWhole?: boolean }) {
  const t = useT();
  const { status, own } = event;
  const standing = standingOf(event);
  if (status === "cancelled") return <Badge tone="stop">{t("events.status.cancelled")}</Badge>;
  if (status === "completed")
    return standing === "going" ? <Badge tone="idle">{t("events.was_going")}</Badge> : null;
  if (standing === "going")
    return (
      <Badge tone="go" dot={false}>
        <CheckIcon size={12} strokeWidth={2.5} />
        {t(isWhole ? "events.you_are_going" : "events.going")}
      </Badge>
    );
  if (standing === "waiting")
    return <Badge tone="wait">{t("events.you_are_number", { number: own?.number ?? 1 })}</Badge>;
  return standing ? <Badge tone="idle">{t(`events.${standing}`)}</Badge> : null;
}
