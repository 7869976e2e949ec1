import type { SQL } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";

/** Parts that features built on members add to them; their `index.ts` pass them in. */
type Attached = {
  /** Statements that are written before members become inactive; some of them may be inactive already. */
  whenInactive: (context: Context, userIds: SQL | number) => readonly Statement[];
};

const attached = new Set<Attached>();

/** Adds a feature's parts to members, which do not import it. @returns the function that removes them */
export function attachToMembers(parts: Attached): () => void {
  attached.add(parts);
  return () => void attached.delete(parts);
}

export const whenInactive: Attached["whenInactive"] = (...given) =>
  [...attached].flatMap((each) => each.whenInactive(...given));
