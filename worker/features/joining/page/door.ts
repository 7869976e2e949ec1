import { sql } from "drizzle-orm";
import type { SystemContext } from "../../../lib/context.ts";
import { readBatch } from "../../../lib/db/client.ts";
import { errors } from "../../../lib/errors.ts";
import { isMailConfigured } from "../../../lib/outgoing/mail.ts";
import { formOf, selectLive } from "../../forms/index.ts";
import { selectProfile, toProfile } from "../../organization/index.ts";
import { FIRST_ORGANIZATION, settingNumber } from "../../settings/index.ts";
import { selectDoor, toDoor } from "../doors.ts";
import { questionsOf } from "../joining.schema.ts";
import { medianOf, selectWaits } from "../own.ts";

const DAY_MS = 86_400_000;

/** Whoever opens the page signed in: a member has nothing to apply for. */
export type Visitor = { name: string; isMember: boolean };

/** What the page /join says, for a reader's language. */
export type Door = Awaited<ReturnType<typeof readDoor>>;

/** Reads what the page /join says, in one round trip. @throws AppError not_found where the front door is off, or has no form */
export async function readDoor(context: SystemContext, visitor: Visitor | null) {
  const { db, language } = context;
  const of = FIRST_ORGANIZATION;
  const [[profile], live, [rules], [door], waits] = await readBatch(db, [
    selectProfile(db, of),
    selectLive(db, of, "recruit"),
    db.all<Record<"isOn" | "isIndexed" | "mails" | "accountDays" | "server" | "purgeDays", number>>(
      sql`select ${settingNumber(of, "front_door")} as isOn, ${settingNumber(of, "join_indexed")} as isIndexed,
        ${settingNumber(of, "least_account_days")} as accountDays, ${settingNumber(of, "needs_server")} as server,
        ${settingNumber(of, "purge_days")} as purgeDays,
        ${settingNumber(of, "email_notifications")} as mails`,
    ),
    selectDoor(db, of),
    selectWaits(db, of),
  ]);
  const form = formOf(live);
  if (!profile || !door || !rules?.isOn || !form) throw errors.not_found();
  const usual = medianOf(waits);
  return {
    ...toProfile(profile, language),
    organizationId: profile.id,
    visitor,
    isIndexed: rules.isIndexed === 1,
    questions: questionsOf(form.content).filter(({ kind }) => kind !== "text").length,
    /** How many days an answer usually takes; null where too few were given. */
    answers: usual === null ? null : { days: Math.max(1, Math.ceil(usual / DAY_MS)), count: waits.length },
    accountDays: rules.accountDays,
    asksServer: rules.server === 1,
    purgeDays: rules.purgeDays,
    /** Whether an answer reaches an account's e-mail. */
    mails: rules.mails === 1 && isMailConfigured(context.env),
    ...toDoor(door, context),
  };
}
