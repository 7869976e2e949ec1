import { eq, type SQL, sql } from "drizzle-orm";
import { avatarUrl } from "../../lib/avatar.ts";
import type { MemberContext } from "../../lib/context.ts";
import { dayOf } from "../../lib/days.ts";
import { type Db, readBatch } from "../../lib/db/client.ts";
import { errors } from "../../lib/errors.ts";
import { formOf, formVersions, selectLive } from "../forms/index.ts";
import { members } from "../members/index.ts";
import { keptProspect, type ProspectStatus, prospects } from "../prospects/index.ts";
import { users } from "../users/index.ts";
import { publicOrganization, selectApplying, unmetOf } from "./applying.ts";
import { type AdmissionRow, newestOfUser, selectAdmissions, toAdmission } from "./joining.rows.ts";
import { type Answers, type OwnAdmission, STEPS } from "./joining.schema.ts";
import { admissions } from "./joining.table.ts";
import { selectMessages, toMessage } from "./messages.ts";

/** The form that strangers fill in. */
const FORM = "recruit";

/** The statements that read the caller, their newest application, the version of the form that it answers and the newest one. */
export const ownStatements = (context: MemberContext) => {
  const { db, actor } = context;
  const newest = newestOfUser(actor.userId);
  return [
    selectApplying(context),
    selectAdmissions(db, sql`${admissions.id} = ${newest}`),
    db
      .select({ content: formVersions.content })
      .from(formVersions)
      .innerJoin(
        admissions,
        sql`${formVersions.formId} = ${admissions.formId} and ${formVersions.number} = ${admissions.formNumber}`,
      )
      .where(sql`${admissions.id} = ${newest}`),
    selectLive(db, actor.organizationId, FORM),
  ] as const;
};

type Statements = ReturnType<typeof ownStatements>;
type Read = readonly [
  Awaited<Statements[0]>,
  Awaited<Statements[1]>,
  Awaited<Statements[2]>,
  Awaited<Statements[3]>,
];

/** The caller as an applicant. @throws AppError signed_out */
export function toOwn({ now }: MemberContext, [[me], [row], [version], live]: Read) {
  if (!me) throw errors.signed_out();
  const newest = formOf(live);
  // A decided application is followed by another one, of the newest form.
  const isOpen = row?.status === "draft" || row?.status === "sent";
  return {
    me,
    row: row ?? null,
    open: isOpen ? row : null,
    newest,
    content: version?.content ?? null,
    unmet: unmetOf(me, now),
  };
}
export type Own = ReturnType<typeof toOwn>;

/** The reason why a user cannot even start an application; undefined where they can. */
export const barOf = ({ unmet }: Pick<Own, "unmet">) =>
  unmet.find(({ kind }) => kind === "closed" || kind === "blocked" || kind === "refused");

export const canOf = ({ me, row, newest, unmet }: Own): OwnAdmission["can"] => {
  const isSent = row?.status === "sent";
  const save = !me.isMember && !isSent && !barOf({ unmet }) && newest !== null;
  const takesPart = isSent && me.isDoorOpen === 1 && me.isBlocked === 0;
  return {
    save,
    send: save && unmet.length === 0,
    correct: takesPart,
    withdraw: isSent,
    write: takesPart,
  };
};

/** The handles among answers. */
export const handlesOf = (answers: Answers): string[] =>
  Object.values(answers).flatMap((value) =>
    typeof value === "object" && "handle" in value ? [value.handle] : [],
  );

/** Answers whose handles say whether they are verified as the applicant's. */
export const withVerified = (answers: Answers, verified: string | null): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => [
      id,
      typeof value === "object" && "handle" in value
        ? { ...value, isVerified: value.handle.toLowerCase() === verified?.toLowerCase() }
        : value,
    ]),
  );

type Standing = {
  status: ProspectStatus;
  stageChangedAt: string;
  officer: string | null;
  discordId: string | null;
  avatar: string | null;
};

/** The statement that reads where the prospect of an application stands, and who has it. @param admissionId SQL for its id */
const selectStanding = ({ db }: MemberContext, admissionId: SQL) =>
  db
    .select({
      status: prospects.status,
      stageChangedAt: prospects.stageChangedAt,
      officer: users.displayName,
      discordId: users.discordId,
      avatar: users.avatar,
    })
    .from(prospects)
    .leftJoin(members, eq(members.id, prospects.assignedTo))
    .leftJoin(users, eq(users.id, members.userId))
    .where(
      sql`${prospects.id} = ${keptProspect(sql`(select prospect_id from ${admissions} where id = ${admissionId})`)}`,
    );

/** Answered applications of which the usual time is told, and the fewest. */
const MEASURED = { most: 40, least: 10 };

/** The statement that reads how long the newest answered applications waited, in milliseconds. */
export const selectWaits = (db: Db, organizationId: number | SQL) =>
  db.all<{
    ms: number;
  }>(sql`select cast((julianday(answered_at) - julianday(sent_at)) * 86400000 as integer) as ms
    from (select sent_at, answered_at from ${admissions} where organization_id = ${organizationId} and sent_on is not null
      order by sent_on desc, number_of_day desc limit ${MEASURED.most})
    where answered_at is not null order by ms`);

/** The median of the waits in milliseconds; null for too few of them. */
export const medianOf = (waits: readonly { ms: number }[]): number | null =>
  waits.length < MEASURED.least ? null : (waits[Math.floor(waits.length / 2)]?.ms ?? null);

/** Steps of an application by its prospect: the first is reached at once, the second when an officer has it. */
function stepsOf(row: AdmissionRow | null, standing: Standing | undefined): OwnAdmission["steps"] {
  if (row?.status !== "sent" && row?.status !== "accepted") return [];
  const { status, stageChangedAt = null } = standing ?? {};
  const isOver = row.status === "accepted" || status === "active";
  const at = isOver ? STEPS.length : stepOf(status, standing?.officer ?? null);
  return STEPS.map((key, step) => ({
    key,
    state: step < at ? "done" : step === at ? "now" : "next",
    at: step === 0 ? row.sentAt : step === at && step > 1 ? stageChangedAt : null,
  }));
}

function stepOf(status: ProspectStatus | undefined, officer: string | null): number {
  if (status === "onboarding") return 3;
  if (status === "intro_completed" || status === "assigned_onboarding") return 2;
  return officer === null ? 0 : 1;
}

/** The caller's own application, with all that their page shows. */
export async function getOwn(context: MemberContext): Promise<OwnAdmission> {
  const { db, actor } = context;
  const newest = newestOfUser(actor.userId);
  const [applying, admission, version, live, messages, [standing], waits, [organization]] = await readBatch(
    db,
    [
      ...ownStatements(context),
      selectMessages(db, newest),
      selectStanding(context, newest),
      selectWaits(db, actor.organizationId),
      publicOrganization(db, actor.organizationId),
    ],
  );
  const own = toOwn(context, [applying, admission, version, live]);
  const { me, row, newest: form, content, unmet } = own;
  const isWaiting = row?.status === "sent" && row.answeredAt === null;
  const usual = isWaiting && row.sentAt ? medianOf(waits) : null;
  const shown = row && content ? { id: row.formId, number: row.formNumber, content } : null;
  return {
    organization: organization ?? { name: "", invite: null },
    form: formToShow(shown, form),
    admission: row && toAdmission(row, me.purgeDays),
    steps: stepsOf(row, standing as Standing | undefined),
    messages: messages.map(toMessage),
    officer: row?.status === "sent" ? toOfficer(standing as Standing | undefined) : null,
    expectedBy: usual === null ? null : dayOf(new Date(Date.parse(row?.sentAt ?? "") + usual)),
    unmet,
    isInServer: me.isInServer === 1,
    verifiedHandle: me.verifiedHandle,
    purgeDays: me.purgeDays,
    can: canOf(own),
  };
}

type Shown = Pick<NonNullable<OwnAdmission["form"]>, "id" | "number" | "content">;

const formToShow = (shown: Shown | null, newest: Shown | null): OwnAdmission["form"] => {
  const form = shown ?? newest;
  if (!form) return null;
  const isBehind = newest !== null && newest.id === form.id && newest.number > form.number;
  return { ...form, newNumber: isBehind ? newest.number : null };
};

const toOfficer = (standing: Standing | undefined): OwnAdmission["officer"] =>
  standing?.officer
    ? { name: standing.officer, avatarUrl: avatarUrl(standing.discordId, standing.avatar) }
    : null;
