import type { MemberContext } from "../../lib/context.ts";
import { CSV_START, csvRow } from "../../lib/csv.ts";
import { type Language, PAGE_LIMIT } from "../../lib/wire.schema.ts";
import { listUsers } from "./list.ts";
import type { ListedUser, MemberExportQuery } from "./members.schema.ts";

type Column = Record<Language, string> & { of: (user: ListedUser, language: Language) => string | null };

const WORDS = {
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
  none: { en: "Without a role", da: "Uden rolle" },
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
  { en: "Last seen in Discord", da: "Sidst set på Discord", of: ({ lastSeen }) => lastSeen },
  { en: "Last used the app", da: "Sidst brugt appen", of: ({ usedAt }) => usedAt },
  { en: "In Discord", da: "På Discord", of: ({ inDiscord }, language) => yesOrNo(inDiscord, language) },
  { en: "Discord id", da: "Discord-id", of: ({ discordId }) => discordId },
  { en: "Has signed in", da: "Har logget ind", of: ({ hasSignedIn: is }, language) => yesOrNo(is, language) },
];

/** Only for readers with admin.users, as in the list. */
const EMAIL: Column = { en: "E-mail", da: "E-mail", of: ({ email = null }) => email };

/** The members of the list as a CSV file, read page by page. @throws AppError as `listUsers` */
export async function exportMembers(context: MemberContext, query: MemberExportQuery) {
  const { actor, language, now } = context;
  const columns = actor.permissions.has("admin.users") ? [...COLUMNS, EMAIL] : COLUMNS;
  const encoder = new TextEncoder();
  const read = (cursor?: string) => listUsers(context, { ...query, limit: PAGE_LIMIT, cursor });
  // Reads the first page before the answer begins, so that an error can still be answered.
  let page = await read();
  let head = CSV_START + csvRow(columns.map((column) => column[language]));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const lines = page.items.map((member) => csvRow(columns.map(({ of }) => of(member, language))));
      controller.enqueue(encoder.encode(head + lines.join("")));
      head = "";
      if (page.next === null) controller.close();
      else page = await read(page.next);
    },
  });
  return { name: `members-${now.toISOString().slice(0, 10)}.csv`, body };
}
