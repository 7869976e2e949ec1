import { and, desc, eq, getTableColumns, gt, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { RECENT_MINUTES, type SessionActor } from "../../lib/actor.ts";
import { defineAudit, readBy, sessionMark } from "../../lib/audit.ts";
import {
  type ById,
  type MemberContext,
  proofMissing,
  type SessionContext,
  type SystemContext,
} from "../../lib/context.ts";
import { type Db, jsonList, readBatch, type Statement } from "../../lib/db/client.ts";
import { hoursFrom } from "../../lib/db/columns.ts";
import { fixedQuery, readRows } from "../../lib/db/fixed.ts";
import { errors } from "../../lib/errors.ts";
import { type Guard, guard, write, writeIf } from "../../lib/guard.ts";
import { SESSION_DAYS } from "../../lib/http/session-cookie.ts";
import type { Sessions } from "../../lib/http/ways-in.ts";
import { mayComeIn, settingNumber } from "../settings/index.ts";
import { forgetDevices, users } from "../users/index.ts";
import type { OrganizationRow, PersonRow } from "./person.ts";
import * as people from "./person.ts";
import type { EndSessionsInput, UserSession } from "./sessions.schema.ts";
import { sessions } from "./sessions.table.ts";
import { hashToken, renewedToken, sessionIdOf } from "./token.ts";
import { readDevice } from "./user-agent.schema.ts";

export const sessionAudit = defineAudit({
  "user.signed_out": readBy("private")("{actor} signed out", "{actor} loggede ud"),
  "user.sessions_ended": readBy("private")(
    "{actor} ended other sessions",
    "{actor} afsluttede andre sessioner",
  ),
});

/** Minutes after which a session in use is extended and its user's last visit stored: each costs rows. */
const USED_MINUTES = 15;

/** Most sessions of a user: another one ends the one used longest ago. */
export const SESSIONS_MOST = 50;
/** Most rows of a request that ends all sessions of a user, in addition to its others. */
export const ENDING_ROWS = 70 + 2 * SESSIONS_MOST;

/** SQL: the latest end of a session, by the setting of its user's organization. */
const endOf = (createdAt: SQLWrapper, organizationId: SQLWrapper): SQL<string> =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${createdAt}, '+' || ${settingNumber(organizationId, "session_days")} || ' days')`;

/** SQL condition: a session is a user's and has not ended. */
export const isSessionOf = (session: SQLWrapper, user: SQLWrapper, now: Date): SQL =>
  sql`exists (select 1 from ${sessions} s join ${users} u on u.id = s.user_id where s.id = ${session}
    and s.user_id = ${user} and min(s.expires_at, ${endOf(sql`s.created_at`, sql`u.organization_id`)}) > ${now.toISOString()})`;

type SessionRow = PersonRow &
  Pick<SessionActor, "sessionId" | "provenAt" | "endsAt"> & { lastSeenAt: string };

/** SQL: when the user of a session `s` last proved their identity. */
const PROVEN_AT = sql`max(s.created_at, coalesce(s.verified_at, ''))`;

/** Unended sessions, with their users' permissions. @param more further columns */
const selectSessions = (which: SQL, now: unknown, more = sql``) =>
  sql`${people.selectPeople(
    sql`sessions s join users u on u.id = s.user_id`,
    sql`s.id as sessionId, ${PROVEN_AT} as provenAt, ${endOf(sql`s.created_at`, sql`u.organization_id`)} as endsAt,
      s.last_seen_at as lastSeenAt ${more}`,
    // A sign-in with Discord requires no second step, which the session does afterwards (see `renewSession`).
    sql`(s.method = 'discord' and s.second_factor is null)`,
  )} where ${which} and s.expires_at > ${now} and endsAt > ${now}`;

function toActor(row: SessionRow): SessionActor {
  const { sessionId, provenAt, endsAt } = row;
  return { ...people.toPerson(row), kind: "user", sessionId, provenAt, endsAt };
}

const sessionQuery = fixedQuery<SessionRow & OrganizationRow>(() => {
  const isToken = sql`s.id = ${sql.placeholder("id")} and s.token_hash = ${sql.placeholder("hash")}`;
  return selectSessions(isToken, sql.placeholder("now"), sql`, ${people.organizationColumns}`);
});

/** The query for the session of a token with its user's role and permissions and the organization's revisions. */
export const querySession: Sessions<SessionRow & OrganizationRow>["query"] = (token, now) => {
  const hash = hashToken(token);
  return {
    key: `session ${hash}`,
    ignored: ["lastSeenAt"],
    statement: sessionQuery({ id: sessionIdOf(token, hash), hash, now: now.toISOString() }),
    toFound: (row) => ({ actor: toActor(row), ...people.toOrganization(row) }),
    isDue: (row) => Date.parse(row.lastSeenAt) < now.getTime() - USED_MINUTES * 60_000,
  };
};

/** The users of sessions that have not ended; one round trip. */
export async function findSessions(db: Db, sessionIds: readonly number[], now: Date) {
  const rows = await db.all<SessionRow>(
    selectSessions(sql`s.id in ${jsonList(sessionIds)}`, now.toISOString()),
  );
  return rows.map(toActor);
}

const lifeFrom = (now: Date) => ({
  lastSeenAt: now.toISOString(),
  expiresAt: hoursFrom(now, SESSION_DAYS * 24),
});

/** Extends a session. A trigger stores the same time as the last visit of its user's membership. */
export async function extendSession(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.update(sessions).set(lifeFrom(now)).where(eq(sessions.id, sessionId));
}

/** The latest end of a session that begins now. @param days the organization's setting */
export const endOfNew = ({ now }: SystemContext, { sessionDays }: { sessionDays: number }): string =>
  hoursFrom(now, sessionDays * 24);

type NewSession = Pick<UserSession, "method" | "userAgent" | "network" | "place"> & {
  userId: number | SQL;
  token: string;
  /** The token of the session that it replaces in the same browser. */
  replaces: string | null;
  secondFactor?: UserSession["secondFactor"] | undefined;
};

/**
 * The statements that store a new session, for the batch of the sign-in, and end the oldest of too many. They overwrite the row
 * of the browser's own session, which costs as many written rows as a new one; a condition checks whose it is, and nobody's is
 * ignored.
 */
export function insertSession({ db, now }: SystemContext, { token, ...session }: NewSession): Statement[] {
  const { userId, method, network, place, secondFactor = null, replaces } = session;
  const userAgent = session.userAgent?.slice(0, 300) ?? null;
  const [id, createdAt, { lastSeenAt, expiresAt }] = [sessionIdOf(token), now.toISOString(), lifeFrom(now)];
  const values = sql`${id}, ${userId}, ${hashToken(token)}, ${method}, ${userAgent}, ${network}, ${place},
    ${secondFactor}, ${createdAt}, ${expiresAt}`;
  const columns = sql`id, user_id, token_hash, method, user_agent, network, place, second_factor, created_at, expires_at`;
  return [
    // Excludes `last_seen_at`, which would also be stored at the membership: the next request extends it.
    ...(replaces
      ? [
          db.run(sql`update ${sessions} set (${columns}, verified_at) = (select ${values}, null)
            where id = ${sessionIdOf(replaces)} and token_hash = ${hashToken(replaces)}`),
        ]
      : []),
    db.run(sql`insert into ${sessions} (${columns}, last_seen_at) select ${values}, ${lastSeenAt}
      where not exists (select 1 from ${sessions} where id = ${id})`),
    db.run(sql`delete from ${sessions} where id in (select id from ${sessions}
      where user_id = (select user_id from ${sessions} where id = ${id}) and id <> ${id}
      order by last_seen_at desc limit -1 offset ${SESSIONS_MOST - 1})`),
  ];
}

/**
 * Renews the session of a caller who has just proved their identity, with a second factor if given: the former token becomes
 * invalid.
 * @returns the new token, and the steps that store it and the proof
 */
export function renewSession(
  context: SessionContext,
  secondFactor?: UserSession["secondFactor"],
): { token: string; steps: (Guard | Statement)[] } {
  const { db, actor, now } = context;
  const token = renewedToken(actor.sessionId);
  const set = {
    tokenHash: hashToken(token),
    verifiedAt: now.toISOString(),
    ...(secondFactor ? { secondFactor } : {}),
  };
  const steps = [guardSession(context), db.update(sessions).set(set).where(eq(sessions.id, actor.sessionId))];
  return { token, steps };
}

/** The statement that stores that the caller has proved a second factor which they add in this session. */
export const markFactorShown = (
  { db, actor, now }: SessionContext,
  secondFactor: NonNullable<UserSession["secondFactor"]>,
) =>
  db
    .update(sessions)
    .set({ verifiedAt: now.toISOString(), secondFactor })
    .where(eq(sessions.id, actor.sessionId));

/** The guard that the caller proved their identity within RECENT_MINUTES, in the session of the request. */
export const guardProven = ({ actor, now }: SessionContext): Guard =>
  guard(
    sql`exists (select 1 from ${sessions} s where s.id = ${actor.sessionId}
      and ${PROVEN_AT} > ${hoursFrom(now, -RECENT_MINUTES / 60)})`,
    proofMissing(actor),
  );

/** The guard that the session of the request has not ended, for changes that add a way to sign in. */
export const guardSession = ({ actor }: SessionContext): Guard =>
  guard(sql`exists (select 1 from ${sessions} where id = ${actor.sessionId})`, errors.signed_out());

/** Ends the session of a token. @returns the user's organization, null without a session */
export async function signOut(context: SystemContext, token: string): Promise<number | null> {
  const { db, now } = context;
  const { statement, toFound } = querySession(token, now);
  const [row] = await readRows(db.$client, statement);
  const found = row && toFound(row);
  if (!found) return null;
  const acting = { ...context, actor: found.actor };
  await write(db, [
    db.delete(sessions).where(eq(sessions.id, found.actor.sessionId)),
    sessionAudit.write(acting, { action: "user.signed_out", entity: entityOf(acting) }),
  ]);
  return found.actor.organizationId;
}

/** The acting user as the record of an audit entry. */
export const entityOf = ({ actor }: MemberContext) => ({ id: actor.userId, name: actor.name });

const endsAt = endOf(sessions.createdAt, users.organizationId);
const { tokenHash, expiresAt, ...columns } = getTableColumns(sessions);
const shown = {
  ...columns,
  expiresAt: sql<string>`min(${expiresAt}, ${endsAt})`.as("shown_expires_at"),
  endsAt: endsAt.as("ends_at"),
};

/** The statement that reads a user's sessions that have not ended, the newest first. */
const selectOf = ({ db, now }: SystemContext, userId: number) =>
  db
    .select(shown)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), gt(sql`shown_expires_at`, now.toISOString())))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);

export async function listSessions(context: SessionContext) {
  const { actor } = context;
  const rows = await selectOf(context, actor.userId);
  return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
}

/** The sessions of a user of the caller's organization, the newest first. @throws AppError not_found */
export async function listSessionsOfUser(context: MemberContext, { id: userId }: ById) {
  const { db, actor } = context;
  const isOurs = and(eq(users.id, userId), eq(users.organizationId, actor.organizationId));
  const [[user], rows] = await readBatch(db, [
    db.select({ id: users.id }).from(users).where(isOurs),
    selectOf(context, userId),
  ]);
  if (!user) throw errors.not_found();
  return rows.map((row) => ({ ...row, mark: sessionMark(row.id) }));
}

/** The browser and system of a user agent, for a sentence in any language. */
export function deviceInWords(userAgent: string | null): string {
  const { browser, system } = readDevice(userAgent);
  return [browser, system].filter((each) => each !== null).join(", ") || "–";
}

/**
 * Ends one of the caller's sessions, or all others, and forgets their devices, since a stranger may have used one. Writes
 * nothing without another session.
 * @throws AppError not_found
 */
export async function endSessions(context: SessionContext, { id }: EndSessionsInput): Promise<void> {
  const { db, actor } = context;
  const which = id === undefined ? ne(sessions.id, actor.sessionId) : eq(sessions.id, id);
  const ended = and(eq(sessions.userId, actor.userId), which);
  const exists = sql`exists (select 1 from ${sessions} where ${ended})`;
  const hasEnded = await writeIf(db, exists, [
    db.delete(sessions).where(ended),
    forgetDevices(context, actor.userId),
    sessionAudit.write(context, { action: "user.sessions_ended", entity: entityOf(context) }),
  ]);
  if (!hasEnded && id !== undefined) throw errors.not_found();
}

export const deleteExpiredSessions = ({ db, now }: SystemContext) =>
  db.run(sql`delete from ${sessions} where id in (select s.id from ${sessions} s join ${users} u on u.id = s.user_id
    where min(s.expires_at, ${endOf(sql`s.created_at`, sql`u.organization_id`)}) <= ${now.toISOString()})`);

/** The statement that ends all sessions of a user, except one to keep. */
export const endSessionsOfUser = (db: Db, userId: number, keptId: number | null = null) =>
  db.run(sql`delete from ${sessions} where user_id = ${userId} and id is not ${keptId}`);

/**
 * The statement that ends other sessions of a caller without a second factor that began with only a password: a first factor
 * would give those its rights, too.
 */
export const endUnprovenSessions = ({ db, actor }: SessionContext) =>
  db.run(sql`delete from ${sessions} where user_id = ${actor.userId} and id <> ${actor.sessionId}
    and method = 'password' and ${people.hasNoFactor(sessions.userId)}`);

/** The statement that ends the Discord sessions of people. @param discordIds JSON */
export const endDiscordSessions = (db: Db, organizationId: number, discordIds: string) =>
  db.run(sql`delete from ${sessions} where method = 'discord' and user_id in (
    select id from users where organization_id = ${organizationId}
      and discord_id in (select value from json_each(${discordIds}))
      and (not ${mayComeIn(organizationId, sql`users.id`)}
        or exists (select 1 from members where user_id = users.id and status = 'active')))`);
