import type { ComponentType } from "react";
import type { Event, EventDetails } from "../../../worker/features/events/events.schema.ts";

type Forms = {
  /** Plans an event, also as a copy of another, or changes one. */
  EventDialog: ComponentType<{
    event: EventDetails | null;
    copyOf?: EventDetails;
    onClose: () => void;
    onSaved?: (event: Event) => void;
  }>;
  CancelEventDialog: ComponentType<{ event: EventDetails; onClose: () => void }>;
};

/** The dialogs of the form; without them nothing that would open one is shown. */
export const forms = null as Forms | null;
