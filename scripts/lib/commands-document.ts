import type { Command, Option } from "../../worker/lib/commands/command.ts";
import { readCommands } from "./declared.ts";
import { markdownTable } from "./table.ts";

const HEAD = `# Commands in Discord

All commands of the product, as \`npm run commands\` reads them from the features and writes them here; a test compares this
file with them. [features.md](features.md#in-discord) says how they behave, [CONTRIBUTING.md](../CONTRIBUTING.md#commands-in-discord)
how one is added. _Everywhere_ is also outside the organization's server, for people who installed the application for themselves.
The last column says for whom \`/help\` lists a command; what it shows and does is decided by the routes that it asks.

`;

const COLUMNS = ["command", "in Danish", "what it does", "takes", "where", "listed for"];
const MENUS = { user: "menu of a user", message: "menu of a message" };

const calledIn = ({ kind, name }: Command, language: "en" | "da") =>
  kind === "chat" ? `\`/${name[language]}\`` : name[language];

const optionInWords = ({ name, isRequired }: Option) => `\`${name.en}\`${isRequired ? "" : " (optional)"}`;

/** Who may call one of the routes that a command needs. */
function listedFor({ needs }: Command): string {
  if (!needs) return "everybody";
  const holders = needs.map(({ access }) => {
    if (access.kind !== "permission") return access.kind === "member" ? "members" : "everybody";
    const { permissions, isEachNeeded } = access;
    return permissions.map((each) => `\`${each}\``).join(isEachNeeded ? " and " : " or ");
  });
  return [...new Set(holders)].join(" or ");
}

const rowOf = (command: Command): string[] => [
  calledIn(command, "en"),
  calledIn(command, "da"),
  command.description.en,
  command.kind === "chat" ? (command.options ?? []).map(optionInWords).join(", ") : MENUS[command.kind],
  command.isOwn ? "everywhere" : "server",
  listedFor(command),
];

/** Makes docs/commands.md of the commands that the features declare. */
export async function makeCommandsDocument(): Promise<string> {
  return HEAD + markdownTable(COLUMNS, (await readCommands()).map(rowOf));
}
