import { type SQL, sql } from "drizzle-orm";
import { dayOf } from "../../lib/days.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { NEED_LIMIT, type Need, type NeedContext } from "../../lib/needs.ts";
import { members } from "../members/index.ts";
import { isOwnAdded, isOwnAssigned, seesOwnOnly } from "./prospects.policy.ts";
import { OPEN_STAGES } from "./prospects.schema.ts";
import { prospects } from "./prospects.table.ts";
import { OPENS_PROSPECT } from "./prospects.texts.ts";
import { urgentUntil } from "./tasks.ts";

const COLUMNS = sql`json_object('id', ${prospects.id}, 'name', ${prospects.displayName}, 'deadline', ${prospects.deadline}) as details,
  ${prospects.stageChangedAt} as since, ${prospects.deadline} as due_at, ${prospects.position} as position`;

/** SQL query: prospects of a condition on indexed columns at the open stages, by position. Each stage reads as many rows as count. */
const atOpenStages = ({ actor }: NeedContext, which: SQL): SQL => {
  const parts = OPEN_STAGES.map(
    (stage) => sql`select * from (select ${COLUMNS} from ${prospects}
      where ${which} and ${prospects.organizationId} = ${actor.organizationId} and ${prospects.stage} = ${stage}
      order by ${prospects.position} limit ${NEED_LIMIT})`,
  );
  return sql`select details, since, due_at from (${sql.join(parts, sql` union all `)}) order by position`;
};

const isMine = ({ actor }: NeedContext): SQL =>
  sql`${prospects.assignedTo} = ${actor.memberId ?? -1} and ${seesOwnOnly(actor) ? isOwnAssigned(actor) : sql`1`}`;

/** Sets the deadline some days after the present one, or after now where that is past. */
const postpone = (days: number, en: string, da: string) =>
  ({
    label: { en, da },
    method: "PATCH",
    path: "/api/prospects/{id}/deadline",
    body: ({ deadline }: Readonly<Record<string, string | number | null>>, { now }: NeedContext) => {
      const from = Math.max(now.getTime(), Date.parse(String(deadline)));
      return { deadline: hoursFrom(new Date(from), 24 * days) };
    },
    if: (_: unknown, { actor }: NeedContext) => actor.permissions.has("prospects.write"),
  }) as const;

const shared = { to: "prospects.read", isAboutPeople: true, opens: OPENS_PROSPECT.page } as const;
const list = (filters: string) => `/crm?view=list&stage=open&${filters}`;

export const prospectNeeds: readonly Need[] = [
  {
    ...shared,
    kind: "prospect.due",
    select: (context) =>
      atOpenStages(
        context,
        sql`${isMine(context)} and ${prospects.position} < ${`${urgentUntil(context.now)}!`}`,
      ),
    one: { en: "The deadline of {name} is yours.", da: "Fristen for {name} er din." },
    many: {
      en: "{count|prospect of yours is|prospects of yours are} due within a day",
      da: "{count|af dine kandidater|af dine kandidater} har frist inden for et døgn",
    },
    first: { en: "First {name}", da: "Først {name}" },
    opensMany: list("tab=mine"),
    acts: [postpone(1, "1 day more", "1 dag mere"), postpone(3, "3 days more", "3 dage mere")],
  },
  {
    ...shared,
    kind: "prospect.unassigned",
    select: (context) => {
      const { actor } = context;
      if (!actor.permissions.has("prospects.assign")) return null;
      return atOpenStages(
        context,
        seesOwnOnly(actor) ? isOwnAdded(actor) : sql`${prospects.assignedTo} is null`,
      );
    },
    one: { en: "{name} waits for an assignee.", da: "{name} venter på en ansvarlig." },
    many: {
      en: "{count|person waits|people wait} for an assignee",
      da: "{count|person|personer} venter på en ansvarlig",
    },
    first: { en: "First came {name}", da: "Først kom {name}" },
    opensMany: list("tab=team&assignee=none"),
    acts: [take("Take it", "Tag den")],
    actsOnFirst: [take("Take the next one", "Tag den næste")],
  },
  {
    ...shared,
    kind: "prospect.uncovered",
    select: ({ actor, now }) => {
      if (!["crm.assign", "members.read", "prospects.read_all"].every((each) => actor.permissions.has(each)))
        return null;
      const today = dayOf(now);
      return sql`select json_object('id', ${prospects.id}, 'name', ${prospects.displayName}, 'member', u.display_name, 'lastDay', l.to_day,
            'assignee', case when min(${members.id}) over () = max(${members.id}) over () then ${members.id} end) as details,
          ${prospects.stageChangedAt} as since, ${prospects.deadline} as due_at
        from (select user_id, to_day from leaves where organization_id = ${actor.organizationId} and position >= ${today}
            and from_day <= ${today} order by position limit ${NEED_LIMIT}) l
          cross join ${members} on ${members.userId} = l.user_id
          cross join users u on u.id = l.user_id
          cross join ${prospects} on ${prospects.assignedTo} = ${members.id} and ${prospects.organizationId} = ${actor.organizationId}
            and ${prospects.stage} in ('intro', 'onboarding') and ${prospects.position} < ${`${hoursFrom(now, 24 * 7)}!`}
        where ${members.id} <> ${actor.memberId ?? -1}
        order by ${prospects.position}`;
    },
    one: {
      en: "{name} is due, and {member} is away until {lastDay}.",
      da: "{name} har frist, og {member} er væk til {lastDay}.",
    },
    many: {
      en: "{count|prospect needs|prospects need} somebody else while their assignee is away",
      da: "{count|kandidat|kandidater} skal have en anden, mens den ansvarlige er væk",
    },
    first: { en: "First {name}, of {member}", da: "Først {name}, hos {member}" },
    // The list of the one who is away; of several, everybody's.
    opensMany: list("tab=team&assignee={assignee}"),
    openLabel: { en: "Hand over", da: "Overdrag" },
  },
  {
    ...shared,
    kind: "prospect.undated",
    select: (context) => atOpenStages(context, sql`${isMine(context)} and ${prospects.position} >= '~'`),
    one: { en: "{name} is yours and has no deadline.", da: "{name} er din og har ingen frist." },
    many: {
      en: "{count|prospect of yours has|prospects of yours have} no deadline",
      da: "{count|af dine kandidater|af dine kandidater} har ingen frist",
    },
    first: { en: "First {name}", da: "Først {name}" },
    opensMany: list("tab=mine&deadline=none"),
  },
];

/** Assigns a prospect to the actor, and opens it. */
function take(en: string, da: string) {
  return {
    label: { en, da },
    method: "PATCH",
    path: "/api/prospects/{id}/assign",
    body: (_: unknown, { actor }: NeedContext) => ({ assignedTo: actor.memberId }),
    isOpening: true,
  } as const;
}
