import { type ReactNode, useState } from "react";
import type { Failure } from "../lib/failure.ts";
import type { Versioned } from "../lib/records.ts";
import type { Edit, Editing } from "../lib/resource.ts";
import { type ConflictProps, conflictOf } from "./conflict-panel.tsx";

/** Props (`dialog`) and sender of a FormDialog that edits one record; `base` is the record when the dialog opened. */
export function useEditDialog<Item extends Versioned, Base extends Item | null = Item>(
  kind: { useEdit: () => Editing<Item> },
  item: Base,
  options: {
    /** The toast of a failure, by its title or whole. */
    failed: string | Failure;
    onSaved: (saved: Item, base: Base) => void;
    onClose: () => void;
    conflict: (conflict: ConflictProps<Item>) => ReactNode;
  },
) {
  const { failed, onSaved, onClose } = options;
  const editing = kind.useEdit();
  const [base] = useState(item);
  const failure = typeof failed === "string" ? { title: failed } : failed;
  const conflict = conflictOf(editing, failure, (saved) => {
    if (saved) onSaved(saved, base);
    onClose();
  });
  return {
    base,
    editing,
    /** Resolves to false while a conflict waits for a decision. @throws ApiError */
    send: async (edit: Edit<Item>): Promise<boolean> => {
      const saved = base && (await editing.run(base, edit));
      if (saved) onSaved(saved, base);
      return saved !== null;
    },
    dialog: { failure, onClose, conflict: conflict && options.conflict(conflict) },
  };
}
