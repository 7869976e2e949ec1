import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, unionAll } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import { compareNames } from "../../lib/compare-names.ts";
import type { MemberContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { lowered, newestMatches } from "../../lib/db/search.ts";
import { firstRows, type Page, page } from "../../lib/page.ts";
import type { Permission } from "../../lib/permissions.schema.ts";
import { roleHolds, roles } from "../roles/index.ts";
import { users } from "../users/index.ts";
import { awayUntil } from "./away.ts";
import {
  type MemberRow,
  ofOrganization,
  selectMembers,
  selectWithoutRole,
  toMember,
  toUser,
  type UserRow,
} from "./members.rows.ts";
import {
  type AssignableMember,
  type ListedUser,
  type Member,
  type MemberCounts,
  type MemberListQuery,
  type RosterEntry,
  type RosterQuery,
  type UserListQuery,
  WITHOUT_ROLE_COUNTED,
} from "./members.schema.ts";
import { memberDays, members, memberTotals } from "./members.table.ts";

/** The newest matches of a search to which its filters are applied. */
const SEARCHED = 400;

const ORDERS = {
  seen: { by: members.seenPosition, positionOf: (row: MemberRow) => row.seenPosition },
  joined: { by: members.joinedPosition, positionOf: (row: MemberRow) => row.joinedPosition },
};

/** With `userId` the list has that user's membership alone. */
type Query = MemberListQuery & { userId?: number | undefined };

/** One page of members, last seen or last joined first. @throws AppError invalid_input for a wrong cursor */
export async function listMembers(context: MemberContext, query: Query): Promise<Page<Member>> {
  const { items, next } = await listMemberRows(context, query);
  return { items: items.map((row) => toMember(row as MemberRow, context)), next };
}

/**
 * One page of the active members, last seen first. A search finds the names that the answer has, and nobody by username or
 * Discord id; so a page may have few members, and still a next page. @throws AppError as `listMembers`
 */
export async function listRoster(context: MemberContext, query: RosterQuery): Promise<Page<RosterEntry>> {
  const { items, next } = await listMembers(context, { ...query, status: "active", sort: "seen" });
  const q = query.q?.toLowerCase() ?? "";
  const named = items.filter(({ displayName }) => displayName.toLowerCase().includes(q));
  return { items: named.map((row) => ({ ...row, isOwn: row.userId === context.actor.userId })), next };
}

/**
 * One page of the organization's users: members as `listMembers`, then for readers with admin.users those without a role,
 * the newest first, unless a filter is for members only. @throws AppError invalid_input for a wrong cursor
 */
export async function listUsers(context: MemberContext, query: UserListQuery): Promise<Page<ListedUser>> {
  const { status, role, inDiscord, signedIn, ...rest } = query;
  const isForMembers = [role, inDiscord, signedIn].some((each) => each !== undefined);
  const mayRead = context.actor.permissions.has("admin.users");
  const { items, next } =
    status === "none"
      ? mayRead && !isForMembers
        ? await listWithoutRole(context, query)
        : { items: [], next: null }
      : await listMemberRows(
          context,
          { ...rest, status, role, inDiscord, signedIn },
          mayRead && !isForMembers && status === undefined,
        );
  return { items: items.map((row) => toUser(row, context)), next };
}

/** Users without a role that a search reads, the newest first. */
const LOOKED_THROUGH = 1_000;

/** The statement that reads users without a role after a position: all, or those of the newest whose names contain `q`. */
function selectRoleless({ db, actor }: MemberContext, q: string | undefined, after: SQL | undefined) {
  // Written as in the partial index, which SQLite would not recognize with a parameter.
  const isRoleless = and(eq(users.organizationId, actor.organizationId), sql`${users.isMember} = 0`);
  const has = (name: SQLiteColumn, text: string) => sql`instr(${lowered(name, text)}, ${text.toLowerCase()})`;
  const isNamed =
    q &&
    (q.startsWith("@")
      ? sql`${has(users.username, q.slice(1))} = 1`
      : sql`(${has(users.displayName, q)} or ${has(users.username, q)} or ${users.discordId} = ${q})`);
  const looked = firstRows(db, users, {
    where: isRoleless as SQL,
    order: desc(users.listPosition),
    most: LOOKED_THROUGH,
  });
  const isFound = isNamed ? sql`${users.id} in (select id from ${looked} where ${isNamed})` : isRoleless;
  return selectWithoutRole(db).where(and(isFound, after));
}

async function listWithoutRole(context: MemberContext, query: UserListQuery): Promise<Page<UserRow>> {
  const positionOf = (row: UserRow) => row.seenPosition;
  const order = { by: users.listPosition, positionOf, type: "string", direction: "desc" } as const;
  const paging = page(query, order, context.language);
  const statement = selectRoleless(context, query.q, paging.after).orderBy(paging.order).limit(paging.limit);
  return paging.toPage((await statement) as UserRow[], (row) => row);
}

/** @param withOthers adds the users without a role, whose positions come after those of all members */
async function listMemberRows(
  context: MemberContext,
  query: Query,
  withOthers = false,
): Promise<Page<UserRow>> {
  const { db, actor, language } = context;
  const { q, role, status, inDiscord, signedIn } = query;
  const order = { ...ORDERS[query.sort], type: "string", direction: "desc" } as const;
  const paging = page(query, order, language);
  // A plus keeps SQLite from another index than the one that `startOf` chooses.
  const filters = and(
    ofOrganization(actor),
    role === undefined ? undefined : sql`+${members.roleId} = ${role}`,
    status && sql`+${members.status} = ${status}`,
    inDiscord === undefined ? undefined : sql`+${members.inDiscord} = ${Number(inDiscord)}`,
    signedIn && hasNeverSignedIn,
    paging.after,
  );
  const found = q ? newestMatches(members, "member", actor.organizationId, q, SEARCHED) : undefined;
  const isUser = query.userId === undefined ? undefined : eq(members.userId, query.userId);
  const start = isUser ?? (found ? paging.isOnPage(members.id, found.rows, filters) : startOf(actor, query));
  const select = (which: SQL | undefined) => selectMembers(db).where(and(which, filters));
  // Members are in order within each status: merging the two lists reads only what it gives.
  const former = inDiscord ? and(isOfOrganization(actor), isFormerInDiscord) : isAt(actor, "inactive");
  const lists = start ? [select(start)] : [select(isAt(actor, "active")), select(former)];
  const others = () => {
    const { after } = page(query, { ...order, by: users.listPosition }, language);
    return selectRoleless(context, q, after) as unknown as (typeof lists)[number];
  };
  const [first, second, ...more] = [...lists, ...(withOthers ? [others()] : [])];
  const statement = second ? unionAll(first as (typeof lists)[number], second, ...more) : first;
  const rows = await (statement as (typeof lists)[number]).orderBy(paging.order).limit(paging.limit);
  return paging.toPage(rows, (row) => row);
}

/** Written as in the partial indexes, which SQLite would not recognize with a parameter. */
const hasNeverSignedIn = sql`${members.hasSignedIn} = 0`;
const isAbsent = sql`${members.inDiscord} = 0`;
const isFormerInDiscord = sql`${members.inDiscord} = 1 and ${members.status} = 'inactive'`;
const isOfOrganization = ({ organizationId }: Actor) => eq(members.organizationId, organizationId);
const isAt = (actor: Actor, status: Member["status"]) =>
  and(isOfOrganization(actor), eq(members.status, status));

/** The condition that begins an index in the order asked for; undefined where no single one does. */
function startOf(actor: Actor, query: MemberListQuery): SQL | undefined {
  const { role, status, inDiscord, signedIn, sort } = query;
  if (sort === "joined") return isOfOrganization(actor);
  if (signedIn) return and(isOfOrganization(actor), hasNeverSignedIn);
  if (role !== undefined) return eq(members.roleId, role);
  if (inDiscord === false) return and(isOfOrganization(actor), isAbsent);
  if (inDiscord && status === "inactive") return and(isOfOrganization(actor), isFormerInDiscord);
  return status && isAt(actor, status);
}

export async function countMembers({ db, actor }: MemberContext): Promise<MemberCounts> {
  const isOurs = eq(memberTotals.organizationId, actor.organizationId);
  const mayRead = actor.permissions.has("admin.users");
  const roleless = sql`select 1 from ${users} where organization_id = ${actor.organizationId} and is_member = 0
    limit ${mayRead ? WITHOUT_ROLE_COUNTED : 0}`;
  const [totals, [others]] = await readBatch(db, [
    db.select().from(memberTotals).where(isOurs),
    db.select({ count: sql<number>`count(*)`.as("count") }).from(sql`(${roleless})`),
  ]);
  const sum = (isCounted: (total: (typeof totals)[number]) => boolean) =>
    totals.filter(isCounted).reduce((all, { count }) => all + count, 0);
  return {
    all: sum(() => true),
    active: sum(({ status }) => status === "active"),
    inactive: sum(({ status }) => status === "inactive"),
    inDiscord: sum(({ inDiscord }) => inDiscord),
    notInDiscord: sum(({ inDiscord }) => !inDiscord),
    ...(mayRead ? { withoutRole: others?.count ?? 0 } : {}),
    roles: [...new Set(totals.map(({ roleId }) => roleId))]
      .map((roleId) => ({ roleId, count: sum((total) => total.roleId === roleId) }))
      .filter(({ count }) => count > 0),
  };
}

export const selectActiveTotal = (db: Db, organizationId: number) =>
  db
    .select({ active: sql<number>`coalesce(sum(${memberTotals.count}), 0)` })
    .from(memberTotals)
    .where(and(eq(memberTotals.organizationId, organizationId), eq(memberTotals.status, "active")));

/** The statement that counts the active members whose role holds a permission. */
export const selectActiveHolders = (db: Db, organizationId: number, permission: Permission) =>
  db
    .select({ holders: sql<number>`coalesce(sum(${memberTotals.count}), 0)` })
    .from(memberTotals)
    .innerJoin(roles, eq(roles.id, memberTotals.roleId))
    .where(
      and(
        eq(memberTotals.organizationId, organizationId),
        eq(memberTotals.status, "active"),
        roleHolds(permission),
      ),
    );

/** The statement that notes today's number of active members, once a day. */
export const rememberMemberTotals = (db: Db, now: Date) =>
  db.run(sql`insert into ${memberDays} (organization_id, day, active)
    select organization_id, ${now.toISOString().slice(0, 10)}, sum(count) from ${memberTotals}
    where status = 'active' group by organization_id on conflict do nothing`);

/** SQL: the member of a row joined with its role is active, sees prospects and may work on them, so is assignable. */
export const isAssignableRow = sql`(${members.status} = 'active' and ${roleHolds("prospects.read")}
  and ${roleHolds("prospects.write")})`;

/** SQL condition: the member is assignable at this moment. */
export const isAssignable = (organizationId: number, memberId: number): SQL => sql`exists (
  select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}
  where ${members.id} = ${memberId} and ${members.organizationId} = ${organizationId} and ${isAssignableRow})`;

/**
 * SQL condition: a user is an active member whose role holds one of the permissions, so that others may involve them in its
 * records. The user is read outside of the condition's own tables.
 */
export const isHolder = (userId: SQL, ...permissions: [Permission, ...Permission[]]): SQL => sql`exists (
  select 1 from (select ${userId} as user_id) asked cross join ${members} on ${members.userId} = asked.user_id
    join ${roles} on ${roles.id} = ${members.roleId}
  where ${members.status} = 'active' and (${sql.join(permissions.map(roleHolds), sql` or `)}))`;

const ASSIGNABLE = 500;

/** Assignable members, by name. Of more than ASSIGNABLE, those of the first roles, and in each the last seen. */
export async function listAssignableMembers(context: MemberContext): Promise<AssignableMember[]> {
  const { db, actor, language } = context;
  const rows = await selectMembers(db)
    .where(and(eq(roles.organizationId, actor.organizationId), isAssignableRow))
    // Two indexes have this order, so only the answered rows are read; an order by name would read all of them.
    .orderBy(asc(roles.name), desc(members.seenPosition))
    .limit(ASSIGNABLE);
  const compare = compareNames(language);
  return rows
    .map((row) => ({
      ...row,
      avatarUrl: avatarUrl(row.discordId, row.avatar),
      awayUntil: awayUntil(context, row.leaves),
    }))
    .sort((a, b) => compare(a.displayName, b.displayName));
}
