import { and, eq, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { aliased } from "../../lib/db/columns.ts";
import { applicationColumns, contractApplications, isItsForm, isVisibleTo } from "../applications/index.ts";
import { contracts } from "../contracts/index.ts";
import { formVersions } from "../forms/index.ts";
import { members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { users } from "../users/index.ts";
import { standingOf } from "./security-team.policy.ts";
import { type ApplicationDetails, FLAGS, type FlagKind } from "./security-team.schema.ts";
import { securityStates, securityTrials } from "./security-team.table.ts";

/** Most names that a flag shows. */
const MOST_NAMES = 5;

const { id, userId, organizationId, rsiHandle, kind } = contractApplications;

/** SQL value: names of other users who gave or verified the applicant's handle, as JSON. */
const sameHandle = sql<string>`(select json_group_array(display_name) from (select distinct u.display_name from (
    select other.user_id from ${contractApplications} other
      where other.organization_id = ${organizationId} and lower(other.rsi_handle) = lower(${rsiHandle})
        and other.rsi_handle is not null and other.user_id <> ${userId}
    union select account.user_id from ${rsiAccounts} account
      where account.organization_id = ${organizationId} and account.handle_key = lower(${rsiHandle})
        and account.user_id <> ${userId}
    limit ${MOST_NAMES}) o cross join ${users} u on u.id = o.user_id))`;

/** SQL value: when a row's applicant was last declined for the team before, and with which words, as JSON; null for never. */
const declined = sql<string | null>`(select json_array(earlier.decided_at, earlier.message)
    from ${contractApplications} earlier where earlier.user_id = ${userId} and earlier.id < ${id}
      and earlier.kind = 'security' and earlier.status = 'declined' order by earlier.id desc limit 1)`;

/** The statement that reads applications for the team that the actor may see, with the data beside their answers. */
export const selectApplications = ({ db, actor }: Context, which: SQL, isOwn = false) =>
  db
    .select({
      ...applicationColumns,
      joinedAt: members.joinedAt,
      isInDiscord: members.inDiscord,
      roleName: aliased(roles.name, "role_name"),
      ...{ holdReason: securityStates.holdReason, heldAt: securityStates.heldAt },
      ...{ cleared: securityStates.cleared, steps: securityStates.steps },
      trialId: aliased(securityTrials.id, "trial_id"),
      trialVersion: aliased(securityTrials.version, "trial_version"),
      ...{ from: securityTrials.fromDay, endsOn: securityTrials.endsOn, outcome: securityTrials.outcome },
      sameHandle: sameHandle.as("same_handle"),
      declined: declined.as("declined_before"),
      standing: standingOf(actor).as("standing"),
    })
    .from(contractApplications)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(contracts, eq(contracts.id, contractApplications.contractId))
    .leftJoin(rsiAccounts, eq(rsiAccounts.userId, userId))
    .leftJoin(formVersions, isItsForm)
    .leftJoin(members, eq(members.userId, userId))
    .leftJoin(roles, eq(roles.id, members.roleId))
    .leftJoin(securityStates, eq(securityStates.id, id))
    .leftJoin(securityTrials, and(eq(securityTrials.userId, userId), eq(securityTrials.applicationId, id)))
    .where(and(which, sql`${kind} = 'security'`, isOwn ? undefined : isVisibleTo(actor)));

export type Row = Awaited<ReturnType<ReturnType<typeof selectApplications>["execute"]>>[number];

export const personOf = (row: {
  userId: number;
  name: string | null;
  discordId: string | null;
  avatar: string | null;
}) => ({
  userId: row.userId,
  displayName: row.name ?? "",
  avatarUrl: avatarUrl(row.discordId, row.avatar),
});

export const applicantOf = (row: Row) =>
  personOf({
    ...row,
    name: row.applicantName,
    discordId: row.applicantDiscordId,
    avatar: row.applicantAvatar,
  });

/** The flags of an application, including cleared ones. */
export function flagsOf(row: Row): NonNullable<ApplicationDetails["staff"]>["flags"] {
  const names = JSON.parse(row.sameHandle) as string[];
  const [at = null, words = null] = JSON.parse(row.declined ?? "[]") as [string?, string?];
  const isRaised: Record<FlagKind, boolean> = {
    same_handle: names.length > 0,
    declined_before: row.declined !== null,
    not_in_discord: row.applicantDiscordId === null || !row.isInDiscord,
    not_verified: !row.isHandleVerified,
  };
  return FLAGS.filter((each) => isRaised[each]).map((each) => ({
    kind: each,
    names: each === "same_handle" ? names : [],
    ...(each === "declined_before" ? { at, words } : { at: null, words: null }),
    cleared: row.cleared?.[each] ?? null,
  }));
}
