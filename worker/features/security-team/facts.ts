import { type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context } from "../../lib/context.ts";
import { contractApplications } from "../applications/index.ts";
import { members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { users } from "../users/index.ts";
import { standingOf } from "./security-team.policy.ts";
import { type ApplicationDetails, FLAGS, type FlagKind } from "./security-team.schema.ts";
import { type Cleared, securityStates, securityTrials } from "./security-team.table.ts";

type Staff = NonNullable<ApplicationDetails["staff"]>;

/** What is known of an application besides its answers, its thread and what reviews say. */
export type Facts = {
  id: number;
  userId: number;
  status: "pending" | "accepted" | "declined" | "withdrawn";
  createdAt: string;
  decidedAt: string | null;
  /** Names of others who gave the same handle, as JSON, and the newest earlier refusal: its time and words. */
  sameHandle: string;
  declined: string | null;
  isInDiscord: 0 | 1 | null;
  isVerified: 0 | 1 | null;
  name: string;
  discordId: string | null;
  avatar: string | null;
  joinedAt: string | null;
  roleName: string | null;
  holdReason: string | null;
  heldAt: string | null;
  cleared: string | null;
  steps: string | null;
  standing: string;
  trialId: number | null;
  fromDay: string;
  endsOn: string;
  outcome: "confirmed" | "ended" | null;
  trialVersion: number;
};

/** Names that a flag shows. */
const MOST_NAMES = 5;

const { id, userId, organizationId, rsiHandle } = contractApplications;

const sameHandle = sql`(select json_group_array(display_name) from (select distinct u.display_name from (
    select other.user_id from ${contractApplications} other
      where other.organization_id = ${organizationId} and lower(other.rsi_handle) = lower(${rsiHandle})
        and other.rsi_handle is not null and other.user_id <> ${userId}
    union select account.user_id from ${rsiAccounts} account
      where account.organization_id = ${organizationId} and account.handle_key = lower(${rsiHandle})
        and account.user_id <> ${userId}
    limit ${MOST_NAMES}) o cross join ${users} u on u.id = o.user_id))`;

const declined = sql`(select json_array(earlier.decided_at, earlier.message) from ${contractApplications} earlier
    where earlier.user_id = ${userId} and earlier.id < ${id} and earlier.kind = 'security' and earlier.status = 'declined'
    order by earlier.id desc limit 1)`;

/** The statement that reads the facts of the organization's applications for the team. @param rest `and` conditions, order and limit */
export const selectFacts = ({ db, actor }: Context, rest: SQL) =>
  db.all<Facts>(sql`select ${id} as id, ${userId} as userId, ${contractApplications.status} as status,
      ${contractApplications.createdAt} as createdAt, ${contractApplications.decidedAt} as decidedAt,
      ${sameHandle} as sameHandle, ${declined} as declined, ${members.inDiscord} as isInDiscord,
      ${rsiAccounts.handleKey} is lower(${rsiHandle}) and ${rsiHandle} is not null as isVerified,
      ${users.displayName} as name, ${users.discordId} as discordId, ${users.avatar} as avatar,
      ${members.joinedAt} as joinedAt, ${roles.name} as roleName, ${securityStates.holdReason} as holdReason,
      ${securityStates.heldAt} as heldAt, ${securityStates.cleared} as cleared, ${securityStates.steps} as steps,
      ${standingOf({ actor })} as standing, ${securityTrials.id} as trialId,
      ${securityTrials.fromDay} as fromDay, ${securityTrials.endsOn} as endsOn, ${securityTrials.outcome} as outcome,
      ${securityTrials.version} as trialVersion
    from ${contractApplications}
    cross join ${users} on ${users.id} = ${userId}
    left join ${members} on ${members.userId} = ${userId}
    left join ${roles} on ${roles.id} = ${members.roleId}
    left join ${rsiAccounts} on ${rsiAccounts.userId} = ${userId}
    left join ${securityStates} on ${securityStates.id} = ${id}
    left join ${securityTrials} on ${securityTrials.userId} = ${userId} and ${securityTrials.applicationId} = ${id}
    where ${organizationId} = ${actor.organizationId} and ${contractApplications.kind} = 'security' ${rest}`);

export const personOf = (row: {
  userId: number;
  name: string;
  discordId: string | null;
  avatar: string | null;
}) => ({
  userId: row.userId,
  displayName: row.name,
  avatarUrl: avatarUrl(row.discordId, row.avatar),
});

/** The flags of an application, those that a reviewer cleared included. */
export function flagsOf(row: Facts): Staff["flags"] {
  const names = JSON.parse(row.sameHandle) as string[];
  const [at = null, words = null] = JSON.parse(row.declined ?? "[]") as [string?, string?];
  const cleared = JSON.parse(row.cleared ?? "{}") as Partial<Record<FlagKind, Cleared>>;
  const isRaised: Record<FlagKind, boolean> = {
    same_handle: names.length > 0,
    declined_before: row.declined !== null,
    not_in_discord: row.discordId === null || row.isInDiscord !== 1,
    not_verified: row.isVerified !== 1,
  };
  return FLAGS.filter((kind) => isRaised[kind]).map((kind) => ({
    kind,
    names: kind === "same_handle" ? names : [],
    ...(kind === "declined_before" ? { at, words } : { at: null, words: null }),
    cleared: cleared[kind] ?? null,
  }));
}
