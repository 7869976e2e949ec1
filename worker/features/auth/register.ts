import { eq, sql } from "drizzle-orm";
import { actorWithoutSession, type UserActor } from "../../lib/actor.ts";
import type { SystemContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { idempotencyKeys, recordOfKey } from "../../lib/db/idempotency.table.ts";
import { errors } from "../../lib/errors.ts";
import { guard, write } from "../../lib/guard.ts";
import { type CurrentUser, type ProfileRow, selectProfiles, toCurrentUser } from "../account/index.ts";
import { grantableRoleId, insertMember, needProof, requireGrantable } from "../members/index.ts";
import { insertWebsiteProspect } from "../prospects/index.ts";
import { insertSession, newToken } from "../sessions/index.ts";
import { selectRegistration } from "../settings/index.ts";
import { insertUser, isSignInNameUnlike, signInColumns, userIdByName, users } from "../users/index.ts";
import { admit, countAttempt } from "./attempts.ts";
import { authErrors } from "./auth.errors.ts";
import type { RegisterInput } from "./auth.schema.ts";
import { authAudit } from "./auth.texts.ts";
import { refuseLookAlikes, selectStandingNames } from "./look-alikes.ts";
import { hashPassword, isGuessable } from "./passwords.ts";
import type { Visitor } from "./visitor.ts";

type Registration = { user: CurrentUser; token: string | null };

/**
 * Creates a user. An actor with admin.users adds one, with a role if given, and once for each idempotency key; any other caller registers themselves,
 * becomes a prospect at intro and is signed in. @throws AppError registration_closed, forbidden (a role without
 * admin.users), reauthentication_required (to add one with a role), role_not_yours, username_taken, username_alike, display_name_taken, weak_password, too_many_attempts
 */
export async function register(
  context: SystemContext,
  actor: UserActor | null,
  input: RegisterInput,
  visitor: Visitor,
): Promise<Registration> {
  const { db, idempotencyKey } = context;
  const admin = actor?.permissions.has("admin.users") ? actor : null;
  if (input.role !== undefined && !admin) throw errors.forbidden({ permission: "admin.users" });
  if (admin && input.role !== undefined) needProof({ ...context, actor: admin });
  if (isGuessable(input.password, input.username)) throw authErrors.weak_password();
  const visit = admin ? null : await admitVisitor(context, visitor);
  const organizationId = admin?.organizationId ?? visit?.organizationId ?? 0;
  const roleId = admin && input.role !== undefined ? grantableRoleId(admin, input.role) : null;
  const person = {
    username: input.username,
    displayName: input.displayName || input.username,
    email: input.email || null,
  };
  const token = admin ? null : newToken();
  const userId = userIdByName(input.username);
  const acting = {
    ...context,
    actor: admin ?? actorWithoutSession("user", organizationId, person.displayName),
  };
  if (visit) refuseLookAlikes(visit.names, person);
  const taken = authErrors.username_taken({ username: input.username });
  const at = context.now.toISOString();
  const key = admin && idempotencyKey ? { userId: admin.userId, key: `users:${idempotencyKey}` } : null;
  const steps = [
    ...(roleId ? [requireGrantable(acting.actor, roleId, input.role ?? "")] : []),
    guard(sql`not exists ${userId}`, taken),
    guard(isSignInNameUnlike(null, input.username), authErrors.username_alike({ username: input.username })),
    insertUser(context, {
      ...person,
      organizationId,
      ...signInColumns(input.username),
      passwordHash: await hashPassword(input.password),
      language: admin ? null : context.language,
      signedInAt: admin ? null : at,
    }),
    ...(roleId
      ? insertMember(acting, { userId, roleId })
      : insertWebsiteProspect(acting, { ...person, userId })),
    ...(token ? [insertSession(context, { userId, token, method: "password", ...visitor })] : []),
    authAudit.write(acting, {
      action: admin ? "user.added" : "user.registered",
      entity: {
        id: admin ? userId : sql`(select id from prospects where user_id = ${userId})`,
        name: person.displayName,
      },
    }),
    ...(key ? [db.insert(idempotencyKeys).values({ ...key, recordId: userId, createdAt: at })] : []),
    selectProfiles(db).where(eq(users.id, userId)),
  ];
  try {
    const results = await write(db, steps, { users_sign_in_name: taken, "users.sign_in_name": taken });
    const [profile] = results.at(-1) as [ProfileRow];
    return { user: toCurrentUser(profile), token };
  } catch (error) {
    // Whatever refused the repeated request: the first one did what it asks for.
    const [added] = key ? await selectProfiles(db).where(eq(users.id, recordOfKey(key))) : [];
    if (!added) throw error;
    return { user: toCurrentUser(added), token: null };
  }
}

/**
 * The organization that a visitor may register with, and the names that theirs cannot come close to.
 * @throws AppError registration_closed, too_many_attempts
 */
async function admitVisitor(context: SystemContext, visitor: Visitor) {
  const [registration, counted, waiting, [standing]] = await readBatch(context.db, [
    selectRegistration(context.db),
    ...countAttempt(context, { kind: "registration", from: visitor.address }),
    selectStandingNames(context.db),
  ]);
  admit(counted, waiting, context.now);
  const [open] = registration;
  if (!open?.isOn) throw authErrors.registration_closed();
  return { organizationId: open.organizationId, names: standing?.names ?? "[]" };
}
