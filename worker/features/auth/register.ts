import { eq, type SQL, sql } from "drizzle-orm";
import { actorWithoutSession, type MemberActor } from "../../lib/actor.ts";
import { assertRecent, type SystemContext } from "../../lib/context.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { guard, once, write } from "../../lib/guard.ts";
import type { KeptSession } from "../../lib/http/session-cookie.ts";
import { guardUnlocked } from "../../lib/pause.ts";
import { takeOwnPlace } from "../../lib/scrypt.ts";
import { invalidField } from "../../lib/validation.ts";
import { type CurrentUser, type ProfileRow, selectProfiles, toCurrentUser } from "../account/index.ts";
import { insertMember, members } from "../members/index.ts";
import { insertWebsiteProspect } from "../prospects/index.ts";
import { sourceOf } from "../referrals/index.ts";
import { grantableRoleId, guardGrantable, roles } from "../roles/index.ts";
import { endOfNew, insertSession, newToken } from "../sessions/index.ts";
import { FIRST_ORGANIZATION, selectRegistration } from "../settings/index.ts";
import {
  insertUser,
  isSignInNameUnlike,
  signInColumns,
  skeletonOf,
  userIdByName,
  users,
} from "../users/index.ts";
import { admit, countAttempt } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { RegisterInput } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";
import { hashNewPassword, selectPasswordRules } from "./new-password.ts";
import { placeOf, type Visitor } from "./visitor.ts";

/** A new user, with their session if they registered themselves. */
export type Registration = { user: CurrentUser; session: KeptSession | null };

/**
 * Creates a user. An actor with admin.users adds a member, with display name and role, once for each idempotency key. Any
 * other caller registers, becomes a prospect at intro and is signed in.
 * @param by the code of the link by which a visitor came
 * @throws AppError invalid_input, registration_closed, forbidden for a role without admin.users, reauthentication_required with
 * admin.users, role_not_yours, username_taken, username_alike, display_name_taken, too_many_attempts, line_full, restoring, as `hashNewPassword`
 */
export async function register(
  context: SystemContext,
  actor: MemberActor | null,
  input: RegisterInput,
  visitor: Visitor,
  by: string | null = null,
): Promise<Registration> {
  const { db, language, now } = context;
  const { username, password, role } = input;
  const admin = actor?.permissions.has("admin.users") ? actor : null;
  if (role !== undefined && !admin) throw errors.forbidden({ permission: "admin.users" });
  if (admin) assertRecent(admin, now);
  using place = admin ? takeOwnPlace(admin.userId) : placeOf(visitor);
  const visit = admin ? null : await admitVisitor(context, visitor);
  const organizationId = admin?.organizationId ?? visit?.organizationId ?? 0;
  const roleId = admin && role ? grantableRoleId(admin, role) : null;
  const name = input.displayName || username;
  const person = { username, displayName: name, email: input.email || null };
  const token = admin ? null : newToken();
  const userId = userIdByName(username);
  if (visit) assertUnlike(visit.names, person);
  const rules = visit ? visit.rules : (await selectPasswordRules(db, sql`${organizationId}`))[0];
  const passwordHash = await hashNewPassword(context, place, password, rules, username, name);
  const missing = admin && (["displayName", "role"] as const).find((field) => !input[field]);
  if (missing) throw invalidField(missing, language, "required");
  const acting = { ...context, actor: admin ?? actorWithoutSession("user", organizationId, name) };
  const taken = authErrors.username_taken({ username });
  const steps = [
    guardUnlocked(organizationId),
    ...(roleId ? [guardGrantable(acting.actor, roleId, role ?? "")] : []),
    guard(sql`not exists ${userId}`, taken),
    guard(isSignInNameUnlike(null, username), authErrors.username_alike({ username })),
    insertUser(context, {
      ...person,
      ...signInColumns(username),
      organizationId,
      passwordHash,
      ...(admin ? {} : { language, signedInAt: now.toISOString() }),
    }),
    ...(roleId
      ? insertMember(acting, { userId, roleId })
      : insertWebsiteProspect(
          acting,
          { ...person, userId },
          by === null ? null : sourceOf(organizationId, by),
        )),
    ...(token ? insertSession(context, { userId, token, method: "password", ...visitor }) : []),
    authAudit.write(acting, {
      action: admin ? "user.added" : "user.registered",
      entity: { id: admin ? userId : sql`(select id from prospects where user_id = ${userId})`, name },
    }),
  ];
  const byId = (id: SQL) => selectProfiles(db).where(eq(users.id, id));
  return once(
    acting,
    users,
    async (isFirst, key) => {
      const results = await write(db, [...isFirst, ...steps, ...key, byId(userId)], { sign_in_name: taken });
      const [profile] = results.at(-1) as [ProfileRow];
      return {
        user: toCurrentUser(profile),
        session: token ? { token, endsAt: endOfNew(context, profile) } : null,
      };
    },
    async (added) => {
      const [profile] = await byId(added);
      return profile && { user: toCurrentUser(profile), session: null };
    },
  );
}

/** @returns organization, protected names, password rules. @throws AppError registration_closed, too_many_attempts */
async function admitVisitor(context: SystemContext, visitor: Visitor) {
  const [[open], counted, waiting, [standing], [rules]] = await readBatch(context.db, [
    selectRegistration(context.db),
    ...countAttempt(context, { kind: "registration", from: visitor.address }),
    selectStandingNames(context.db),
    selectPasswordRules(context.db, FIRST_ORGANIZATION),
  ]);
  admit(counted, waiting, context.now);
  if (!open?.isOn) throw authErrors.registration_closed();
  return { organizationId: open.organizationId, names: standing?.names ?? "[]", rules };
}

/** Most names that a new one is compared with, those of the highest roles first. */
const COMPARED = 120;

const permissionsOfMember = sql`(select permission.value from ${roles} plain, json_each(plain.permissions) permission
  where plain.organization_id = ${FIRST_ORGANIZATION} and plain.key = 'member')`;

/** SQL: usernames and display names, as JSON, of active members with more permissions than the Member role. */
const standing: SQL<string> = sql<string>`(select json_group_array(json_array(username, display_name)) from (
  select ${users.username}, ${users.displayName}
  from (select id from ${roles}
    where organization_id = ${FIRST_ORGANIZATION}
      and (key = 'administrator' or exists (select 1 from json_each(permissions) where value not in ${permissionsOfMember}))
    order by priority desc limit 100) higher
  cross join ${members} on ${members.roleId} = higher.id and ${members.status} = 'active'
  cross join ${users} on ${users.id} = ${members.userId}
  limit ${COMPARED}))`;

/** The statement that reads the names that visitors cannot imitate. */
export const selectStandingNames = (db: Db) => db.all<{ names: string }>(sql`select ${standing} as names`);

/** The test whether a name imitates another. @param names of `selectStandingNames` */
export function imitating(names: string): (name: string) => boolean {
  const known = new Set((JSON.parse(names) as [string, string][]).flat().map(skeletonOf));
  return (name) => known.has(skeletonOf(name));
}

/** Refuses a visitor whose name imitates another. @throws AppError display_name_taken */
function assertUnlike(names: string, own: { username: string; displayName: string }): void {
  if ([own.username, own.displayName].some(imitating(names)))
    throw authErrors.display_name_taken({ name: own.displayName });
}
