import type { Event } from "../../../worker/features/events/events.schema.ts";
import { stateOf } from "../../../worker/features/events/state.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { Badge } from "../../ui/badge.tsx";
import { CheckIcon } from "../../ui/icons.tsx";

/** The reader's standing in an event, or that it is cancelled; nothing without an answer of theirs. */
export function Standing({ event }: { event: Event }) {
  const t = useT();
  const state = stateOf(event);
  if (state === "open" || state === "over") return null;
  if (state === "going")
    return (
      <Badge tone="go" dot={false}>
        <CheckIcon size={12} strokeWidth={2.5} />
        {t("events.going")}
      </Badge>
    );
  if (state === "waiting")
    return <Badge tone="wait">{t("events.you_are_number", { number: event.own?.number ?? 0 })}</Badge>;
  return <Badge tone={state === "cancelled" ? "stop" : "idle"}>{t(`events.${state}`)}</Badge>;
}
