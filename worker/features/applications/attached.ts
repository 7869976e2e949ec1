import type { SQL } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import type { Guard } from "../../lib/guard.ts";
import type { NoticeEntry } from "../../lib/notify.ts";
import type { ApplicationRow } from "./applications.rows.ts";

/** Parts that the feature built on applications adds to them; its `index.ts` passes them in. */
type Attached = {
  /**
   * Guards and statements of a decision on an application for the security team.
   * @param weeks of the trial after accepting; 0 for none, without it those of the settings
   */
  whenDecided: (
    context: MemberContext,
    row: ApplicationRow,
    status: "accepted" | "declined",
    weeks?: number,
  ) => { checkBefore: readonly Guard[]; writeAfter: readonly Statement[]; notices: readonly NoticeEntry[] };
  /** Guards of the actor's application for the security team. */
  whenApplied: (context: MemberContext) => readonly Guard[];
  /** Statements written before applications lose their answers. @param ids the query of their ids */
  whenForgotten: (db: Db, ids: SQL) => readonly Statement[];
};

const attached: Partial<Attached> = {};

/** Sets a feature's parts of applications, which do not import it. */
export function attachToApplications(parts: Attached): void {
  Object.assign(attached, parts);
}

/** @throws Error before the feature was imported */
export function parts(): Attached {
  const { whenDecided, whenApplied, whenForgotten } = attached;
  if (!whenDecided || !whenApplied || !whenForgotten)
    throw new Error("The security team has to be imported first.");
  return { whenDecided, whenApplied, whenForgotten };
}
