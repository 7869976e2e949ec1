import assert from "node:assert/strict";
import { test } from "node:test";
import { withFiles } from "./lib/folders-for-tests.ts";
import { lintDocs } from "./lint-docs.ts";

const REPOSITORY = {
  "package.json": '{"scripts":{"bench":"","admin:create":""}}',
  "worker/app.ts": "",
  "worker/lib/db/client.ts": "",
  "worker/features/bots/bots.table.ts": "",
  "worker/features/bots/bots.policy.ts": "",
  "worker/features/bots/run/run.ts": "",
  "web/features/bots/bots-page.tsx": "",
  "docs/picture.png": "",
  "node_modules/gone/gone.ts": "",
};

/** What is missing when the README says the given text, without where it says so. */
const missing = (text: string) =>
  withFiles({ ...REPOSITORY, "README.md": text }, lintDocs).map(
    (line) => /^README\.md:\d+ names (.+), which does not exist$/.exec(line)?.[1] ?? line,
  );

test("a path that exists passes, however it is written", () => {
  assert.deepEqual(
    missing(`\`worker/app.ts\`, \`worker/lib/db/\`, \`client.ts\`, \`run/run.ts\` and \`worker/**/*.table.ts\`,
      \`worker/features/<feature>/<feature>.table.ts\`, \`<feature>.{table,policy}.ts\`, \`.policy.ts\`,
      \`node worker/app.ts docs && true\`, [a link](worker/app.ts#top) and ![a picture](docs/picture.png).`),
    [],
  );
});

test("a test is named as its file names it, left out parts apart", () => {
  const file = "it(`lets ${who} in after one wait`, () => {});";
  const look = (text: string) =>
    withFiles({ ...REPOSITORY, "worker/a.test.ts": file, "docs/x.md": text }, lintDocs);
  assert.deepEqual(look("`worker/a.test.ts` “lets … in after one wait”"), []);
  assert.deepEqual(look("`worker/a.test.ts` “keeps … out”"), [
    "docs/x.md:1 names “keeps … out” in worker/a.test.ts, which does not exist",
  ]);
});

test("what is no path of the repository is left alone", () => {
  assert.deepEqual(
    missing(
      "`/api/health`, `application/json`, `discord.js`, `bot.py`, `npm start`, [a page](https://x.org/y.md), outside/code.ts",
    ),
    [],
  );
});

test("a path that does not exist is named with its line", () => {
  assert.deepEqual(withFiles({ ...REPOSITORY, "docs/x.md": "# X\n\nSee `worker/gone.ts`." }, lintDocs), [
    "docs/x.md:3 names worker/gone.ts, which does not exist",
  ]);
});

for (const name of [
  "worker/gone/",
  "gone.ts",
  "lib/client.ts",
  "worker/**/*.gone.ts",
  "worker/features/<feature>/<feature>.routes.ts",
  "worker/features/<feature>/run/<feature>.ts",
  ".rows.ts",
  "pp.ts",
]) {
  test(`${name} is missed`, () => assert.deepEqual(missing(`See \`${name}\`.`), [name]));
}

test("a link to a file that does not exist is missed", () => {
  assert.deepEqual(missing("[the rules](RULES.md) ![a picture](docs/gone.png)"), [
    "RULES.md",
    "docs/gone.png",
  ]);
});

test("a map of folders is read by its indentation, and what it says of them too", () => {
  const map = `\`\`\`
worker/            rules and data
  app.ts gone.ts   the middleware
  lib/
    db/            client.ts: one batch; tables.ts
  features/<feature>/
    <feature>.table.ts  .policy.ts  .rows.ts
web/
  app.ts
\`\`\``;
  assert.deepEqual(missing(map), ["worker/gone.ts", "tables.ts", ".rows.ts", "web/app.ts"]);
});

test("commands in a block name files that exist", () => {
  assert.deepEqual(missing("```\nnode worker/gone.ts dist/gone/index.js\n```"), ["worker/gone.ts"]);
});

test("npm scripts that do not exist are missed, wherever they are named", () => {
  const text = "npm run bench, `npm run gone -- --remote`\n```\nnpm run admin:create\nnpm run lost\n```";
  assert.deepEqual(missing(text), ["npm run gone", "npm run lost"]);
});

test("the example of a section about adding something stands for any name, in that section alone", () => {
  const paths =
    "`worker/features/news/news.table.ts`, `news-page.tsx`, `worker/features/news/news.routes.ts` and `worker/gone.ts`";
  assert.deepEqual(
    missing(`## Adding a feature\n\nSay, _news_.\n\n1. ${paths}\n\n## More\n\n\`news.table.ts\``),
    ["worker/features/news/news.routes.ts", "worker/gone.ts", "news.table.ts"],
  );
});
