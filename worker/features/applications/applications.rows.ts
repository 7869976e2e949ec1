import { and, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { Context, MemberContext } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { aliased } from "../../lib/db/columns.ts";
import { record } from "../../lib/record.ts";
import type { RecordKind } from "../../lib/record-kind.ts";
import { contracts, countOnContract } from "../contracts/index.ts";
import { type FormContent, formVersions, shownQuestions } from "../forms/index.ts";
import { rsiAccounts } from "../rsi/index.ts";
import { users } from "../users/index.ts";
import { decidesOn, isVisibleTo } from "./applications.policy.ts";
import { type Application, application } from "./applications.schema.ts";
import { contractApplications, NO_ANSWERS } from "./applications.table.ts";
import { applicationAudit, SECURITY_TEAM } from "./applications.texts.ts";
import { answersOf } from "./wizard.schema.ts";

/** What applicants see of a contract: nothing once it has returned to draft. */
const shown = <Value>(column: SQLWrapper) =>
  sql<Value | null>`iif(${contracts.postedAt} is null, null, ${column})`;

/** The columns of an application, with its applicant (`users`), contract and RSI account. */
export const applicationColumns = {
  ...getTableColumns(contractApplications),
  applicantName: aliased(users.displayName, "applicant_name"),
  applicantAvatar: aliased(users.avatar, "applicant_avatar"),
  applicantDiscordId: aliased(users.discordId, "applicant_discord_id"),
  contractTitle: shown<string>(contracts.title).as("contract_title"),
  contractPay: shown<number>(contracts.pay).as("contract_pay"),
  contractCurrency: shown<string>(contracts.currency).as("contract_currency"),
  contractDeadline: shown<string>(contracts.deadline).as("contract_deadline"),
  postedBy: aliased(contracts.postedBy, "contract_posted_by"),
  createdBy: aliased(contracts.createdBy, "contract_created_by"),
  formContent: aliased(formVersions.content, "form_content"),
  isHandleVerified: sql<number>`${rsiAccounts.handleKey} is lower(${contractApplications.rsiHandle})
    and ${contractApplications.rsiHandle} is not null`.as("is_handle_verified"),
};

/** SQL condition: a version of a form is what an application answered. */
export const isItsForm = sql`${formVersions.formId} = ${contractApplications.formId}
  and ${formVersions.number} = ${contractApplications.formNumber}`;

export const selectApplications = ({ db, actor }: Context, which: SQL, isOwn = false) =>
  db
    .select(applicationColumns)
    .from(contractApplications)
    .innerJoin(users, eq(users.id, contractApplications.userId))
    .leftJoin(contracts, eq(contracts.id, contractApplications.contractId))
    .leftJoin(rsiAccounts, eq(rsiAccounts.userId, contractApplications.userId))
    .leftJoin(formVersions, isItsForm)
    .where(and(which, isOwn ? undefined : isVisibleTo(actor)));

export type ApplicationRow = Awaited<ReturnType<ReturnType<typeof selectApplications>["execute"]>>[number];

/** The questions that the organization added to the form, and their answers. */
function addedTo(
  content: FormContent | null,
  row: Omit<ApplicationRow, "formContent">,
): Application["added"] {
  const { answers } = row;
  if (!content || !answers) return [];
  return shownQuestions(content, { ...answersOf(row), ...answers }).flatMap((question) => {
    const answer = answers[question.id];
    return answer === undefined ? [] : [{ question, answer }];
  });
}

/** An application for a reader. @param stored its row; answers for the security team are in its details alone. */
export function toApplication(
  stored: ApplicationRow,
  { actor }: Pick<Context, "actor">,
  isInDetails = false,
): Application {
  const isHidden = stored.kind === "security" && stored.userId !== actor.userId && !isInDetails;
  const { formContent, ...row } = isHidden ? { ...stored, ...NO_ANSWERS } : stored;
  const isPending = row.status === "pending";
  return {
    ...row,
    applicant: {
      userId: row.userId,
      displayName: row.applicantName ?? "",
      avatarUrl: avatarUrl(row.applicantDiscordId, row.applicantAvatar),
    },
    applicantName: `${row.firstName} ${row.lastName}`.trim(),
    applicantDiscord: row.discordUsername,
    added: addedTo(formContent, row),
    isHandleVerified: Boolean(row.isHandleVerified),
    can: { decide: isPending && decidesOn(actor, row), withdraw: isPending && row.userId === actor.userId },
  };
}

/** The name of an application's subject: the contract's title, or the security team. */
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

type Actions = keyof typeof applicationAudit.texts & string;
type Kind<Read, Row, Answer> = RecordKind<
  typeof contractApplications,
  Read,
  Row,
  Answer,
  never,
  Actions,
  { id: number }
>;

/** The record of applications with the additional data of a feature. */
export const detailedRecord = <Read extends ApplicationRow, Row extends Read, Answer>(
  added: Pick<Kind<Read, Row, Answer>, "select" | "parts" | "join" | "answers" | "present">,
) =>
  record<typeof contractApplications, Read, Answer, Row, never, Actions>({
    ...{ table: contractApplications, nameOf: subjectOf, audit: applicationAudit },
    ...added,
  });

/** The statements that change a contract's count of pending applications by one. */
export const countApplication = (context: MemberContext, contractId: number, by: 1 | -1): Statement[] => [
  countOnContract(context, contractId, { applications: sql`${contracts.applications} + ${by}` }),
];
