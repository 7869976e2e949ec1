import type { SQL } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Db, Statement } from "../../lib/db/client.ts";
import type { Guard } from "../../lib/guard.ts";
import type { NoticeEntry } from "../../lib/notify.ts";
import type { ApplicationRow } from "./applications.rows.ts";

/** What the feature that builds on applications adds to them; its `index.ts` passes it in. */
type Attached = {
  /**
   * What a decision on an application for the security team takes and brings.
   * @param weeks of the trial that accepting begins; 0 for none, left out as many as the settings say
   */
  whenDecided: (
    context: MemberContext,
    row: ApplicationRow,
    status: "accepted" | "declined",
    weeks?: number,
  ) => { checkBefore: readonly Guard[]; writeAfter: readonly Statement[]; notices: readonly NoticeEntry[] };
  /** What an application of the actor for the security team takes. */
  whenApplied: (context: MemberContext) => readonly Guard[];
  /** Statements written before applications lose their answers. @param ids the query of their ids */
  whenForgotten: (db: Db, ids: SQL) => readonly Statement[];
};

const attached: Partial<Attached> = {};

/** Sets what a feature adds to applications, which do not import it. */
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
