import type { Actor } from "./actor.ts";
import type { AuditDetails } from "./audit.table.ts";
import { dayDetail } from "./days.ts";
import type { Permission } from "./permissions.schema.ts";
import { fillIn } from "./sentence.ts";
import type { Language } from "./wire.schema.ts";

/** A page of the app, in whose query values are filled in, and the permission without which it is closed. */
export type Opens = { page: string; needs?: Permission };

/** The group of notices about the receiver's own account. */
export const YOUR_ACCOUNT = { en: "Your account", da: "Din konto" } as const;

/** A kind of notice: its sentence in each language, in which details are filled in as `{name}`, and how it is told. */
export type NoticeText = {
  /** Its name in the settings, such as "Your application is accepted". */
  title: Readonly<Record<Language, string>>;
  /** The permission that all receivers hold; left out for a notice to the user that it is about. */
  to?: Permission;
  /** Its page, with details filled in; a reader without the permission gets the sentence alone. */
  opens: Opens;
  /** It tells of something that is in the list of what needs its receiver (see `Need`). */
  isOfNeed?: true;
  /** The detail that holds an instant at which it is due. */
  dueOf?: string;
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
export const fillWords = (text: string, language: Language, values: AuditDetails): string =>
  fillIn(text, (name) => dayDetail(name, values[name], language) ?? values[name] ?? "–");

/** An address in which details are filled in, for a reader who may open it. */
export const fillPath = (path: string, values: AuditDetails): string =>
  path.replace(PLACE, (_, name: string) => encodeURIComponent(values[name] ?? ""));

export const noticeSentence = (text: NoticeText, language: Language, values: AuditDetails): string =>
  fillWords(text[language], language, values);

/** The address of a page, with values filled in; null where the reader may not open it. */
export const pagePath = (
  { page, needs }: Opens,
  values: AuditDetails,
  { permissions }: Pick<Actor, "permissions">,
): string | null => (needs === undefined || permissions.has(needs) ? fillPath(page, values) : null);

/** A notice as an e-mail; a kind without words for one says its sentence in both places. */
export function noticeMail(text: NoticeText, language: Language, values: AuditDetails) {
  const { subject, text: own } = text.mail?.[language] ?? { subject: text[language].replace(/\.$/, "") };
  const isThere = (part: string) => placesOf(part).every((name) => (values[name] ?? null) !== null);
  const paragraphs = own?.split("\n\n").filter(isThere) ?? [text[language]];
  return {
    subject: fillWords(subject, language, values),
    text: paragraphs.map((each) => fillWords(each, language, values)).join("\n\n"),
  };
}
