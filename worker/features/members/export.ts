import type { UserContext } from "../../lib/context.ts";
import { CSV_START, csvRow } from "../../lib/csv.ts";
import type { Page } from "../../lib/page.ts";
import { type Language, PAGE_LIMIT } from "../../lib/wire.schema.ts";
import { listMembers } from "./list.ts";
import type { Member, MemberExportQuery } from "./members.schema.ts";

type Column = Record<Language, string> & { of: (member: Member, language: Language) => string | null };

const WORDS = {
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
  yes: { en: "Yes", da: "Ja" },
  no: { en: "No", da: "Nej" },
} satisfies Record<string, Record<Language, string>>;

const yesOrNo = (is: boolean, language: Language) => WORDS[is ? "yes" : "no"][language];

const COLUMNS: Column[] = [
  { en: "Name", da: "Navn", of: ({ displayName }) => displayName },
  { en: "Username", da: "Brugernavn", of: ({ username }) => username },
  { en: "Role", da: "Rolle", of: ({ role }) => role },
  { en: "Status", da: "Status", of: ({ status }, language) => WORDS[status][language] },
  { en: "Joined", da: "Tiltrådt", of: ({ joinedAt }) => joinedAt },
  { en: "Last seen", da: "Sidst set", of: ({ lastSeen }) => lastSeen },
  { en: "In Discord", da: "På Discord", of: ({ inDiscord }, language) => yesOrNo(inDiscord, language) },
  { en: "Discord id", da: "Discord-id", of: ({ discordId }) => discordId },
  {
    en: "Has signed in",
    da: "Har logget ind",
    of: ({ hasSignedIn }, language) => yesOrNo(hasSignedIn, language),
  },
];

/** Only for readers with admin.users, as in the list. */
const EMAIL: Column = { en: "E-mail", da: "E-mail", of: ({ email = null }) => email };

/** The members that the list shows as a CSV file, page after page as it is read. @throws AppError as `listMembers` */
export async function exportMembers(
  context: UserContext,
  query: MemberExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { actor, language } = context;
  const columns = actor.permissions.has("admin.users") ? [...COLUMNS, EMAIL] : COLUMNS;
  const encoder = new TextEncoder();
  const read = (cursor?: string) => listMembers(context, { ...query, limit: PAGE_LIMIT, cursor });
  const linesOf = ({ items }: Page<Member>) =>
    items.map((member) => csvRow(columns.map(({ of }) => of(member, language)))).join("");
  // The first page before the answer begins, so that what is wrong can still be said.
  let page = await read();
  let head = CSV_START + csvRow(columns.map((column) => column[language]));
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(encoder.encode(head + linesOf(page)));
      head = "";
      if (page.next === null) controller.close();
      else page = await read(page.next);
    },
  });
}
