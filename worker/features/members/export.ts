import type { MemberContext } from "../../lib/context.ts";
import { type Cell, CSV_START, sheetRow } from "../../lib/csv.ts";
import { type Language, PAGE_LIMIT } from "../../lib/wire.schema.ts";
import { listUsers } from "./list.ts";
import type { ListedUser, MemberExportQuery } from "./members.schema.ts";

type Column = Record<Language, string> & { cellOf: (user: ListedUser, language: Language) => Cell };

const WORDS = {
  active: { en: "Active", da: "Aktiv" },
  inactive: { en: "Inactive", da: "Inaktiv" },
  none: { en: "Without a role", da: "Uden rolle" },
  yes: { en: "Yes", da: "Ja" },
  no: { en: "No", da: "Nej" },
} satisfies Record<string, Record<Language, string>>;

const instant = (at: string | null) => at && new Date(at);
const yesOrNo = (is: boolean, language: Language) => WORDS[is ? "yes" : "no"][language];

const COLUMNS: Column[] = [
  { en: "Name", da: "Navn", cellOf: ({ displayName }) => displayName },
  { en: "Username", da: "Brugernavn", cellOf: ({ username }) => username },
  { en: "Role", da: "Rolle", cellOf: ({ role }) => role },
  { en: "Status", da: "Status", cellOf: ({ status }, language) => WORDS[status][language] },
  { en: "Joined (UTC)", da: "Tiltrådt (UTC)", cellOf: ({ joinedAt }) => instant(joinedAt) },
  {
    en: "Last seen in Discord (UTC)",
    da: "Sidst set på Discord (UTC)",
    cellOf: ({ lastSeen }) => instant(lastSeen),
  },
  { en: "Last used the app (UTC)", da: "Sidst brugt appen (UTC)", cellOf: ({ usedAt }) => instant(usedAt) },
  { en: "In Discord", da: "På Discord", cellOf: ({ inDiscord }, language) => yesOrNo(inDiscord, language) },
  { en: "Discord id", da: "Discord-id", cellOf: ({ discordId }) => discordId },
  {
    en: "Has signed in",
    da: "Har logget ind",
    cellOf: ({ hasSignedIn: is }, language) => yesOrNo(is, language),
  },
];

/** Only for readers with admin.users, as in the list. */
const EMAIL: Column = { en: "E-mail", da: "E-mail", cellOf: ({ email = null }) => email };

/** The members of the list as a CSV file, read page by page. @throws AppError as `listUsers` */
export async function exportMembers(context: MemberContext, query: MemberExportQuery) {
  const { actor, language, now } = context;
  const columns = actor.permissions.has("admin.users") ? [...COLUMNS, EMAIL] : COLUMNS;
  const encoder = new TextEncoder();
  const read = (cursor?: string) => listUsers(context, { ...query, limit: PAGE_LIMIT, cursor });
  // Reads the first page before the answer begins, so that an error can still be answered.
  let page = await read();
  const row = (cells: Cell[]) => sheetRow(cells, language);
  let head = CSV_START + row(columns.map((column) => column[language]));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const lines = page.items.map((member) => row(columns.map(({ cellOf }) => cellOf(member, language))));
      controller.enqueue(encoder.encode(head + lines.join("")));
      head = "";
      if (page.next === null) controller.close();
      else page = await read(page.next);
    },
  });
  return { name: `members-${now.toISOString().slice(0, 10)}.csv`, body };
}
