import type { Actor } from "./actor.ts";
import type { AuditDetails } from "./audit.table.ts";
import { dayText, isDay } from "./days.ts";
import type { Permission } from "./permissions.schema.ts";
import { fillIn } from "./sentence.ts";
import type { Language } from "./wire.schema.ts";

/** A page of the app, in whose query values are filled in, and the permission without which it is closed. */
export type Opens = { page: string; needs?: Permission };

/** A kind of notice: its sentence in each language, in which details are filled in as `{name}`, and how it is told. */
export type NoticeText = {
  /** The permission that all receivers hold; left out for a notice to the user that it is about. */
  to?: Permission;
  /** Its page, with details filled in; a reader without the permission gets the sentence alone. */
  opens: Opens;
  /** The receiver has to do something; the verb that does it takes the notice back. */
  needsAnswer?: true;
  /** It concerns the safety of the receiver's own account: no setting silences or delays it. */
  isSafety?: true;
  /** Its e-mail; `text` where that says more than the sentence. A paragraph whose details are missing is left out. */
  mail?: Readonly<Record<Language, { subject: string; text?: string }>>;
  /** False for a kind that leaves by other channels alone. */
  onBell?: false;
} & Readonly<Record<Language, string>>;

const PLACE = /\{(\w+)(?:\|[^}]*)?\}/g;

/** The names of the details that a text is filled with. */
export const placesOf = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name = ""]) => name);

/** Fills in values, of which days are told in words. */
const fill = (text: string, language: Language, values: AuditDetails): string =>
  fillIn(text, (name) => {
    const value = values[name] ?? "–";
    return typeof value === "string" && isDay(value) ? dayText(value, language) : value;
  });

export const noticeSentence = (text: NoticeText, language: Language, values: AuditDetails): string =>
  fill(text[language], language, values);

/** The address of a page, with values filled in; null where the reader may not open it. */
export const pagePath = (
  { page, needs }: Opens,
  values: AuditDetails,
  { permissions }: Pick<Actor, "permissions">,
): string | null =>
  needs === undefined || permissions.has(needs)
    ? page.replace(PLACE, (_, name: string) => encodeURIComponent(values[name] ?? ""))
    : null;

/** A notice as an e-mail; a kind without words for one says its sentence in both places. */
export function noticeMail(text: NoticeText, language: Language, values: AuditDetails) {
  const { subject, text: own } = text.mail?.[language] ?? { subject: text[language].replace(/\.$/, "") };
  const isThere = (part: string) => placesOf(part).every((name) => (values[name] ?? null) !== null);
  const paragraphs = own?.split("\n\n").filter(isThere) ?? [text[language]];
  return {
    subject: fill(subject, language, values),
    text: paragraphs.map((each) => fill(each, language, values)).join("\n\n"),
  };
}
