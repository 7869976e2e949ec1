import { type SQL, sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { keptProspect, prospects, visibleById } from "../prospects/index.ts";
import type { ProspectApplication } from "./joining.schema.ts";
import { admissionMessages, admissions } from "./joining.table.ts";

/** Most applications of each sort that are looked at. */
const LOOKED_AT = 20;

/**
 * The statement that reads the prospect whose application has waited longest for an answer of the actor after another one,
 * and from the first one on after the last: those that nobody has, and the actor's own whose last word is the applicant's.
 * @param shown SQL for the application after which
 */
export const selectNext = ({ db, actor }: MemberContext, shown: SQL) =>
  db.all<NonNullable<ProspectApplication["next"]>>(
    actor.permissions.has("prospects.write")
      ? sql`with waiting as (
          select a.id as admission, ${prospects.id} as id, ${prospects.displayName} as name
            from (select * from ${admissions} where organization_id = ${actor.organizationId} and status = 'sent'
                and answered_at is null order by id limit ${LOOKED_AT}) a
              cross join ${prospects} on ${prospects.id} = ${keptProspect(sql`a.prospect_id`)}
            where ${prospects.assignedTo} is null and ${visibleById(actor)}
          union
          select a.id, ${prospects.id}, ${prospects.displayName}
            from (select id from ${prospects} where assigned_to = ${actor.memberId}
                and organization_id = ${actor.organizationId} and stage in ('intro', 'onboarding') limit ${LOOKED_AT}) mine
              cross join ${admissions} a on a.prospect_id = mine.id and a.status = 'sent'
              cross join ${prospects} on ${prospects.id} = mine.id
              left join ${admissionMessages} m on m.id = (select max(id) from ${admissionMessages} where admission_id = a.id)
            where coalesce(m.is_theirs, a.answered_at is null) and ${visibleById(actor)})
        select id, name from waiting where admission is not ${shown}
          order by admission < coalesce((select admission from waiting where admission = ${shown}), 0), admission limit 1`
      : sql`select null as id, null as name where 0`,
  );
