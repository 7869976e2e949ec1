import type { SQL } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import type { Guard } from "../../lib/guard.ts";
import type { ContractCounts, ContractStatus } from "./contracts.schema.ts";
import type { contracts } from "./contracts.table.ts";

export type MovedContract = typeof contracts.$inferSelect & { assigneeName: string | null };

type Part<Figure extends keyof ContractCounts> = {
  /** The feature's statements in the batch of a move to another state. */
  whenMoved: (context: MemberContext, row: MovedContract, to: ContractStatus) => readonly Statement[];
  /** Queries whose rows are counted for the actor's figures on the contracts page. */
  figures: (actor: Actor) => Record<Figure, SQL>;
};

/** Parts that both features built on contracts add to them; their `index.ts` pass them in. */
export type Attached = {
  applications: Part<"applications"> & {
    /** SQL: the id of the actor's pending application for the contract of a row, or null. */
    ownApplication: (actor: Actor) => SQL<number | null>;
    /** The query of the ids of contracts for which the actor has a pending application. */
    appliedTo: (actor: Actor) => SQL;
  };
  payouts: Part<"owing" | "toConfirm"> & {
    /** SQL condition: the actor takes part in the payout of the contract of a row. */
    takesPart: (actor: Actor) => SQL;
    /** The guard that no payment of a contract is confirmed; its error names who confirmed what. */
    guardUnpaid: (context: MemberContext, contractId: number) => Guard;
    /** The guard that the terms of a contract's pay can still change. */
    guardOpenPay: (contractId: number) => Guard;
  };
};

const attached: Partial<Attached> = {};

/** Sets a feature's parts of contracts, which do not import it. */
export function attachToContracts(parts: Partial<Attached>): void {
  Object.assign(attached, parts);
}

/** The parts of applications and payouts. @throws Error before both were imported */
export function parts(): Attached {
  const { applications, payouts } = attached;
  if (!applications || !payouts) throw new Error("Applications and payouts have to be imported first.");
  return { applications, payouts };
}
