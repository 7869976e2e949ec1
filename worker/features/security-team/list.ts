import { and, type SQL, sql } from "drizzle-orm";
import { compareNames } from "../../lib/compare-names.ts";
import type { MemberContext } from "../../lib/context.ts";
import { readBatch } from "../../lib/db/client.ts";
import { type Page, page } from "../../lib/page.ts";
import { contractApplications } from "../applications/index.ts";
import { members } from "../members/index.ts";
import { roles } from "../roles/index.ts";
import { settingNumber } from "../settings/index.ts";
import { users } from "../users/index.ts";
import { isInTeam, teamRole } from "./decide.ts";
import { isHeld, purgedOn } from "./details.ts";
import { applicantOf, flagsOf, personOf, type Row, selectApplications } from "./rows.ts";
import { isStaff, type Standing, takesReview, toStanding } from "./security-team.policy.ts";
import {
  type ApplicationSummary,
  MOST_SHOWN,
  type SecurityListQuery,
  type SecurityTeam,
} from "./security-team.schema.ts";
import { securityTrials } from "./security-team.table.ts";
import { selectTrials, toTrial } from "./trials.ts";

/** Most applications in one answer: each is read with the data of its flags and reviews. */
const MOST = 50;

/** The action that a pending application needs from a reviewer; none while it waits for its applicant. */
function groupOf(row: Row, standing: Standing): ApplicationSummary["group"] {
  if (isHeld(row)) return "others";
  if (standing.decision !== null) return "decision";
  return takesReview(standing) && !standing.isReviewed ? "review" : "others";
}

function toSummary(row: Row, context: MemberContext): ApplicationSummary {
  const isPending = row.status === "pending";
  const staff = isStaff(context, row);
  const standing = toStanding(row.standing);
  return {
    ...row,
    applicant: applicantOf(row),
    group: !isPending ? null : staff ? groupOf(row, standing) : "own",
    isReviewed: staff && standing.isReviewed,
    isDisputed: staff && standing.isDisputed,
    flags: isPending && staff ? flagsOf(row).filter(({ cleared }) => cleared === null).length : null,
    isOnHold: isHeld(row),
    day: row.trialId !== null && row.outcome === null ? row.endsOn : purgedOn(row),
  };
}

/** One page of the applications for the team, newest first, without their content. */
export async function listSecurityApplications(
  context: MemberContext,
  { show, ...query }: SecurityListQuery,
): Promise<Page<ApplicationSummary>> {
  const { id, organizationId, status, decidedAt } = contractApplications;
  const newest = { by: id, direction: "desc", positionOf: (row: Row) => row.id } as const;
  const paging = page({ ...query, limit: Math.min(query.limit, MOST) }, newest, context.language);
  const which = show === "open" ? sql`${status} = 'pending'` : sql`${decidedAt} is not null`;
  const isOf = sql`${organizationId} = ${context.actor.organizationId} and ${which}`;
  const rows = await selectApplications(context, and(isOf, paging.after) as SQL)
    .orderBy(paging.order)
    .limit(paging.limit);
  return paging.toPage(rows, (row) => toSummary(row, context));
}

type PersonRow = { userId: number; name: string; discordId: string | null; avatar: string | null };
type SettingsRow = {
  roleId: number | null;
  roleName: string | null;
  trialWeeks: number;
  ownId: number | null;
  canApply: number;
};

/** SQL query: the users of the team who are not on trial; at most MOST_SHOWN by each way into it. */
const teamOf = (organizationId: number): SQL => sql`select u.id as userId, u.display_name as name,
    u.discord_id as discordId, u.avatar
  from (select * from (select user_id from ${members}
      where role_id = ${teamRole(organizationId)} and +organization_id = ${organizationId} and +status = 'active'
      order by seen_position desc limit ${MOST_SHOWN})
    union select * from (select user_id from ${securityTrials}
      where organization_id = ${organizationId} and outcome = 'confirmed' limit ${MOST_SHOWN})) t
  cross join ${members} m on m.user_id = t.user_id and m.status = 'active'
  cross join ${users} u on u.id = t.user_id
  where not exists (select 1 from ${securityTrials} r where r.user_id = t.user_id and r.outcome is null)`;

/** The team: members on trial, its other members, and the terms of applying. */
export async function getSecurityTeam(context: MemberContext): Promise<SecurityTeam> {
  const { db, actor, language } = context;
  const { organizationId, userId } = actor;
  const [trials, people, [settings]] = await readBatch(db, [
    selectTrials(context, sql`${securityTrials.outcome} is null`)
      .orderBy(securityTrials.endsOn)
      .limit(MOST_SHOWN),
    db.all<PersonRow>(teamOf(organizationId)),
    db.all<SettingsRow>(sql`select r.id as roleId, r.name as roleName,
        ${settingNumber(organizationId, "security_trial_weeks")} as trialWeeks,
        (select id from ${contractApplications} where user_id = ${userId} and kind = 'security'
          and status <> 'withdrawn' order by id desc limit 1) as ownId,
        not ${isInTeam(actor)} and not exists (select 1 from ${contractApplications}
          where user_id = ${userId} and kind = 'security' and status = 'pending') as canApply
      from (select ${teamRole(organizationId)} as id) chosen left join ${roles} r on r.id = chosen.id`),
  ]);
  const compare = compareNames(language);
  const named = people.toSorted((a, b) => compare(a.name, b.name) || a.userId - b.userId);
  return {
    trials: trials.map((each) => toTrial(each, context)),
    members: named.slice(0, MOST_SHOWN).map(personOf),
    total: people.length,
    role: settings?.roleId ? { id: settings.roleId, name: settings.roleName ?? "" } : null,
    trialWeeks: settings?.trialWeeks ?? 0,
    ownId: settings?.ownId ?? null,
    can: { apply: Boolean(settings?.canApply) },
  };
}
