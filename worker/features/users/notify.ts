import { and, eq } from "drizzle-orm";
import type { SystemContext } from "../../lib/context.ts";
import { isMailConfigured, sendMail } from "../../lib/outgoing/mail.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { settingIsOn } from "../settings/index.ts";
import { users } from "./users.table.ts";

/** An e-mail in both languages; the reader gets their own. */
export type Notice = Record<Language, { subject: string; text: string }>;

/**
 * Sends a user an e-mail, while the organization has e-mail notifications on and the deployment names a mail service;
 * a user without an address gets none. For `Context.later`, after the change itself is written.
 * @throws Error when the mail service does not take it
 */
export async function notifyByMail(context: SystemContext, userId: number, notice: Notice): Promise<void> {
  const { db, env } = context;
  if (!isMailConfigured(env)) return;
  const [user] = await db
    .select({ email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, userId), settingIsOn(users.organizationId, "email_notifications")));
  if (!user?.email) return;
  const { subject, text } = notice[user.language ?? "en"];
  await sendMail(env, { to: user.email, subject, text: `${text}\n\n${env.APP_URL}` });
}
