import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ById, MemberContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import { readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { page } from "../../lib/page.ts";
import type { Permission, SystemRole } from "../../lib/permissions.schema.ts";
import { attendedBy } from "../attendance/index.ts";
import { contracts, visibleTo as visibleContracts } from "../contracts/index.ts";
import { discordRoleUpdates, isHold } from "../discord/index.ts";
import { events, visibleTo as visibleEvents } from "../events/index.ts";
import { hangarShips, hangars } from "../hangar/index.ts";
import { leaves } from "../leave/index.ts";
import { memberHistory, members, selectMember, toMember } from "../members/index.ts";
import { prospectHistory, prospects, visibleById } from "../prospects/index.ts";
import { permissionsOf, roles } from "../roles/index.ts";
import { ships } from "../ships/index.ts";
import { users } from "../users/index.ts";
import type { MemberPermissions, MemberProfile, TimelineEntry, TimelineQuery } from "./profiles.schema.ts";

/** SQL condition: a prospect is the member's, and the reader may see it. */
const isTheirs = ({ actor }: MemberContext, memberId: number): SQL =>
  and(
    sql`${prospects.userId} = (select ${members.userId} from ${members} where ${members.id} = ${memberId})`,
    actor.permissions.has("prospects.read") ? visibleById(actor) : sql`0`,
  ) as SQL;

/** A member with known facts. @throws AppError not_found */
export async function getProfile(context: MemberContext, { id }: ById): Promise<MemberProfile> {
  const { db } = context;
  const { status, starCitizenId, referralSource, createdAt } = prospects;
  const isUpdate = and(
    eq(discordRoleUpdates.organizationId, users.organizationId),
    eq(discordRoleUpdates.discordId, users.discordId),
  );
  const [[member], [prospect], [update]] = await readBatch(db, [
    selectMember(context, id),
    db
      .select({ id: prospects.id, status, starCitizenId, referralSource, createdAt })
      .from(prospects)
      .where(isTheirs(context, id)),
    db
      .select({ problem: discordRoleUpdates.problem })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .innerJoin(discordRoleUpdates, isUpdate)
      .where(eq(members.id, id)),
  ]);
  if (!member) throw errors.not_found();
  const why = update && (update.problem ?? "sync");
  const rolesWait = why === undefined ? null : why === "sync" || isHold(why) ? why : "bot";
  return { ...toMember(member, context), rolesWait, prospect: prospect ?? null };
}

type TimelineRow = TimelineEntry & { position: string };

const ORDER = {
  by: sql`position`,
  type: "string",
  direction: "desc",
  positionOf: ({ position }: TimelineRow) => position,
} as const;

/** The query of each kind of entry: the same columns, those of one member. */
const SOURCES: Record<TimelineEntry["kind"], (context: MemberContext, memberId: number) => SQL> = {
  pipeline: (context, memberId) => sql`select 'pipeline' as kind, id, action, created_at as createdAt,
      performed_by as performedBy, previous_value as previousValue, new_value as newValue, notes,
      changes ->> '$.discordRole.to' as because,
      created_at || printf(' p%012d', id) as position
    from ${prospectHistory}
    where prospect_id = (select ${prospects.id} from ${prospects} where ${isTheirs(context, memberId)})`,
  member: (_, memberId) => sql`select 'member' as kind, id, action, created_at as createdAt,
      performed_by as performedBy, previous_value as previousValue, new_value as newValue, null as notes, because,
      created_at || printf(' m%012d', id) as position
    from ${memberHistory} where member_id = ${memberId}`,
  contract: ({ actor }, memberId) => sql`select 'contract' as kind, contracts.id, 'completed' as action,
      contracts.closed_at as createdAt, null as performedBy, null as previousValue, contracts.title as newValue, null as notes,
      null as because, contracts.closed_at || printf(' c%012d', contracts.id) as position
    from ${contracts} where contracts.assigned_to = ${userOf(memberId)} and contracts.status = 'closed'
      and contracts.closed_at is not null and ${holds(actor, "contracts.read")} and ${visibleContracts(actor)}`,
  event: ({ actor, now }, memberId) => sql`select 'event' as kind, events.id,
      iif(events.status = 'cancelled', 'cancelled', 'organized') as action, events.starts_at as createdAt, null as performedBy,
      null as previousValue, events.title as newValue, null as notes, null as because,
      events.starts_at || printf(' e%012d', events.id) as position
    from ${events} where events.organizer_id = ${userOf(memberId)} and events.status <> 'draft'
      and events.starts_at <= ${now.toISOString()} and ${holds(actor, "events.read")} and ${visibleEvents(actor)}`,
  attendance: ({ actor, now }, memberId) => sql`select 'attendance' as kind, events.id, t.answer as action,
      events.starts_at as createdAt, null as performedBy, null as previousValue, events.title as newValue, null as notes,
      null as because, events.starts_at || printf(' a%012d', events.id) as position
    from (${attendedBy(actor, userOf(memberId))}) t cross join ${events} on events.id = t.event_id
    where events.status = 'planned' and events.starts_at <= ${now.toISOString()} and ${holds(actor, "events.read")}
      and ${visibleEvents(actor)}`,
  ship: ({ actor }, memberId) => sql`select 'ship' as kind, hangar_ships.id, 'added' as action,
      hangar_ships.created_at as createdAt, null as performedBy, null as previousValue, ships.name_full as newValue,
      null as notes, null as because, hangar_ships.created_at || printf(' s%012d', hangar_ships.id) as position
    from ${hangarShips} cross join ${hangars} on hangars.user_id = hangar_ships.user_id
      cross join ${ships} on ships.organization_id = hangar_ships.organization_id and ships.id = hangar_ships.ship_id
    where hangar_ships.user_id = ${userOf(memberId)}
      and (hangars.is_hidden = 0 or hangars.user_id = ${actor.userId})`,
  leave: ({ now }, memberId) => sql`select 'leave' as kind, leaves.id, 'away' as action,
      leaves.from_day || 'T00:00:00.000Z' as createdAt, null as performedBy, leaves.from_day as previousValue,
      leaves.to_day as newValue, null as notes, null as because, leaves.from_day || printf(' l%012d', leaves.id) as position
    from ${leaves} where leaves.user_id = ${userOf(memberId)} and leaves.from_day <= ${dayOf(now)}`,
};

/** SQL value: the user of a member. */
const userOf = (memberId: number) =>
  sql`(select ${members.userId} from ${members} where ${members.id} = ${memberId})`;
/** SQL condition: the reader holds a permission. */
const holds = ({ permissions }: MemberContext["actor"], permission: Permission) =>
  sql.raw(permissions.has(permission) ? "1" : "0");

/** Most queries in one union of D1. */
const UNION_TERMS = 5;

/** SQL: the rows of several queries of the same columns. */
function unionOf(queries: readonly SQL[]): SQL {
  if (queries.length <= UNION_TERMS) return sql.join([...queries], sql` union all `);
  const [some, rest] = [queries.slice(0, UNION_TERMS - 1), queries.slice(UNION_TERMS - 1)];
  return unionOf([...some, sql`select * from (${unionOf(rest)})`]);
}

/**
 * One page of a member's timeline, newest first; the pipeline as far as the reader may see it.
 * @throws AppError not_found, invalid_input for a wrong cursor
 */
export async function listTimeline(context: MemberContext, { id, ...query }: ById<TimelineQuery>) {
  const { db, language } = context;
  const paging = page(query, ORDER, language);
  const kinds = query.kind ? [query.kind] : (Object.keys(SOURCES) as TimelineEntry["kind"][]);
  const sources = kinds.map((kind) => SOURCES[kind](context, id));
  const [[member], entries] = await readBatch(db, [
    selectMember(context, id),
    db.all<TimelineRow>(sql`select * from (${unionOf(sources)})
      where ${paging.after ?? sql`1`} order by ${paging.order} limit ${paging.limit}`),
  ]);
  if (!member) throw errors.not_found();
  return paging.toPage(entries, ({ position: _, ...entry }) => entry as TimelineEntry);
}

/** A member's permissions, and how they got them. @throws AppError not_found */
export async function explainPermissions(context: MemberContext, { id }: ById): Promise<MemberPermissions> {
  const { db } = context;
  const newest = (which: SQL) =>
    db
      .select()
      .from(memberHistory)
      .where(and(eq(memberHistory.memberId, id), which))
      .orderBy(desc(memberHistory.id))
      .limit(1);
  const [[member], [role], [given], [ended]] = await readBatch(db, [
    selectMember(context, id),
    db
      .select({ key: roles.key, permissions: roles.permissions })
      .from(members)
      .innerJoin(roles, eq(roles.id, members.roleId))
      .where(eq(members.id, id)),
    newest(inArray(memberHistory.action, ["joined", "role"])),
    newest(eq(memberHistory.action, "status")),
  ]);
  if (!member || !role) throw errors.not_found();
  const isActive = member.status === "active";
  const granted = isActive ? permissionsOf(role.key as SystemRole | null, role.permissions) : [];
  return {
    role: member.role,
    by: isActive ? (role.key === "administrator" ? "administrator" : "role") : "inactive",
    permissions: [...granted].sort(),
    given: given ? { at: given.createdAt, by: given.performedBy, because: given.because } : null,
    ended: !isActive && ended ? { at: ended.createdAt, by: ended.performedBy } : null,
  };
}
