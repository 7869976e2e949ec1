import type { SQL } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";

/** What features that build on members add to them; their `index.ts` pass it in. */
export type Attached = {
  /** Statements that are written before members become inactive, of whom some may be so already. */
  whenInactive: (context: Context, userIds: SQL | number) => readonly Statement[];
};

const attached: Partial<Attached> = {};

/** Sets what a feature adds to members, which do not import it. */
export function attachToMembers(parts: Partial<Attached>): void {
  Object.assign(attached, parts);
}

export const whenInactive: Attached["whenInactive"] = (...given) => attached.whenInactive?.(...given) ?? [];
