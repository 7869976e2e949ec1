import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Actor } from "../../lib/actor.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { MemberContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { newestMatches } from "../../lib/db/search.ts";
import { type Page, page } from "../../lib/page.ts";
import { roleHolds, roles } from "../roles/index.ts";
import { type MemberRow, ofOrganization, selectMembers, toMember } from "./members.rows.ts";
import type { AssignableMember, Member, MemberCounts, MemberListQuery } from "./members.schema.ts";
import { memberDays, members, memberTotals } from "./members.table.ts";

/** The newest matches of a search to which its filters are applied. */
const SEARCHED = 400;

const ORDERS = {
  seen: { by: members.seenPosition, of: (row: MemberRow) => row.seenPosition },
  joined: { by: members.joinedPosition, of: (row: MemberRow) => row.joinedPosition },
};

/** With `userId` the list has that user's membership alone. */
type Query = MemberListQuery & { userId?: number | undefined };

/** One page of members, last seen or last joined first. @throws AppError invalid_input for a wrong cursor */
export async function listMembers(context: MemberContext, query: Query): Promise<Page<Member>> {
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
  const found = q ? newestMatches(members, "member_search", actor.organizationId, q, SEARCHED) : undefined;
  const isUser = query.userId === undefined ? undefined : eq(members.userId, query.userId);
  const start = isUser ?? (found ? paging.isOnPage(members.id, found.rows, filters) : startOf(actor, query));
  const select = (which: SQL | undefined) => selectMembers(db).where(and(which, filters));
  // Members are in order within each status: merging the two lists reads only what it gives.
  const statement = start
    ? select(start)
    : unionAll(select(isAt(actor, "active")), select(isAt(actor, "inactive")));
  const rows = await statement.orderBy(paging.order).limit(paging.limit);
  return paging.toPage(rows, (row) => toMember(row, actor));
}

/** Written as the partial index has it, which SQLite would not recognize with a parameter. */
const hasNeverSignedIn = sql`${members.hasSignedIn} = 0`;
const isOfOrganization = ({ organizationId }: Actor) => eq(members.organizationId, organizationId);
const isAt = (actor: Actor, status: Member["status"]) =>
  and(isOfOrganization(actor), eq(members.status, status));

/** The condition that begins an index in the order asked for; undefined where no single one does. */
function startOf(actor: Actor, query: MemberListQuery): SQL | undefined {
  const { role, status, inDiscord, signedIn, sort } = query;
  if (sort === "joined") return isOfOrganization(actor);
  if (signedIn) return and(isOfOrganization(actor), hasNeverSignedIn);
  if (role !== undefined) return eq(members.roleId, role);
  if (inDiscord !== undefined) return and(isOfOrganization(actor), eq(members.inDiscord, inDiscord));
  return status && isAt(actor, status);
}

export async function countMembers({ db, actor }: MemberContext): Promise<MemberCounts> {
  const isOurs = eq(memberTotals.organizationId, actor.organizationId);
  const totals = await db.select().from(memberTotals).where(isOurs);
  const sum = (isCounted: (total: (typeof totals)[number]) => boolean) =>
    totals.filter(isCounted).reduce((all, { count }) => all + count, 0);
  return {
    all: sum(() => true),
    active: sum(({ status }) => status === "active"),
    inactive: sum(({ status }) => status === "inactive"),
    inDiscord: sum(({ inDiscord }) => inDiscord),
    notInDiscord: sum(({ inDiscord }) => !inDiscord),
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

/** The statement that notes today's number of active members, once a day. */
export const rememberMemberTotals = (db: Db, now: Date) =>
  db.run(sql`insert into ${memberDays} (organization_id, day, active)
    select organization_id, ${now.toISOString().slice(0, 10)}, sum(count) from ${memberTotals}
    where status = 'active' group by organization_id on conflict do nothing`);

/** SQL: the member of a row joined with its role is active and may work on prospects, so can be given some. */
export const isAssignableRow = sql`(${members.status} = 'active' and ${roleHolds("prospects.write")})`;

/** SQL condition: the member can be given prospects at this moment. */
export const isAssignable = (organizationId: number, memberId: number): SQL => sql`exists (
  select 1 from ${members} join ${roles} on ${roles.id} = ${members.roleId}
  where ${members.id} = ${memberId} and ${members.organizationId} = ${organizationId} and ${isAssignableRow})`;

const ASSIGNABLE = 500;

/** Members who can be given prospects, by name. Of more than ASSIGNABLE, the first roles' and in each those seen last. */
export async function listAssignableMembers({ db, actor }: MemberContext): Promise<AssignableMember[]> {
  const rows = await selectMembers(db)
    .where(and(eq(roles.organizationId, actor.organizationId), isAssignableRow))
    // Two indexes have this order, so only the answered rows are read; an order by name would read all of them.
    .orderBy(asc(roles.name), desc(members.seenPosition))
    .limit(ASSIGNABLE);
  return rows
    .map((row) => ({ ...row, avatarUrl: avatarUrl(row.discordId, row.avatar) }))
    .sort((a, b) => a.displayName.localeCompare(b.displayName, actor.language ?? "en"));
}
