import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import type { Statement } from "../../lib/db/client.ts";
import { contractApplications } from "../applications/index.ts";
import { users } from "../users/index.ts";
import type { ApplicationDetails, FlagKind } from "./security-team.schema.ts";
import { type Cleared, securityLooks, securityStates } from "./security-team.table.ts";
import { securityAudit } from "./security-team.texts.ts";

type Noted = {
  step?: ApplicationDetails["steps"][number]["kind"];
  words?: string | null;
  cleared?: Partial<Record<FlagKind, Cleared>>;
};

/** Most events that are kept of an application, the newest. */
const MOST_STEPS = 50;

/** The statement that stores an event of an application, if it still exists. `held` and `resumed` begin and end a hold. */
export function noteState(
  { db, now }: MemberContext,
  id: number,
  { step, words = null, cleared = {} }: Noted,
): Statement {
  const at = now.toISOString();
  const steps = step ? [{ kind: step, at, words }] : [];
  const isHold = step === "held" || step === "resumed";
  const hold = step === "held" ? { words, at } : { words: null, at: null };
  const isHeld = sql`exists (select 1 from ${securityStates} where id = ${id} and held_at is not null)`;
  return db.run(sql`insert into ${securityStates} (id, organization_id, hold_reason, held_at, cleared, steps)
    select id, organization_id, ${hold.words}, ${hold.at}, ${JSON.stringify(cleared)}, ${JSON.stringify(steps)}
    from ${contractApplications} where id = ${id} and ${step === "resumed" ? isHeld : sql`true`}
    on conflict (id) do update set cleared = json_patch(cleared, excluded.cleared),
      steps = iif(${steps.length} = 0, steps, json_insert(iif(json_array_length(steps) < ${MOST_STEPS}, steps,
        json_remove(steps, '$[0]')), '$[#]', json_extract(excluded.steps, '$[0]')))
      ${isHold ? sql`, hold_reason = excluded.hold_reason, held_at = excluded.held_at` : sql``}`);
}

/** The statements that record that the actor reads another user's answers, once a day. */
export function noteLook(context: MemberContext, id: number): Statement[] {
  const { db, actor, now } = context;
  const today = dayOf(now);
  const unseen = sql`from ${contractApplications} a cross join ${users} u on u.id = a.user_id
    where a.id = ${id} and a.user_id <> ${actor.userId} and a.experience <> '' and not exists (
      select 1 from ${securityLooks} where application_id = ${id} and user_id = ${actor.userId} and day = ${today})`;
  return [
    securityAudit.writeMany(context, "security.looked", {
      ...{ id: sql`a.id`, name: sql`u.display_name`, details: sql`null` },
      from: unseen,
    }),
    db.run(sql`insert into ${securityLooks} (application_id, user_id, organization_id, day)
      select a.id, ${actor.userId}, a.organization_id, ${today} ${unseen}
      on conflict (application_id, user_id) do update set day = excluded.day`),
  ];
}
