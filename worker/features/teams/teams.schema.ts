import * as z from "zod/mini";
import { personName, text } from "../../lib/names.schema.ts";
import { pageLimit, recordId, version } from "../../lib/wire.schema.ts";
import { person } from "../contracts/contracts.schema.ts";
import { type Answers, type AnswerValue, answers, formContent } from "../forms/forms.schema.ts";

/** Teams of one organization, which are never deleted, because their forms are not. */
export const TEAMS_MOST = 9;
/** Open applications of one user, to all teams. */
export const OPEN_MOST = 3;
export const NAME_LENGTH = 40;
export const MESSAGE_LENGTH = 500;
/** The most of a team's waiting applications that are counted. */
export const COUNTED_MOST = 100;

const TEAM_STATUSES = ["pending", "accepted", "declined", "withdrawn"] as const;
export type TeamStatus = (typeof TEAM_STATUSES)[number];
export type TeamAnswers = Answers;

/** An application to a team, for the applicant and for reviewers of the team alone. */
export const teamApplication = z.object({
  id: z.number(),
  teamId: z.number(),
  teamName: z.string(),
  applicant: person,
  /** What it answers; empty answers once they were deleted. */
  formNumber: z.number(),
  content: formContent,
  answers: z.record(z.string(), z.custom<AnswerValue>()),
  isPurged: z.boolean(),
  /** The day on which its answers are deleted; null for never. */
  purgedOn: z.nullable(z.string()),
  status: z.enum(TEAM_STATUSES),
  message: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  createdAt: z.string(),
  version: z.number(),
  /** The name of the role that acceptance gives, for users who may decide; null where the applicant keeps the role they have. */
  gives: z.nullable(z.string()),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type TeamApplication = z.infer<typeof teamApplication>;

const roleName = z.nullable(z.object({ id: z.number(), name: z.string() }));

/** A team as its reader may see it: GET /api/teams/{orgId}. */
export const team = z.object({
  id: z.number(),
  name: z.string(),
  isOpen: z.boolean(),
  /** What it asks; null before that is published. */
  form: z.nullable(z.object({ id: z.number(), number: z.number(), content: formContent })),
  /** The reader's newest application to it. */
  own: z.nullable(teamApplication),
  /** For reviewers: how many others' applications wait, COUNTED_MOST at most. */
  waiting: z.nullable(z.number()),
  /** For those who edit it. */
  setup: z.nullable(z.object({ formKey: z.string(), reviewerRole: roleName, role: roleName })),
  version: z.number(),
  can: z.object({ apply: z.boolean(), review: z.boolean(), edit: z.boolean() }),
});
export type Team = z.infer<typeof team>;

const fields = {
  name: personName(NAME_LENGTH),
  reviewerRoleId: z.nullable(recordId),
  roleId: z.nullable(recordId),
  isOpen: z.boolean(),
};

export const addTeamInput = z.strictObject(fields);
export type AddTeamInput = z.infer<typeof addTeamInput>;

export const changeTeamInput = z.strictObject({ ...fields, version });
export type ChangeTeamInput = z.infer<typeof changeTeamInput>;

export const teamListQuery = z.strictObject({
  show: z._default(z.enum(["open", "decided"]), "open"),
  limit: pageLimit,
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
export type TeamListQuery = z.infer<typeof teamListQuery>;

/** What the applicant answered; the answers are checked against the version of the form. */
export const teamApplyInput = z.strictObject({
  teamId: recordId,
  formNumber: z.int().check(z.positive()),
  answers,
});
export type TeamApplyInput = z.infer<typeof teamApplyInput>;

export const teamDecideInput = z.strictObject({
  message: z.optional(z.nullable(text(MESSAGE_LENGTH))),
  version,
});
export type TeamDecideInput = z.infer<typeof teamDecideInput>;

export const teamWithdrawInput = z.strictObject({ version });
export type TeamWithdrawInput = z.infer<typeof teamWithdrawInput>;
