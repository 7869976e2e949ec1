import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import type { Statement } from "../../lib/db/client.ts";
import { contractApplications } from "../applications/index.ts";
import { users } from "../users/index.ts";
import { securityLooks } from "./security-team.table.ts";
import { securityAudit } from "./security-team.texts.ts";

/** The statement that reads on which day the actor last looked at the answers of an application. */
export const selectLook = ({ db, actor }: MemberContext, id: number) =>
  db.all<{ day: string }>(
    sql`select day from ${securityLooks} where application_id = ${id} and user_id = ${actor.userId}`,
  );

/** The statements that note that the actor looks at the answers of another user's application, once a day. */
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
