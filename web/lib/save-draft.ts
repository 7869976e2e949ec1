import { errorText } from "./api.ts";
import { staleRecord } from "./conflict.ts";

/** The result of saving a draft; `clash` when another user saved first. */
export type SaveResult<Item> =
  | { kind: "saved"; saved: Item }
  | { kind: "clash"; current: Item; failure: unknown }
  | { kind: "failed"; error: string; failure: unknown };

/** Saves a draft begun with `base`; again based on the newer record, where the other user's change is `harmless` to the draft. */
export async function saveDraft<Item extends { version: number }, Base extends { version: number } = Item>(
  base: Base | Item,
  send: (base: Base | Item) => Promise<Item>,
  harmless: (current: Item) => boolean = () => false,
): Promise<SaveResult<Item>> {
  try {
    return { kind: "saved", saved: await send(base) };
  } catch (failure) {
    const current = staleRecord<Item>(failure);
    if (!current) return { kind: "failed", error: errorText(failure), failure };
    if (current.version > base.version && harmless(current)) return saveDraft(current, send, harmless);
    return { kind: "clash", current, failure };
  }
}
