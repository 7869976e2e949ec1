import { sql } from "drizzle-orm";
import type { MemberContext } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { guard, write } from "../../lib/guard.ts";
import { isAssignableRow, members, removeMembers } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { deleteUsersWithoutMember, users } from "../users/index.ts";
import type { ProspectStatus, TestData } from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit, prospectErrors } from "./prospects.texts.ts";

type TestPerson = {
  name: string;
  /** The statuses of the person after intro. */
  path: readonly ProspectStatus[];
  source: string;
  /** How many days ago the person was added. */
  days: number;
  /** Hours until the deadline, negative when it has passed; left out for no deadline. */
  due?: number;
};

const COMPLETED = ["intro_completed"] as const;
const ASSIGNED = ["intro_completed", "assigned_onboarding"] as const;
const ONBOARDING = ["intro_completed", "onboarding"] as const;
const ACTIVE = [...ONBOARDING, "active"] as const;
const FORMER = [...ACTIVE, "inactive"] as const;
const WITHDRAWN = ["inactive"] as const;

/** The test data: two dozen people over all stages. */
const TEST_PEOPLE: readonly TestPerson[] = [
  { name: "Ada Kestrel", path: [], source: "discord", days: 0.2 },
  { name: "Bram Okafor", path: [], source: "website", days: 1, due: 20 },
  { name: "Cleo Vance", path: [], source: "friend", days: 3, due: -6 },
  { name: "Dario Linde", path: [], source: "reddit", days: 5 },
  { name: "Elin Marsh", path: COMPLETED, source: "discord", days: 4, due: 30 },
  { name: "Faro Nakamura", path: COMPLETED, source: "website", days: 6, due: 52 },
  { name: "Greta Solberg", path: COMPLETED, source: "friend", days: 7, due: -30 },
  { name: "Hugo Brandt", path: COMPLETED, source: "event", days: 9 },
  { name: "Iris Calloway", path: ASSIGNED, source: "discord", days: 8, due: 10 },
  { name: "Jonah Reyes", path: ASSIGNED, source: "website", days: 10, due: 70 },
  { name: "Kaia Lund", path: ASSIGNED, source: "reddit", days: 12, due: -52 },
  { name: "Leif Moreau", path: ONBOARDING, source: "friend", days: 14, due: 5 },
  { name: "Mina Osei", path: ONBOARDING, source: "discord", days: 16, due: 96 },
  { name: "Nils Petrov", path: ONBOARDING, source: "event", days: 19, due: 140 },
  { name: "Oona Friis", path: ONBOARDING, source: "website", days: 21, due: -14 },
  { name: "Pax Winters", path: ONBOARDING, source: "discord", days: 25, due: 200 },
  { name: "Quinn Haddad", path: ACTIVE, source: "friend", days: 40 },
  { name: "Rhea Sandberg", path: ACTIVE, source: "discord", days: 55 },
  { name: "Sol Ibarra", path: ACTIVE, source: "website", days: 70 },
  { name: "Tove Aldana", path: ACTIVE, source: "reddit", days: 90 },
  { name: "Uma Lehtinen", path: ACTIVE, source: "event", days: 120 },
  { name: "Viktor Dahl", path: FORMER, source: "discord", days: 150 },
  { name: "Wren Castillo", path: FORMER, source: "friend", days: 200 },
  { name: "Yara Thorne", path: WITHDRAWN, source: "website", days: 30 },
];

/** Notes of recruiters, by the person's name. */
const NOTES: Readonly<Record<string, string>> = {
  "Dario Linde": "Asked twice about mining. Answer this week.",
  "Greta Solberg": "Good talk. Plays mostly at weekends.",
  "Jonah Reyes": "Wants to fly medical. Has an own ship.",
  "Mina Osei": "First joint flight done, the second is on Saturday.",
  "Rhea Sandberg": "Leads the salvage crew.",
};

/** Why people left or were declined, by their names. */
const REASONS: Readonly<Record<string, string>> = {
  "Viktor Dahl": "No time for the game until summer.",
  "Wren Castillo": "Moved to another organization.",
  "Yara Thorne": "Did not answer three messages.",
};

/** Members that test prospects are assigned to in turn. */
const ASSIGNEES = 5;

/** Statuses in which a test prospect has an assignee. */
const WORKED_ON: readonly ProspectStatus[] = ["assigned_onboarding", "onboarding"];

/** The test data as JSON, with times around now; the steps of each person are spread evenly over their days. */
function testPeople(now: Date): string {
  const people = TEST_PEOPLE.map(({ name, path, source, days, due }) => {
    const timeOf = (step: number) => hoursFrom(now, -days * 24 * (1 - step / (path.length + 1)));
    const status = path.at(-1) ?? "intro";
    const moves = path.flatMap((to, at) => {
      const from = path[at - 1] ?? "intro";
      const notes = to === "inactive" ? REASONS[name] : null;
      const move = { action: "status", from, to, notes, at: timeOf(at + 1) };
      return WORKED_ON.includes(to) ? [move, { action: "assigned", at: timeOf(at + 1) }] : [move];
    });
    return {
      name,
      source,
      status,
      notes: NOTES[name],
      isAssigned: WORKED_ON.includes(status),
      tag: `test_${name.split(" ").at(-1)?.toLowerCase()}`,
      deadline: due === undefined ? null : hoursFrom(now, due),
      createdAt: timeOf(0),
      changedAt: timeOf(path.length),
      history: [{ action: "created", to: "intro", at: timeOf(0) }, ...moves],
    };
  });
  return JSON.stringify(people);
}

/** SQL condition: a row of `prospects` is test data of the actor's organization; an index has just these. */
const isTestData = ({ actor }: MemberContext) =>
  sql`(prospects.organization_id = ${actor.organizationId} and prospects.is_test = 1)`;

export async function countTestData(context: MemberContext): Promise<TestData> {
  const [found] = await context.db.all<TestData>(
    sql`select count(*) as prospects from ${prospects} where ${isTestData(context)}`,
  );
  return { prospects: found?.prospects ?? 0 };
}

/** Adds the test data, marked as such, with histories. @throws AppError test_data_exists while there is any */
export async function createTestData(context: MemberContext) {
  const { db, actor, now } = context;
  const people = testPeople(now);
  const created = TEST_PEOPLE.length;
  const test = isTestData(context);
  await write(db, [
    guard(sql`not exists (select 1 from ${prospects} where ${test})`, prospectErrors.test_data_exists()),
    db.run(sql`with pool as materialized (
        select id, row_number() over (order by id) - 1 as place from (
          select ${members.id} as id from ${roles} cross join ${members} on ${members.roleId} = ${roles.id}
          where ${roles.organizationId} = ${actor.organizationId} and ${isAssignableRow} limit ${ASSIGNEES}))
      insert into ${prospects} (organization_id, display_name, username, status, assigned_to, deadline, notes,
        referral_source, is_test, stage_changed_at, created_at, updated_at)
      select ${actor.organizationId}, value ->> 'name', value ->> 'tag', value ->> 'status',
        case when value ->> 'isAssigned' then
          (select id from pool where place = key % (select count(*) from pool)) end,
        value ->> 'deadline', value ->> 'notes', value ->> 'source', 1, value ->> 'changedAt', value ->> 'createdAt',
        value ->> 'changedAt'
      from json_each(${people})`),
    db.run(sql`insert into ${prospectHistory} (prospect_id, action, performed_by, performed_by_id, previous_value,
        new_value, notes, created_at)
      select prospects.id, step.value ->> 'action', ${actor.name}, ${actor.userId}, step.value ->> 'from',
        case step.value ->> 'action' when 'assigned' then (select ${users.displayName} from ${members}
          join ${users} on ${users.id} = ${members.userId} where ${members.id} = prospects.assigned_to)
          else step.value ->> 'to' end,
        step.value ->> 'notes', step.value ->> 'at'
      from json_each(${people}) person
      cross join ${prospects} on ${test} and prospects.username = person.value ->> 'tag'
      cross join json_each(person.value, '$.history') step
      where step.value ->> 'action' <> 'assigned' or prospects.assigned_to is not null
      order by person.key, step.key`),
    prospectAudit.write(context, { action: "prospect.test_created", details: { count: created } }),
  ]);
  return { created };
}

/**
 * Removes the test data with its history, and the members made of it; a member with assigned prospects becomes inactive
 * instead. A test prospect whose user can sign in is a real person by now: it is kept and loses its mark.
 */
export async function clearTestData(context: MemberContext) {
  const { db, now } = context;
  const test = isTestData(context);
  const at = now.toISOString();
  const usersOfTest = sql`select user_id from ${prospects} where ${test} and user_id is not null`;
  const results = await write(db, [
    db.all(sql`update ${prospects} set is_test = 0, updated_at = ${at} where ${test} and user_id in (
      select id from ${users} where id in (${usersOfTest})
        and (password_hash is not null or discord_id is not null)) returning id`),
    prospectAudit.writeMany(context, "prospect.test_cleared", {
      id: sql`null`,
      name: sql`null`,
      details: sql`json_object('count', count(*))`,
      from: sql`from ${prospects} where ${test} having count(*) > 0`,
    }),
    db.run(sql`update ${prospects} set assigned_to = null
      where ${test} and assigned_to in (select id from ${members} where user_id in (${usersOfTest}))`),
    ...removeMembers(context, usersOfTest),
    deleteUsersWithoutMember(context, usersOfTest),
    db.all(sql`delete from ${prospects} where ${test} returning id`),
  ]);
  return { removed: (results.at(-1) as unknown[]).length, kept: (results[0] as unknown[]).length };
}
