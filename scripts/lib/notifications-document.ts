import { type Announced, type NoticeKind, readNotices } from "./declared.ts";
import { markdownTable } from "./table.ts";

const HEAD = `# Notifications

All kinds of notifications, as \`npm run notifications\` reads them from the features and writes them here; a test compares this
file with them. Each is on the bell of who gets it, unless the last column says otherwise, and by e-mail, Discord message and
push as its receiver chooses on the account page. What _needs an answer_ stays there until that is given; what is about the
_safety_ of an account is told at once, and no setting changes that.
`;

const COLUMNS = ["notification", "in Danish", "who gets it", "e-mail", "notes"];

const rowOf = ({ text }: NoticeKind): string[] => [
  text.title.en,
  text.title.da,
  text.to ? `holders of \`${text.to}\`` : "whom it is about",
  text.mail || text.isSafety ? "at once" : "off",
  [
    text.isSafety ? "safety" : "",
    text.needsAnswer ? "needs an answer" : "",
    text.onBell === false ? "not on the bell" : "",
  ]
    .filter((note) => note !== "")
    .join(", "),
];

const announcedOf = ({ kind, text }: Announced): string[] => [
  text.en.title,
  text.da.title,
  `\`${kind}\``,
  text.isPersonal ? "names a person who is no member" : "",
];

/** Makes docs/notifications.md of what the features tell users and the organization. */
export async function makeNotificationsDocument(): Promise<string> {
  const { groups, announced } = await readNotices();
  const parts = groups.map(
    ({ title, kinds }) => `\n## ${title}\n\n${markdownTable(COLUMNS, kinds.map(rowOf))}`,
  );
  const toAll =
    announced.length > 0
      ? `\n## To the organization\n\n${markdownTable(["announcement", "in Danish", "kind", "notes"], announced.map(announcedOf))}`
      : "";
  return HEAD + parts.join("") + toAll;
}
