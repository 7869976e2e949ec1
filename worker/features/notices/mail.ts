import type { AuditDetails } from "../../lib/audit.table.ts";
import { needLines } from "../../lib/needs.ts";
import { noticeMail } from "../../lib/notice-text.ts";
import { type Deliver, type MessageItem, NotDelivered } from "../../lib/outgoing/channels.ts";
import { isMailConfigured, sendMail } from "../../lib/outgoing/mail.ts";
import { nameOfOrganization } from "../organization/index.ts";

/** Most notices of a summary; the others are in the app. */
const MOST = 30;
const MOST_NEEDS = 10;
const SUBJECT = {
  en: (count: number, name: string) => `${count} notifications from ${name}`,
  da: (count: number, name: string) => `${count} notifikationer fra ${name}`,
};
const MORE = {
  en: (count: number) => `And ${count} more.`,
  da: (count: number) => `Og ${count} mere.`,
};

/** Sends a notice, or a summary of several, as an e-mail in the name of the organization. */
export const deliverMail: Deliver = async ({ db, env }, message) => {
  const { organizationId, key, address, language, items, needs } = message;
  if (!isMailConfigured(env)) throw new NotDelivered("no mail service");
  const wordsOf = ({ text, details }: MessageItem) =>
    text && noticeMail(text, language, details as AuditDetails);
  const mails = items.map(wordsOf).filter((each) => each !== null);
  const [first] = mails;
  if (!first) return;
  const texts = mails.slice(0, MOST).map(({ text }) => text);
  if (mails.length > MOST) texts.push(MORE[language](mails.length - MOST));
  const { name, isNamed } = await nameOfOrganization(db, organizationId);
  const mail =
    mails.length === 1 ? first : { subject: SUBJECT[language](mails.length, name), text: texts.join("\n\n") };
  const asked = needLines(needs, language, MOST_NEEDS).join("\n");
  const foot = isNamed ? `${name}: ${env.APP_URL}` : env.APP_URL;
  const text = [...(asked ? [asked] : []), mail.text, foot].join("\n\n");
  await sendMail(env, { ...mail, to: address, text, ...(isNamed ? { sender: name } : {}) }, key);
};
