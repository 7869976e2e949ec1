import { lazyDialog } from "../../../ui/lazy-dialog.tsx";

/**
 * Plans an event, like `copyOf` where that is given, or edits one. Where `onSaved` is given, it is called instead of
 * `onClose` once the event is saved.
 */
export const EventDialog = lazyDialog(
  () => import("./event-dialog.tsx"),
  (language) => [
    import(`../event-form.${language}.json`),
    import(`../events.${language}.json`),
    import(`../../mirrors/mirrors.${language}.json`),
    import(`../../ships/ships.${language}.json`),
  ],
);
/** Cancels an event, or this and the following dates of its series, with a reason. */
export const CancelEventDialog = lazyDialog(
  () => import("./cancel-event-dialog.tsx"),
  (language) => [
    import(`../event-form.${language}.json`),
    import(`../events.${language}.json`),
    import(`../../ships/ships.${language}.json`),
  ],
);
