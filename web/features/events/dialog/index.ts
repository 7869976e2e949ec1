import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { mirrorTexts } from "../../mirrors/texts.ts";
import { shipsTexts } from "../../ships/texts.ts";
import { eventFormTexts } from "./texts.ts";

/**
 * Plans an event, like `copyOf` where that is given, or edits one. Where `onSaved` is given, it is called instead of
 * `onClose` once the event is saved.
 */
export const EventDialog = lazyDialog(
  () => import("./event-dialog.tsx"),
  [eventFormTexts, mirrorTexts, shipsTexts],
);
/** Cancels an event, or this and the following dates of its series, with a reason. */
export const CancelEventDialog = lazyDialog(
  () => import("./cancel-event-dialog.tsx"),
  [eventFormTexts, shipsTexts],
);
