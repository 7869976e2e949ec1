import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import { contracts, countOnContract } from "../contracts/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { users } from "../users/index.ts";
import { decidesOn, isVisibleTo } from "./applications.policy.ts";
import { type Application, application } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";
import { applicationAudit, SECURITY_TEAM } from "./applications.texts.ts";

/** The title of a contract that is a draft again is hidden from applicants. */
const shownTitle = sql<string | null>`iif(${contracts.postedAt} is null, null, ${contracts.title})`;

export const selectApplications = ({ db, actor }: Context, which: SQL, isOwn = false) =>
  db
    .select({
      ...getTableColumns(contractApplications),
      applicantName: aliased(users.displayName, "applicant_name"),
      applicantAvatar: aliased(users.avatar, "applicant_avatar"),
      applicantDiscordId: aliased(users.discordId, "applicant_discord_id"),
      contractTitle: shownTitle.as("contract_title"),
      postedBy: aliased(contracts.postedBy, "contract_posted_by"),
      createdBy: aliased(contracts.createdBy, "contract_created_by"),
      isHandleVerified: sql<number>`${rsiAccounts.handleKey} is lower(${contractApplications.rsiHandle})
        and ${contractApplications.rsiHandle} is not null`.as("is_handle_verified"),
    })
    .from(contractApplications)
    .innerJoin(users, eq(users.id, contractApplications.userId))
    .leftJoin(contracts, eq(contracts.id, contractApplications.contractId))
    .leftJoin(rsiAccounts, eq(rsiAccounts.userId, contractApplications.userId))
    .where(and(which, isOwn ? undefined : isVisibleTo(actor)));

export type ApplicationRow = Awaited<ReturnType<ReturnType<typeof selectApplications>["execute"]>>[number];

export function toApplication(row: ApplicationRow, { actor }: Pick<Context, "actor">): Application {
  const isPending = row.status === "pending";
  return {
    ...row,
    applicant: {
      userId: row.userId,
      displayName: row.applicantName ?? "",
      avatarUrl: avatarUrl(row.applicantDiscordId, row.applicantAvatar),
    },
    applicantName: `${row.firstName} ${row.lastName}`,
    applicantDiscord: row.discordUsername,
    isHandleVerified: Boolean(row.isHandleVerified),
    can: { decide: isPending && decidesOn(actor, row), withdraw: isPending && row.userId === actor.userId },
  };
}

/** The name of what an application is for: the contract's title, or the security team. */
export const subjectOf = ({ kind, contractTitle }: Pick<ApplicationRow, "kind" | "contractTitle">) =>
  kind === "security" ? SECURITY_TEAM : (contractTitle ?? "");

export const applicationRecord = record({
  table: contractApplications,
  select: selectApplications,
  answers: application,
  present: toApplication,
  nameOf: subjectOf,
  audit: applicationAudit,
});

/** The statements that change a contract's count of pending applications by one. */
export const countApplication = (context: MemberContext, contractId: number, by: 1 | -1): Statement[] => [
  countOnContract(context, contractId, { applications: sql`${contracts.applications} + ${by}` }),
];
