import { sql } from "drizzle-orm";
import type { Need } from "../../lib/needs.ts";
import { users } from "../users/index.ts";
import { teamApplications, teams } from "./teams.table.ts";

/** Applications to teams that the actor reviews for; where no role does, administrators are asked. */
export const teamNeeds: readonly Need[] = [
  {
    kind: "team.review",
    to: null,
    isAboutPeople: true,
    select: ({ actor }) => {
      const { organizationId, userId, memberId, role, permissions } = actor;
      if (memberId === null || role === null) return null;
      const isAdministrator = permissions.has("admin.system");
      return sql`select json_object('id', a.id, 'teamId', t.id, 'team', t.name, 'name', u.display_name) as details,
          a.created_at as since, null as due_at
        from ${teams} t cross join ${teamApplications} a on a.team_id = t.id and a.status = 'pending'
          cross join ${users} u on u.id = a.user_id
        where t.organization_id = ${organizationId} and a.user_id <> ${userId}
          and (t.reviewer_role_id = ${role.id} or (t.reviewer_role_id is null and ${Number(isAdministrator)}))`;
    },
    one: {
      en: "{name} applied to {team} and waits for your answer.",
      da: "{name} har ansøgt til {team} og venter på dit svar.",
    },
    many: {
      en: "{count|application to your teams waits|applications to your teams wait} for your answer",
      da: "{count|ansøgning|ansøgninger} til dine hold venter på dit svar",
    },
    first: { en: "First {name} to {team}", da: "Først {name} til {team}" },
    opens: "/organization?tab=teams&team={teamId}",
    opensMany: "/organization?tab=teams&team={teamId}",
    openLabel: { en: "Read", da: "Læs" },
  },
];
