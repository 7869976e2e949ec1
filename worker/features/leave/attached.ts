import type { Call } from "../../lib/commands/command.ts";
import type { Item } from "../../lib/commands/reply.ts";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";

/** Parts that features built on leave add to it; their `index.ts` pass them in. */
type Attached = {
  /** Statements that are written after a user's leave became shorter or moved. */
  whenBack: (context: Context, userId: number) => readonly Statement[];
  /** The events that a command's caller goes to within days, the first and the last included. */
  covered: (call: Call, days: { from: string; to: string }) => Promise<readonly Item[]>;
};

const attached = new Set<Attached>();

/** Adds a feature's parts to leave, which does not import it. */
export const attachToLeave = (parts: Attached): void => void attached.add(parts);

export const whenBack: Attached["whenBack"] = (...given) =>
  [...attached].flatMap((each) => each.whenBack(...given));

export const covered = async (...given: Parameters<Attached["covered"]>): Promise<Item[]> =>
  (await Promise.all([...attached].map((each) => each.covered(...given)))).flat();
