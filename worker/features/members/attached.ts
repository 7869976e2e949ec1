import type { SQL } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";

/** What features that build on members add to them; their `index.ts` pass it in. */
type Attached = {
  /** Statements that are written before members become inactive, of whom some may be so already. */
  whenInactive: (context: Context, userIds: SQL | number) => readonly Statement[];
};

const attached = new Set<Attached>();

/** Adds what a feature adds to members, which do not import it. @returns what takes it away again */
export function attachToMembers(parts: Attached): () => void {
  attached.add(parts);
  return () => void attached.delete(parts);
}

export const whenInactive: Attached["whenInactive"] = (...given) =>
  [...attached].flatMap((each) => each.whenInactive(...given));
