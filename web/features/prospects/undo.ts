import type { Prospect } from "../../../worker/features/prospects/prospects.schema.ts";
import { act } from "../../lib/action.ts";
import { UNDO_SHOWN } from "../../lib/held.ts";
import { translate } from "../../lib/i18n/i18n.ts";
import { type Message, toast } from "../../lib/toast.ts";
import { prospects } from "./prospects.api.ts";

/** Shows a change with a button that undoes it. */
export const tellUndoable = (message: Message, undo: () => void): void =>
  toast({ ...message, duration: UNDO_SHOWN, action: { label: translate("action.undo"), run: undo } });

/** Undoes the change that led to a record; the server refuses where another change followed it. */
const undo = (saved: Prospect) =>
  act(() => prospects.edit(saved, { call: "/undo", method: "POST", body: {}, patch: {} }), {
    done: ({ displayName: name }) => ({ title: translate("prospect.undone", { name }) }),
    failed: translate("prospect.undo_failed"),
  });

/** Shows that a prospect was changed, with a button that undoes it. */
export const tellChanged = (saved: Prospect, message: Message): void =>
  tellUndoable(message, () => void undo(saved));
