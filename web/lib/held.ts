import { type Failure, tellFailure } from "./failure.ts";
import { translate } from "./i18n/i18n.ts";
import { endHeld, type Message, toast } from "./toast.ts";

/** Milliseconds in which an act can be undone. */
export const UNDO_SHOWN = 10_000;

const UNDONE = Symbol("undone");

globalThis.addEventListener?.("pagehide", () => void endHeld());
globalThis.document?.addEventListener?.("visibilitychange", () => {
  // A browser may end a page that is not shown without a word.
  if (document.hidden) void endHeld();
});

/**
 * Shows an act as done, with a button that undoes it for ten seconds, and sends it when that toast is gone, before the next
 * change of a record, or when the page is left: nobody is told of what is undone.
 * @param run shows the act at once, and sends it after `when`, which rejects where the user undoes it (see `Call`)
 * @param failed the title of a failure's toast, which may have a button
 */
export async function actUndoable(
  message: Message,
  run: (when: Promise<void>) => Promise<unknown>,
  failed: Failure | string,
): Promise<void> {
  const { promise: when, resolve, reject } = Promise.withResolvers<void>();
  const action = { label: translate("action.undo"), run: () => reject(UNDONE) };
  const told = (error: unknown) =>
    error === UNDONE || tellFailure(error, typeof failed === "string" ? { title: failed } : failed);
  // Nobody may wait for it yet.
  when.catch(() => undefined);
  // The toast ends the act before it, which may be of the same record.
  let sent: Promise<unknown> = when;
  const onGone = () => {
    resolve();
    return sent;
  };
  toast({ ...message, duration: UNDO_SHOWN, action, onGone });
  sent = run(when).catch(told);
  await sent;
}
