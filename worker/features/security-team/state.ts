import { type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { contractApplications } from "../applications/index.ts";
import type { ApplicationDetails, FlagKind } from "./security-team.schema.ts";
import { type Cleared, securityStates } from "./security-team.table.ts";

type StepKind = ApplicationDetails["steps"][number]["kind"];

/** Steps that are kept of an application, the newest. */
const MOST_STEPS = 50;

/** SQL value: the steps of a row with one more. */
const withStep = (
  step: SQL,
): SQL => sql`json_insert(iif(json_array_length(${securityStates.steps}) < ${MOST_STEPS},
    ${securityStates.steps}, json_remove(${securityStates.steps}, '$[0]')), '$[#]', json(${step}))`;

const stepOf = ({ now }: MemberContext, kind: StepKind, words: string | null = null): string =>
  JSON.stringify({ kind, at: now.toISOString(), words });

/** The statement that notes what happened to an application, if it still exists. A hold is one of its steps. */
export function noteState(
  context: MemberContext,
  id: number,
  {
    step,
    words = null,
    cleared = {},
  }: { step?: StepKind; words?: string | null; cleared?: Partial<Record<FlagKind, Cleared>> },
): Statement {
  const added = step ? stepOf(context, step, words) : null;
  const at = step === "held" ? context.now.toISOString() : null;
  const hold = step === "held" ? sql`hold_reason = excluded.hold_reason, held_at = excluded.held_at,` : sql``;
  return context.db.run(sql`insert into ${securityStates} (id, organization_id, hold_reason, held_at, cleared, steps)
    select id, organization_id, ${at && words}, ${at}, ${JSON.stringify(cleared)}, ${`[${added ?? ""}]`}
    from ${contractApplications} where id = ${id}
    on conflict (id) do update set ${hold} cleared = json_patch(cleared, excluded.cleared),
      steps = ${added === null ? securityStates.steps : withStep(sql`${added}`)}`);
}

/** The statement that ends a hold, if there is one. @param step left out for a decision, which is a step itself */
export const endHold = (context: MemberContext, id: number | SQL, step?: "resumed"): Statement =>
  context.db.run(sql`update ${securityStates} set hold_reason = null, held_at = null,
      steps = ${step ? withStep(sql`${stepOf(context, step)}`) : securityStates.steps}
    where id = ${id} and held_at is not null`);
