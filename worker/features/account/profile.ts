import { eq, getTableColumns, sql } from "drizzle-orm";
import { defineAudit, readBy } from "../../lib/audit.ts";
import { avatarUrl } from "../../lib/avatar.ts";
import type { ById, MemberContext } from "../../lib/context.ts";
import type { Db } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { errors } from "../../lib/errors.ts";
import { write } from "../../lib/guard.ts";
import { pauses } from "../../lib/pause.table.ts";
import type { Permission, SystemRole } from "../../lib/permissions.schema.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { members } from "../members/index.ts";
import { permissionsOf, roles } from "../roles/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { isSecondFactorAsked } from "../sessions/index.ts";
import { mayComeIn, organizations, settingNumber } from "../settings/index.ts";
import { changeUserLanguage, users } from "../users/index.ts";
import type { CurrentUser, LanguageInput, UserRole } from "./account.schema.ts";

const LANGUAGES: Record<string, Record<Language, string>> = {
  en: { en: "English", da: "engelsk" },
  da: { en: "Danish", da: "dansk" },
};

export const accountAudit = defineAudit(
  { "user.language": readBy("private")("{actor} changed language", "{actor} skiftede sprog") },
  {
    fields: { "user.language": { en: "Language", da: "Sprog" } },
    detailText: (_, value, language) => LANGUAGES[value]?.[language] ?? null,
  },
);

export const selectProfiles = (db: Db) =>
  db
    .select({
      ...getTableColumns(users),
      organizationName: organizations.name,
      memberId: aliased(members.id, "member_id"),
      memberStatus: members.status,
      joinedAt: members.joinedAt,
      roleId: members.roleId,
      roleKey: roles.key,
      role: aliased(roles.name, "role_name"),
      permissions: roles.permissions,
      rsiHandle: rsiAccounts.handle,
      pausedSince: aliased(pauses.since, "paused_since"),
      isLocked: pauses.isLocked,
      isAskedForFactor: isSecondFactorAsked(users.organizationId, sql`roles`)
        .mapWith(Boolean)
        .as("asked_for_factor"),
      sessionDays: settingNumber(users.organizationId, "session_days").as("session_days"),
      mayComeIn: mayComeIn(users.organizationId, users.id).mapWith(Boolean).as("may_come_in"),
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(members, eq(members.userId, users.id))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .leftJoin(rsiAccounts, eq(rsiAccounts.userId, users.id))
    .leftJoin(pauses, eq(pauses.organizationId, users.organizationId));

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof selectProfiles>["execute"]>>[number];

export function toCurrentUser(row: ProfileRow): CurrentUser {
  const isMember = row.memberStatus === "active" && row.memberId !== null;
  const granted = isMember
    ? permissionsOf(row.roleKey as SystemRole | null, row.permissions ?? [])
    : new Set<string>();
  const { id, username, displayName, email, organizationId, organizationName, language } = row;
  const { discordId, rsiHandle, createdAt } = row;
  return {
    ...{ id, username, displayName, email, organizationId, organizationName, language },
    ...{ discordId, rsiHandle, createdAt },
    avatarUrl: avatarUrl(discordId, row.avatar),
    role: isMember ? row.role : null,
    roleKey: isMember ? row.roleKey : null,
    permissions: [...granted].sort() as Permission[],
    member: isMember
      ? { id: row.memberId as number, joinedAt: row.joinedAt ?? createdAt, status: "active" }
      : null,
    applies: !isMember && row.mayComeIn,
    rsiVerified: rsiHandle !== null,
    signInMethods: [
      ...(row.passwordHash ? (["password"] as const) : []),
      ...(discordId ? (["discord"] as const) : []),
    ],
    isHeldBack: false,
    pause:
      row.isLocked || (row.pausedSince && granted.has("admin.system"))
        ? { since: row.pausedSince ?? "", isLocked: row.isLocked === true }
        : null,
  };
}

/** A user whose permissions are withheld until they have a second factor. */
export const heldBack = (user: CurrentUser): CurrentUser => ({ ...user, permissions: [], isHeldBack: true });

export async function getCurrentUser({ db, actor }: MemberContext): Promise<CurrentUser> {
  const [row] = await selectProfiles(db).where(eq(users.id, actor.userId));
  if (!row) throw errors.signed_out();
  const user = toCurrentUser(row);
  if (actor.isHeldBack) return heldBack(user);
  return { ...user, permissions: user.permissions.filter((each) => actor.permissions.has(each)) };
}

/** Reads the role and permissions of the caller, or with admin.users of any user. @throws AppError not_found */
export async function getUserRole({ db, actor }: MemberContext, { id }: ById): Promise<UserRole> {
  const mayRead = id === actor.userId || actor.permissions.has("admin.users");
  const [row] = mayRead ? await selectProfiles(db).where(eq(users.id, id)) : [];
  if (!row || row.organizationId !== actor.organizationId) throw errors.not_found();
  const { role, roleKey, permissions } = toCurrentUser(row);
  return { id: role === null ? null : row.roleId, key: roleKey, name: role, permissions };
}

export async function changeLanguage(context: MemberContext, { language }: LanguageInput) {
  const { db, actor } = context;
  if (language === actor.language) return { language };
  const entity = { id: actor.userId, name: actor.name };
  const details = { from: actor.language, to: language };
  await write(db, [
    changeUserLanguage(context, actor.userId, language),
    accountAudit.write(context, { action: "user.language", entity, details }),
  ]);
  return { language };
}
