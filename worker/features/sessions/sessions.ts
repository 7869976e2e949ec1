import { and, desc, eq, gt, lte, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { ActorRole, UserActor } from "../../lib/actor.ts";
import { defineAudit, sessionMark } from "../../lib/audit.ts";
import type { SystemContext, UserContext } from "../../lib/context.ts";
import { type Db, jsonList, readBatch } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard, write } from "../../lib/guard.ts";
import { SESSION_DAYS } from "../../lib/http/access.ts";
import type { FoundSession } from "../../lib/http/app.ts";
import { SYSTEM_PERMISSIONS, type SystemRole } from "../../lib/permissions.schema.ts";
import { settingIsOn } from "../settings/index.ts";
import { forgetDevices, users } from "../users/index.ts";
import type { SessionOfUser, UserSession } from "./sessions.schema.ts";
import { sessions } from "./sessions.table.ts";
import { hashToken, sessionIdOf } from "./token.ts";
import { readDevice } from "./user-agent.schema.ts";

export const sessionAudit = defineAudit({
  "user.signed_out": { audience: "private", en: "{actor} signed out", da: "{actor} loggede ud" },
  "user.sessions_ended": {
    audience: "private",
    en: "{actor} ended other sessions",
    da: "{actor} afsluttede andre sessioner",
  },
});

/** A session in use is renewed at most this often, so that reading does not write. */
const RENEW_AFTER_HOURS = 24;

/** What a role holds; the administrator role holds every permission, whatever its row says. */
export function permissionsOf(key: SystemRole | null, stored: readonly string[]): Set<string> {
  const held = new Set(stored);
  if (key === "administrator") for (const each of SYSTEM_PERMISSIONS) held.add(each);
  return held;
}

/** The rank that a role gives: members below it can be changed by its holders (see `outranks`). */
const rankOf = (key: SystemRole | null, priority: number): number =>
  key === "administrator" ? Number.POSITIVE_INFINITY : priority;

/** SQL condition: a role, given as its alias, is one of the administration; null where there is none. */
export const isOfAdministration = (role: SQLWrapper): SQL =>
  sql`(${role}.key = 'administrator' or ${role}.permissions like '%"admin.%')`;

/** SQL condition: an organization asks the holders of a role, given as its alias, for a second factor. */
export const isSecondFactorAsked = (organizationId: SQLWrapper, role: SQLWrapper): SQL =>
  sql`(${settingIsOn(organizationId, "require_second_factor")} and ${isOfAdministration(role)})`;

/** SQL condition: a user has neither an authenticator app nor a passkey. */
export const hasNoFactor = (userId: SQLWrapper): SQL =>
  sql`(not exists (select 1 from passkeys where user_id = ${userId})
    and not exists (select 1 from authenticators where user_id = ${userId} and confirmed_at is not null))`;

type SessionRow = Omit<UserActor, "kind" | "role" | "rank" | "permissions" | "isHeldBack"> & {
  isHeldBack: 0 | 1;
  lastSeenAt: string;
  /** The role of an active member as JSON, and what it stores as permissions. */
  role: string | null;
  permissions: string | null;
  revisions: string | null;
  isDebugging: 0 | 1;
};

/** Sessions that have not ended, with what their users may do. */
const selectSessions = (which: SQL, now: Date, revisions = sql`null`) => sql`
  select s.id as sessionId, s.last_seen_at as lastSeenAt, u.id as userId,
    u.organization_id as organizationId, u.display_name as name, u.language, m.id as memberId, r.permissions,
    case when r.id is not null then json_object('id', r.id, 'key', r.key, 'name', r.name,
      'priority', r.priority, 'version', r.version) end as role, ${revisions} as revisions,
    ${settingIsOn(sql`u.organization_id`, "debug_mode")} as isDebugging,
    max(s.created_at, coalesce(s.verified_at, '')) as provenAt,
    s.method = 'password' and coalesce(${isSecondFactorAsked(sql`u.organization_id`, sql`r`)}, 0) and ${hasNoFactor(sql`u.id`)} as isHeldBack
  from sessions s
  join users u on u.id = s.user_id
  left join members m on m.user_id = u.id and m.status = 'active'
  left join roles r on r.id = m.role_id
  where ${which} and s.expires_at > ${now.toISOString()}`;

function toActor(row: SessionRow): UserActor {
  const { lastSeenAt: _, revisions: _of, isDebugging: _is, role: json, permissions, ...user } = row;
  const isHeldBack = row.isHeldBack === 1;
  const role = json === null || isHeldBack ? null : (JSON.parse(json) as ActorRole);
  return {
    ...user,
    kind: "user",
    isHeldBack,
    memberId: isHeldBack ? null : user.memberId,
    role,
    rank: role ? rankOf(role.key, role.priority) : 0,
    permissions: role ? permissionsOf(role.key, JSON.parse(permissions ?? "[]") as string[]) : new Set(),
  };
}

/** The session of a token with its user's role and permissions and the organization's revisions; one round trip. */
export async function findSession(db: Db, token: string, now: Date): Promise<FoundSession | null> {
  const revisions = sql`(select json_group_object(topic, revision) from revisions
    where organization_id = u.organization_id)`;
  const row = await db.get<SessionRow | undefined>(
    selectSessions(sql`s.id = ${sessionIdOf(token)} and s.token_hash = ${hashToken(token)}`, now, revisions),
  );
  return row
    ? {
        actor: toActor(row),
        revisions: JSON.parse(row.revisions ?? "{}") as Record<string, number>,
        isDebugging: row.isDebugging === 1,
        isDue: row.lastSeenAt < hoursFrom(now, -RENEW_AFTER_HOURS),
      }
    : null;
}

/** The users of some sessions, without those that have ended; one round trip. */
export async function findSessions(db: Db, sessionIds: readonly number[], now: Date): Promise<UserActor[]> {
  const rows = await db.all<SessionRow>(selectSessions(sql`s.id in ${jsonList(sessionIds)}`, now));
  return rows.map(toActor);
}

const lifeFrom = (now: Date) => ({
  lastSeenAt: now.toISOString(),
  expiresAt: hoursFrom(now, SESSION_DAYS * 24),
});

/** Extends a session's sliding life from now. */
export async function extendSession(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.update(sessions).set(lifeFrom(now)).where(eq(sessions.id, sessionId));
}

type NewSession = Pick<UserSession, "method" | "userAgent" | "network" | "place"> & {
  userId: number | SQL;
  token: string;
  secondFactor?: typeof sessions.$inferInsert.secondFactor;
};

/** The statement that stores a new session, for the batch of the sign-in. */
export const insertSession = (
  { db, now }: SystemContext,
  { userId, token, method, userAgent, network, place, secondFactor = null }: NewSession,
) =>
  db.insert(sessions).values({
    id: sessionIdOf(token),
    userId,
    method,
    network,
    place,
    secondFactor,
    tokenHash: hashToken(token),
    userAgent: userAgent?.slice(0, 300) ?? null,
    createdAt: now.toISOString(),
    ...lifeFrom(now),
  });

/** The statement that notes that the caller has just proved who they are. */
export const markProven = ({ db, actor, now }: UserContext) =>
  db.update(sessions).set({ verifiedAt: now.toISOString() }).where(eq(sessions.id, actor.sessionId));

/**
 * The guard that the session of the request has not ended meanwhile, for what gives its user another way to sign in.
 * @throws AppError signed_out, in the batch
 */
export const stillSignedIn = ({ actor }: UserContext): Guard =>
  guard(sql`exists (select 1 from ${sessions} where id = ${actor.sessionId})`, errors.signed_out());

/** Ends the session of a token. @returns the user's organization, null where there was no session */
export async function signOut(context: SystemContext, token: string): Promise<number | null> {
  const { db, now } = context;
  const found = await findSession(db, token, now);
  if (!found) return null;
  const { sessionId, organizationId } = found.actor;
  const signedOut = record({ ...context, actor: found.actor }, "user.signed_out");
  await write(db, [db.delete(sessions).where(eq(sessions.id, sessionId)), signedOut]);
  return organizationId;
}

const record = (context: UserContext, action: "user.signed_out" | "user.sessions_ended") =>
  sessionAudit.write(context, { action, entity: { id: context.actor.userId, name: context.actor.name } });

const { id, method, userAgent, network, place, secondFactor, createdAt, lastSeenAt } = sessions;

/** The statement that reads a user's sessions that have not ended, the newest first. */
const selectOf = ({ db, now }: SystemContext, userId: number) =>
  db
    .select({ id, method, userAgent, network, place, secondFactor, createdAt, lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now.toISOString())))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);

/** The caller's sessions, the newest first. */
export async function listSessions(context: UserContext): Promise<UserSession[]> {
  const { actor } = context;
  const rows = await selectOf(context, actor.userId);
  return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
}

/** The sessions of a user of the caller's organization, the newest first. @throws AppError not_found */
export async function listSessionsOfUser(context: UserContext, userId: number): Promise<SessionOfUser[]> {
  const { db, actor } = context;
  const [[user], rows] = await readBatch(db, [
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.organizationId, actor.organizationId))),
    selectOf(context, userId),
  ]);
  if (!user) throw errors.not_found();
  return rows.map(({ id, ...row }) => ({ ...row, mark: sessionMark(id) }));
}

/** The device behind a user agent, for a sentence: names are the products' own. */
export function deviceInWords(userAgent: string | null): string {
  const { browser, system } = readDevice(userAgent);
  return [browser, system].filter((each) => each !== null).join(", ") || "–";
}

/** Ends one of the caller's sessions, and forgets their devices: it may have been a stranger's. @throws AppError not_found */
export async function endSession(context: UserContext, sessionId: number): Promise<void> {
  const { db, actor } = context;
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, actor.userId));
  await write(db, [
    guard(sql`exists (select 1 from ${sessions} where ${own})`, errors.not_found()),
    db.delete(sessions).where(own),
    forgetDevices(context, actor.userId),
    record(context, "user.sessions_ended"),
  ]);
}

/** Ends all of the caller's sessions but the one of the request, and forgets their devices. */
export async function endOtherSessions(context: UserContext): Promise<void> {
  const { db, actor } = context;
  const others = and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId));
  await write(db, [
    db.delete(sessions).where(others),
    forgetDevices(context, actor.userId),
    record(context, "user.sessions_ended"),
  ]);
}

/** The statement that deletes sessions that have expired. */
export const deleteExpiredSessions = ({ db, now }: SystemContext) =>
  db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString()));

/** The statement that ends all sessions of a user, but for one that is kept. */
export const endSessionsOfUser = (db: Db, userId: number, keptId: number | null = null) =>
  db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keptId === null ? undefined : ne(sessions.id, keptId)));

/**
 * The statement that ends the caller's other sessions that a password alone began, while they have no second factor: the
 * first one would otherwise vouch for them, too.
 */
export const endUnprovenSessions = ({ db, actor }: UserContext) =>
  db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, actor.userId),
        ne(sessions.id, actor.sessionId),
        eq(sessions.method, "password"),
        hasNoFactor(sessions.userId),
      ),
    );

/** The statement that ends the Discord sessions of people who left the server. */
export const endDiscordSessions = (db: Db, organizationId: number, discordIds: string) =>
  db.run(sql`delete from ${sessions} where method = 'discord' and user_id in (
    select id from users where organization_id = ${organizationId}
      and discord_id in (select value from json_each(${discordIds})))`);
