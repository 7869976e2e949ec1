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

/** What both features that build on contracts add to them; `worker/features.ts` passes it in. */
export type Attached = {
  applications: Part<"applications"> & {
    /** SQL: the id of the actor's pending application for the contract of a row, or null. */
    ownApplication: (actor: Actor) => SQL<number | null>;
  };
  payouts: Part<"owing" | "owed"> & {
    /** SQL condition: the actor takes part in the payout of the contract of a row. */
    takesPart: (actor: Actor) => SQL;
    /** The guard that the terms of a contract's pay can still change. */
    guardOpenPay: (contractId: number) => Guard;
  };
};

let attached: Attached | null = null;

/** Sets what applications and payouts add to contracts, which import neither. Called once at the start of the process. */
export function attachToContracts(parts: Attached): void {
  attached = parts;
}

/** What applications and payouts add to contracts. @throws Error before `attachToContracts` was called */
export function parts(): Attached {
  if (!attached) throw new Error("Nothing is attached to contracts: call attachToContracts first.");
  return attached;
}
