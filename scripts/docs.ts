import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command, Option } from "../worker/lib/commands/command.ts";
import { type Announced, type NoticeKind, readTold } from "./lib/declared.ts";
import { inRoot } from "./lib/paths.ts";
import { markdownTable } from "./lib/table.ts";

const NOTIFICATIONS = `# Notifications

All kinds of notifications that the features declare. Each is on the bell of its receiver, unless the last column says otherwise,
and goes by e-mail, Discord message and push as the receiver chooses on the account page. One that _needs an answer_ stays there
until it is answered. One about the _safety_ of an account is sent at once, whatever the receiver chose.
`;

const rowOfNotice = ({ text }: NoticeKind): string[] => [
  text.title.en,
  text.title.da,
  text.to ? `holders of \`${text.to}\`` : "whom it is about",
  text.mail || text.isSafety ? "at once" : "off",
  [
    text.isSafety ? "safety" : "",
    text.isOfNeed ? "is in the list of needs" : "",
    text.onBell === false ? "not on the bell" : "",
  ]
    .filter((note) => note !== "")
    .join(", "),
];

const rowOfAnnouncement = ({ kind, text }: Announced): string[] => [
  text.en.title,
  text.da.title,
  `\`${kind}\``,
  text.isPersonal ? "names a person who is no member" : "",
];

const COMMANDS = `# Commands in Discord

All commands that the features declare. _Everywhere_ is also outside the organization's server, for users who installed the
application for themselves. The last column says for whom \`/help\` lists a command; the routes that a command asks decide what it
shows and does.

`;

const MENUS = { user: "menu of a user", message: "menu of a message" };

const calledIn = ({ kind, name }: Command, language: "en" | "da") =>
  kind === "chat" ? `\`/${name[language]}\`` : name[language];

const optionInWords = ({ name, isRequired }: Option) => `\`${name.en}\`${isRequired ? "" : " (optional)"}`;

/** Returns who may call one of the routes that a command needs. */
function listedFor({ needs }: Command): string {
  if (!needs) return "everybody";
  const holders = needs.map(({ access }) => {
    if (access.kind !== "permission") return access.kind === "member" ? "members" : "everybody";
    const { permissions, isEachNeeded } = access;
    return permissions.map((each) => `\`${each}\``).join(isEachNeeded ? " and " : " or ");
  });
  return [...new Set(holders)].join(" or ");
}

const rowOfCommand = (command: Command): string[] => [
  calledIn(command, "en"),
  calledIn(command, "da"),
  command.description.en,
  command.kind === "chat" ? (command.options ?? []).map(optionInWords).join(", ") : MENUS[command.kind],
  command.isOwn ? "everywhere" : "server",
  listedFor(command),
];

/** Makes the pages of what the features declare: all notifications, and all commands in Discord. */
export async function makePages() {
  const { commands, groups, announced } = await readTold();
  const tables = groups.map(({ title, kinds }) => [
    title,
    markdownTable(["notification", "in Danish", "who gets it", "e-mail", "notes"], kinds.map(rowOfNotice)),
  ]);
  tables.push([
    "To the organization",
    markdownTable(["announcement", "in Danish", "kind", "notes"], announced.map(rowOfAnnouncement)),
  ]);
  const columns = ["command", "in Danish", "what it does", "takes", "where", "listed for"];
  return {
    notifications: NOTIFICATIONS + tables.map(([title, table]) => `\n## ${title}\n\n${table}`).join(""),
    commands: COMMANDS + markdownTable(columns, commands.map(rowOfCommand)),
  };
}

// `npm run docs` writes these pages to dist/docs/.
if (import.meta.main) {
  const folder = inRoot("dist/docs");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(await makePages()))
    writeFileSync(join(folder, `${name}.md`), text);
  console.log("Wrote dist/docs/notifications.md and dist/docs/commands.md.");
}
