import { sql } from "drizzle-orm";
import type { Actor } from "../../lib/actor.ts";
import type { Context } from "../../lib/context.ts";
import type { Statement } from "../../lib/db/client.ts";
import { notices } from "../../lib/notices.table.ts";
import { defineNotices, noticeSentence } from "../../lib/notices.ts";
import { isMailConfigured } from "../../lib/outgoing/mail.ts";
import type { Language } from "../../lib/wire.schema.ts";
import { administratorsOf } from "../members/index.ts";
import { notifyByMail } from "../users/index.ts";

const about = (en: string, da: string) => ({ opens: "/discord-bots", en, da });

/** What administrators are told when another one changes the CRM bot. */
export const botNotices = defineNotices({
  "bots.crm_chosen": about("{actor} made {bot} the CRM bot.", "{actor} gjorde {bot} til CRM-bot."),
  "bots.crm_token_changed": about(
    "{actor} replaced the token of the CRM bot {bot}.",
    "{actor} udskiftede token for CRM-botten {bot}.",
  ),
  "bots.crm_files_changed": about(
    "{actor} changed the files of the CRM bot {bot}: {file}.",
    "{actor} ændrede filerne i CRM-botten {bot}: {file}.",
  ),
  "bots.crm_deleted": about("{actor} deleted the CRM bot {bot}.", "{actor} slettede CRM-botten {bot}."),
});

type Kind = keyof typeof botNotices.texts;

const SUBJECT: Record<Language, string> = {
  en: "The CRM bot was changed",
  da: "CRM-botten blev ændret",
};
const ADVICE: Record<Language, string> = {
  en: "If nobody should have done this, reset the bot's token in Discord's developer portal and look at the audit log.",
  da: "Hvis ingen skulle have gjort det, så nulstil bottens token i Discords udviklerportal, og se i revisionsloggen.",
};

/** The bot, and the file of it that was changed. */
type Changed = { name: string; file?: string };

/** SQL: the users to tell what the actor does. */
const othersThan = ({ organizationId, userId }: Actor) =>
  sql`select id from (${administratorsOf(organizationId)}) where id is not ${userId}`;

const detailsOf = ({ name }: Actor, { name: bot, file }: Changed) => ({
  actor: name,
  bot,
  ...(file ? { file } : {}),
});

/**
 * The statements that tell the other administrators what the actor does to the CRM bot. It takes the place of what they
 * were told of the same actor, kind and bot before: saving files must not push other notices out of what they are shown.
 */
export function alertAdministrators(context: Context, kind: Kind, changed: Changed): Statement[] {
  const { db, actor } = context;
  const { organizationId, userId, name } = actor;
  return [
    db.run(sql`delete from ${notices} where organization_id = ${organizationId} and user_id = 0 and kind = ${kind}
      and details ->> 'actor' = ${name} and details ->> 'bot' = ${changed.name}
      and not exists (select 1 from json_each(told) where value = ${userId})`),
    botNotices.write(context, othersThan(actor), kind, detailsOf(actor, changed)),
  ];
}

/** Mails the same after the answer, where the deployment has a mail service. */
export function mailAdministrators(context: Context, kind: Kind, changed: Changed): void {
  if (isMailConfigured(context.env)) context.later?.(sendAlerts(context, kind, changed));
}

async function sendAlerts(context: Context, kind: Kind, changed: Changed): Promise<void> {
  const { db, actor } = context;
  const values = detailsOf(actor, changed);
  const mail = (language: Language) => ({
    subject: SUBJECT[language],
    text: `${noticeSentence(botNotices.texts[kind], language, values)}\n\n${ADVICE[language]}`,
  });
  const notice = { en: mail("en"), da: mail("da") };
  const told = await db.all<{ id: number }>(othersThan(actor));
  await Promise.all(told.map(({ id }) => notifyByMail(context, id, notice)));
}
