import { sql } from "drizzle-orm";
import type { Context } from "../../lib/context.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { guard, write } from "../../lib/guard.ts";
import { isAssignableRow, members, removeMembers, roles } from "../members/index.ts";
import { deleteUsersWithoutMember, users } from "../users/index.ts";
import type { ProspectStatus, TestDataCleared, TestDataCreated } from "./prospects.schema.ts";
import { prospectHistory, prospects } from "./prospects.table.ts";
import { prospectAudit, prospectErrors } from "./prospects.texts.ts";
import { TEST_PEOPLE } from "./test-people.ts";

/** Members that test prospects are assigned to in turn. */
const ASSIGNEES = 5;

/** Statuses in which a test prospect has an assignee. */
const WORKED_ON: readonly ProspectStatus[] = ["assigned_onboarding", "onboarding"];

/** The test data as JSON, with times that lie around now. */
function testPeople(now: Date): string {
  const people = TEST_PEOPLE.map(({ path, days, due, reason, ...person }) => {
    const hours = -days * 24;
    /** The steps are spread evenly over the time since the person was added. */
    const timeOf = (step: number) => hoursFrom(now, hours * (1 - step / (path.length + 1)));
    const status = path.at(-1) ?? "intro";
    const moves = path.flatMap((to, at) => {
      const from = path[at - 1] ?? "intro";
      const notes = to === "inactive" ? reason : null;
      const move = { action: "status", from, to, notes, at: timeOf(at + 1) };
      return WORKED_ON.includes(to) ? [move, { action: "assigned", at: timeOf(at + 1) }] : [move];
    });
    return {
      ...person,
      status,
      isAssigned: WORKED_ON.includes(status),
      deadline: due === undefined ? null : hoursFrom(now, due),
      createdAt: timeOf(0),
      changedAt: timeOf(path.length),
      history: [{ action: "created", to: "intro", at: timeOf(0) }, ...moves],
    };
  });
  return JSON.stringify(people);
}

/** SQL condition: a row of `prospects` is test data of the actor's organization; it has an index of its own. */
const isTestData = ({ actor }: Context) =>
  sql`(prospects.organization_id = ${actor.organizationId} and prospects.is_test = 1)`;

/**
 * Puts made-up people into the pipeline, marked as test data: two dozen over all stages, with histories.
 * @throws AppError test_data_exists while there are any
 */
export async function createTestData(context: Context): Promise<TestDataCreated> {
  const { db, actor, now } = context;
  const people = testPeople(now);
  const count = TEST_PEOPLE.length;
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
    prospectAudit.write(context, { action: "prospect.test_created", details: { count } }),
  ]);
  return { created: count };
}

/**
 * Removes the test data with its history. Who was made a member of it goes too, unless prospects are assigned to
 * them: then they stay, inactive. A test prospect whose user can sign in is a real person by now: that one is kept and
 * loses its mark.
 */
export async function clearTestData(context: Context): Promise<TestDataCleared> {
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
