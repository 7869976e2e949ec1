import { sql } from "drizzle-orm";
import { NEED_LIMIT, type Need } from "../../lib/needs.ts";
import { keptProspect, OPENS_PROSPECT, prospects, visibleById } from "../prospects/index.ts";
import { admissionMessages, admissions } from "./joining.table.ts";

const SHARED = { to: "prospects.read", isAboutPeople: true, opens: OPENS_PROSPECT.page } as const;
const DETAILS = sql`json_object('id', ${prospects.id}, 'name', ${prospects.displayName}) as details`;

export const joiningNeeds: readonly Need[] = [
  {
    ...SHARED,
    kind: "application.waiting",
    // Those who may take prospects are asked to take this one.
    select: ({ actor }) => {
      const { permissions } = actor;
      if (!permissions.has("prospects.write") || permissions.has("prospects.assign")) return null;
      return sql`select ${DETAILS}, a.sent_at as since, null as due_at
        from (select * from ${admissions} where organization_id = ${actor.organizationId} and status = 'sent'
            and answered_at is null order by id limit ${NEED_LIMIT}) a
          cross join ${prospects} on ${prospects.id} = ${keptProspect(sql`a.prospect_id`)}
        where ${prospects.assignedTo} is null and ${visibleById(actor)} order by a.id`;
    },
    one: {
      en: "The application of {name} waits for a first answer.",
      da: "Ansøgningen fra {name} venter på et første svar.",
    },
    many: {
      en: "{count|application waits|applications wait} for a first answer",
      da: "{count|ansøgning|ansøgninger} venter på et første svar",
    },
    first: { en: "First came {name}", da: "Først kom {name}" },
    opensMany: "/crm?view=list&stage=open&tab=team&assignee=none",
    openLabel: { en: "Read", da: "Læs" },
  },
  {
    ...SHARED,
    kind: "application.unanswered",
    select: ({ actor }) =>
      actor.memberId === null || !actor.permissions.has("prospects.write")
        ? null
        : sql`select ${DETAILS}, coalesce(m.created_at, a.sent_at) as since, null as due_at
          from (select id from ${prospects} where assigned_to = ${actor.memberId}
              and organization_id = ${actor.organizationId} and stage in ('intro', 'onboarding') limit ${NEED_LIMIT}) mine
            cross join ${admissions} a on a.prospect_id = mine.id and a.status = 'sent'
            cross join ${prospects} on ${prospects.id} = mine.id
            left join ${admissionMessages} m on m.id = (select max(id) from ${admissionMessages} where admission_id = a.id)
          where coalesce(m.is_theirs, a.answered_at is null) and ${visibleById(actor)} order by since`,
    one: {
      en: "{name} waits for your answer to their application.",
      da: "{name} venter på dit svar på sin ansøgning.",
    },
    many: {
      en: "{count|applicant waits|applicants wait} for your answer",
      da: "{count|ansøger|ansøgere} venter på dit svar",
    },
    first: { en: "First {name}", da: "Først {name}" },
    opensMany: "/crm?view=list&stage=open&tab=mine",
    openLabel: { en: "Read", da: "Læs" },
  },
];
