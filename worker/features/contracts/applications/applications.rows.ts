import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../../lib/avatar.ts";
import type { Context } from "../../../lib/context.ts";
import { named } from "../../../lib/db/columns.ts";
import { record } from "../../../lib/record.ts";
import { rsiAccounts } from "../../rsi/index.ts";
import { users } from "../../users/index.ts";
import { contracts } from "../contracts.table.ts";
import { abilities, isVisibleTo } from "./applications.policy.ts";
import { type Application, application } from "./applications.schema.ts";
import { contractApplications } from "./applications.table.ts";
import { applicationAudit, SECURITY_TEAM } from "./applications.texts.ts";

/** The statement that reads applications with their applicants and contracts. */
export const selectApplications = ({ db, actor }: Context, which: SQL, isOwn = false) =>
  db
    .select({
      ...getTableColumns(contractApplications),
      applicantName: named(users.displayName, "applicant_name"),
      applicantAvatar: named(users.avatar, "applicant_avatar"),
      applicantDiscordId: named(users.discordId, "applicant_discord_id"),
      // A contract that is a draft again is its author's own.
      contractTitle: sql<string | null>`iif(${contracts.postedAt} is null, null, ${contracts.title})`.as(
        "contract_title",
      ),
      postedBy: named(contracts.postedBy, "contract_posted_by"),
      createdBy: named(contracts.createdBy, "contract_created_by"),
      isHandleVerified: sql<number>`${rsiAccounts.handleKey} is lower(${contractApplications.rsiHandle})
        and ${contractApplications.rsiHandle} is not null`.as("is_handle_verified"),
    })
    .from(contractApplications)
    .innerJoin(users, eq(users.id, contractApplications.userId))
    .leftJoin(contracts, eq(contracts.id, contractApplications.contractId))
    .leftJoin(rsiAccounts, eq(rsiAccounts.userId, contractApplications.userId))
    .where(and(which, isOwn ? undefined : isVisibleTo(actor)));

export type ApplicationRow = Awaited<ReturnType<ReturnType<typeof selectApplications>["execute"]>>[number];

/** An application as its reader gets it. */
export function toApplication(row: ApplicationRow, { actor }: Pick<Context, "actor">): Application {
  const { userId, applicantName, applicantAvatar, applicantDiscordId, postedBy, createdBy, ...rest } = row;
  return {
    ...rest,
    applicant: {
      userId,
      displayName: applicantName ?? "",
      avatarUrl: avatarUrl(applicantDiscordId, applicantAvatar),
    },
    applicantName: `${row.firstName} ${row.lastName}`,
    applicantDiscord: row.discordUsername,
    isHandleVerified: Boolean(row.isHandleVerified),
    can: abilities(actor, row),
  };
}

/** What an application is for, as texts name it. */
export const subjectOf = ({
  contractId,
  contractTitle,
}: Pick<ApplicationRow, "contractId" | "contractTitle">) =>
  contractId === null ? SECURITY_TEAM : (contractTitle ?? "");

/** The one way to read and change an application. */
export const applicationRecord = record({
  table: contractApplications,
  select: selectApplications,
  answers: application,
  present: toApplication,
  nameOf: subjectOf,
  audit: applicationAudit,
});

/** The statement that counts a contract's open applications anew by one more or less. */
export const countApplications = ({ db }: Context, contractId: number, by: 1 | -1) =>
  db
    .update(contracts)
    .set({ applications: sql`${contracts.applications} + ${by}` })
    .where(eq(contracts.id, contractId));
