import type { SQL } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import type { ProspectStatus, WithdrawOutcome } from "./pipeline.schema.ts";

/** What is said with a move. */
export type Said = {
  /** What the person reads who leaves the pipeline. */
  words?: string | undefined;
  outcome?: WithdrawOutcome | undefined;
};

/** Parts that features built on prospects add to them; their `index.ts` pass them in. */
type Attached = {
  /** Statements that are written before prospects get another status. @param ids the query of their ids */
  whenMoved: (context: Context, ids: SQL, to: ProspectStatus, said: Said) => readonly Statement[];
  /** Statements that are written before prospects get another assignee. */
  whenAssigned?: (context: Context, ids: SQL) => readonly Statement[];
  /** Statements that are written before a user and what is known of them is deleted. */
  whenForgotten?: (context: Context, userId: number) => readonly Statement[];
};

const attached = new Set<Attached>();

/** Adds a feature's parts to prospects, which do not import it. */
export const attachToProspects = (parts: Attached): void => void attached.add(parts);

export const whenMoved = (context: Context, ids: SQL, to: ProspectStatus, said: Said = {}): Statement[] =>
  [...attached].flatMap((each) => each.whenMoved(context, ids, to, said));

export const whenAssigned = (context: Context, ids: SQL): Statement[] =>
  [...attached].flatMap((each) => each.whenAssigned?.(context, ids) ?? []);

export const whenForgotten = (context: Context, userId: number): Statement[] =>
  [...attached].flatMap((each) => each.whenForgotten?.(context, userId) ?? []);
