import { and, desc, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import { type Actor, type Context, performerOf, type SystemContext } from "../../lib/context.ts";
import { type Db, guard, isRefused, jsonList, runBatch } from "../../lib/db/client.ts";
import { SYSTEM_PERMISSIONS, type SystemRole } from "../../lib/permissions.schema.ts";
import type { Language } from "../../lib/wire.schema.ts";
import type { UserSession } from "../account/account.schema.ts";
import { audit } from "../activity/list.ts";
import { sessions } from "../auth/auth.table.ts";

const LIFE_MS = 30 * 24 * 3_600_000;
/** A session in use is renewed at most this often, so that reading does not write. */
const RENEW_AFTER_MS = 24 * 3_600_000;

/** A new session token: 256 random bits, base64url. */
export function newToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** SHA-256 of a token in hexadecimal, as stored. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

type IdentityRow = {
  sessionId: number;
  lastSeenAt: string;
  userId: number;
  organizationId: number;
  name: string;
  language: Language | null;
  memberId: number | null;
  memberStatus: string | null;
  roleId: number | null;
  roleKey: SystemRole | null;
  roleName: string | null;
  rolePriority: number | null;
  roleVersion: number | null;
  permissions: string | null;
};

/** Who somebody is, as one of their sessions says. */
export type Identity = Omit<Actor, "revisions">;

const IDENTITY = sql.raw(`
  s.id as sessionId, s.last_seen_at as lastSeenAt, u.id as userId,
  u.organization_id as organizationId, u.display_name as name, u.language,
  m.id as memberId, m.status as memberStatus,
  r.id as roleId, r.key as roleKey, r.name as roleName, r.priority as rolePriority,
  r.version as roleVersion, r.permissions`);
const OF_SESSIONS = sql.raw(`
  from sessions s
  join users u on u.id = s.user_id
  left join members m on m.user_id = u.id
  left join roles r on r.id = m.role_id`);

function identityOf(row: IdentityRow): Identity {
  const isActive = row.memberStatus === "active";
  return {
    userId: row.userId,
    sessionId: row.sessionId,
    organizationId: row.organizationId,
    name: row.name,
    language: row.language,
    memberId: isActive ? row.memberId : null,
    role:
      isActive && row.roleId !== null
        ? {
            id: row.roleId,
            key: row.roleKey,
            name: row.roleName ?? "",
            priority: row.rolePriority ?? 0,
            version: row.roleVersion ?? 0,
          }
        : null,
    permissions: isActive
      ? permissionsOf(row.roleKey, JSON.parse(row.permissions ?? "[]") as string[])
      : new Set(),
  };
}

/**
 * Who a session token belongs to, with role, permissions and the organization's revisions, in one round
 * trip. `renew` says that the session's life should be extended.
 */
export async function findActor(
  db: Db,
  token: string,
  now: Date,
): Promise<{ actor: Actor; renew: boolean } | null> {
  const tokenHash = await hashToken(token);
  const row = await db.get<(IdentityRow & { revisions: string | null }) | undefined>(sql`
    select ${IDENTITY},
      (select json_group_object(topic, revision) from revisions
        where organization_id = u.organization_id) as revisions
    ${OF_SESSIONS}
    where s.token_hash = ${tokenHash} and s.expires_at > ${now.toISOString()}`);
  if (!row) return null;
  return {
    actor: {
      ...identityOf(row),
      revisions: JSON.parse(row.revisions ?? "{}") as Record<string, number>,
    },
    renew: now.getTime() - Date.parse(row.lastSeenAt) > RENEW_AFTER_MS,
  };
}

/** Who those of some sessions are that have not ended, by session id; one round trip. */
export async function findIdentities(
  db: Db,
  sessionIds: readonly number[],
  now: Date,
): Promise<Map<number, Identity>> {
  const rows = await db.all<IdentityRow>(sql`
    select ${IDENTITY} ${OF_SESSIONS}
    where s.id in ${jsonList(sessionIds)} and s.expires_at > ${now.toISOString()}`);
  return new Map(rows.map((row) => [row.sessionId, identityOf(row)]));
}

/** What a role holds; the administrator role holds everything, whatever its row says. */
export function permissionsOf(key: SystemRole | null, stored: readonly string[]): Set<string> {
  const held = new Set(stored);
  if (key === "administrator") for (const each of Object.keys(SYSTEM_PERMISSIONS)) held.add(each);
  return held;
}

const lifeFrom = (now: Date) => ({
  lastSeenAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + LIFE_MS).toISOString(),
});

/** Extends a session's sliding life from now. */
export async function touchSession(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.update(sessions).set(lifeFrom(now)).where(eq(sessions.id, sessionId));
}

/** The statement that stores a new session, for the batch of the sign-in. */
export function insertSession(
  db: Db,
  session: {
    userId: number | SQL;
    tokenHash: string;
    method: "password" | "discord";
    userAgent: string | null;
  },
  now: Date,
) {
  return db.insert(sessions).values({
    ...session,
    userAgent: session.userAgent?.slice(0, 300) ?? null,
    createdAt: now.toISOString(),
    ...lifeFrom(now),
  });
}

/**
 * Ends the session of a token. A token that has none is fine: the person wanted to be signed out.
 * @returns whose organization it was, null without a session
 */
export async function signOut({ db, now }: SystemContext, token: string): Promise<number | null> {
  const found = await findActor(db, token, now);
  if (!found) return null;
  const { actor } = found;
  await runBatch(db, [
    db.delete(sessions).where(eq(sessions.id, actor.sessionId)),
    audit(
      db,
      actor.organizationId,
      performerOf(actor),
      { action: "user.signed_out", entity: { id: actor.userId, name: actor.name } },
      now,
    ),
  ]);
  return actor.organizationId;
}

/** The caller's sessions, the newest first. */
export async function listSessions({ db, actor, now }: Context): Promise<UserSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, actor.userId), gt(sessions.expiresAt, now.toISOString())))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);
  return rows.map(({ id, method, userAgent, createdAt, lastSeenAt }) => ({
    id,
    method,
    userAgent,
    createdAt,
    lastSeenAt,
    current: id === actor.sessionId,
  }));
}

/** Ends one of the caller's sessions; false when the caller has no such session. */
export async function endSessionOf(context: Context, sessionId: number): Promise<boolean> {
  const { db, actor } = context;
  const theirs = and(eq(sessions.id, sessionId), eq(sessions.userId, actor.userId));
  try {
    await runBatch(db, [
      guard(db, sql`exists (select 1 from ${sessions} where ${theirs})`),
      db.delete(sessions).where(theirs),
      auditSessionsEnded(context),
    ]);
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
  return true;
}

/** Ends all of the caller's sessions but the one they are using. */
export async function endOtherSessions(context: Context): Promise<void> {
  const { db, actor } = context;
  await runBatch(db, [
    db.delete(sessions).where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId))),
    auditSessionsEnded(context),
  ]);
}

const auditSessionsEnded = ({ db, actor, now }: Context) =>
  audit(
    db,
    actor.organizationId,
    performerOf(actor),
    { action: "user.sessions_ended", entity: { id: actor.userId, name: actor.name } },
    now,
  );

/** Deletes sessions that have run out. */
export function deleteExpiredSessions(db: Db, now: Date) {
  return db.delete(sessions).where(lte(sessions.expiresAt, now.toISOString()));
}

/** The statement that ends all of a user's sessions, for the batch of whatever takes their access away. */
export const endSessionsOfUser = (db: Db, userId: number) =>
  db.delete(sessions).where(eq(sessions.userId, userId));

/** The statement that ends the Discord sessions of people who left the server. */
export const endDiscordSessions = (db: Db, organizationId: number, discordIds: string) =>
  db.run(sql`delete from ${sessions} where method = 'discord' and user_id in (
    select id from users where organization_id = ${organizationId}
      and discord_id in (select value from json_each(${discordIds})))`);
