import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { withFiles } from "./lib/folders-for-tests.ts";
import { inRoot } from "./lib/paths.ts";
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

/** Returns what is reported as missing for a README with the given text. */
const missing = (text: string) =>
  withFiles({ ...REPOSITORY, "README.md": text }, lintDocs).map(
    (line) => /^README\.md:\d+ names (.+), which does not exist$/.exec(line)?.[1] ?? line,
  );

test("accepts an existing path in every notation", () => {
  assert.deepEqual(
    missing(`\`worker/app.ts\`, \`worker/lib/db/\`, \`client.ts\`, \`run/run.ts\` and \`worker/**/*.table.ts\`,
      \`worker/features/<feature>/<feature>.table.ts\`, \`<feature>.{table,policy}.ts\`, \`.policy.ts\`,
      \`node worker/app.ts docs && true\`, [a link](worker/app.ts#top) and ![a picture](docs/picture.png).`),
    [],
  );
});

test("refuses a document without a text", () => {
  assert.deepEqual(withFiles({ ...REPOSITORY, "docs/x.md": "\n" }, lintDocs), ["docs/x.md is empty"]);
});

test("refuses a document with an unfinished merge, also in a table that was formatted since", () => {
  for (const text of [
    "<<<<<<< HEAD\na\n",
    "b\n>>>>>>> other\n",
    "| <<<<<<< HEAD |\n",
    "> > > > > > > other\n",
  ])
    assert.deepEqual(withFiles({ ...REPOSITORY, "docs/x.md": text }, lintDocs), [
      "docs/x.md has an unfinished merge",
    ]);
});

test("refuses an item of the threat model that links no test, or one that does not exist", () => {
  const look = (text: string) =>
    withFiles({ ...REPOSITORY, "worker/a.test.ts": "", "docs/threat-model.md": text }, lintDocs);
  assert.deepEqual(look("Attacks.\n\n- **Guess**: waits.\n  [a](../worker/a.test.ts)\n"), []);
  for (const text of ["Waits.", "Waits.\n  [app](../worker/app.ts)", "Waits.\n- [a](../worker/a.test.ts)"])
    assert.deepEqual(look(`Attacks.\n\n- ${text}\n`), ["docs/threat-model.md:3 links no test"]);
  assert.deepEqual(look("- **Guess**: waits. [gone](../worker/gone.test.ts)\n"), [
    "docs/threat-model.md:1 names worker/gone.test.ts, which does not exist",
  ]);
});

test("looks for a name in the file that is named after it", () => {
  const files = { ...REPOSITORY, "worker/tasks.ts": "export const isTask = 1;" };
  const look = (text: string) => withFiles({ ...files, "docs/x.md": text }, lintDocs);
  assert.deepEqual(look("`isTask` in `worker/tasks.ts`"), []);
  assert.deepEqual(look("`isDone` in `worker/tasks.ts`"), [
    "docs/x.md:1 names isDone in worker/tasks.ts, which does not exist",
  ]);
});

test("ignores words that are not paths of the repository", () => {
  assert.deepEqual(
    missing(
      "`/api/health`, `application/json`, `discord.js`, `bot.py`, `npm start`, [a page](https://x.org/y.md), outside/code.ts, `./gone`, `worker/gone(1)`, `worker`, `npm run-script`",
    ),
    [],
  );
});

test("reports a missing path with its line, in every folder of docs", () => {
  const text = "# X\n\nSee `worker/gone.ts`.";
  const files = { ...REPOSITORY, "docs/x.md": text, "docs/decisions/y.md": text };
  assert.deepEqual(withFiles(files, lintDocs), [
    "docs/decisions/y.md:3 names worker/gone.ts, which does not exist",
    "docs/x.md:3 names worker/gone.ts, which does not exist",
  ]);
});

test("reports settings that docs/settings.md does not name", () => {
  const schema =
    "const settings = z.object({\n  APP_URL: address(),\n  RSI_URL: address(),\n});\nconst more = {\n  RSI_URL: 1,\n};";
  const look = (text: string) =>
    withFiles({ ...REPOSITORY, "bot-gateway/env.ts": schema, "docs/settings.md": text }, lintDocs);
  assert.deepEqual(look("`APP_URL`, `RSI_URL`"), []);
  assert.deepEqual(look("`APP_URL`, RSI_URL"), [
    "docs/settings.md does not name the setting RSI_URL of bot-gateway/env.ts",
  ]);
});

test("limits the README to 1,500 words", () => {
  assert.deepEqual(missing("word ".repeat(1_500)), []);
  assert.deepEqual(missing("word\n".repeat(1_501)), ["README.md has 1501 words, of at most 1500"]);
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
  test(`reports ${name} as missing`, () => assert.deepEqual(missing(`See \`${name}\`.`), [name]));
}

test("reports a link to a file that does not exist", () => {
  assert.deepEqual(missing("[the rules](RULES.md) ![a picture](docs/gone.png)"), [
    "RULES.md",
    "docs/gone.png",
  ]);
});

test("reads a map of folders by its indentation, and paths in its descriptions", () => {
  const map = `\`\`\`
worker/            rules and data
  app.ts gone.ts   the middleware
  lib/
    db/            client.ts: one batch; tables.ts

worker/
  features/<feature>/
    <feature>.table.ts  .policy.ts  .rows.ts
web/
  app.ts
\`\`\``;
  assert.deepEqual(missing(map), ["worker/gone.ts", "tables.ts", ".rows.ts", "web/app.ts"]);
});

test("reports missing files in commands of a code block", () => {
  assert.deepEqual(missing("```\nnode worker/gone.ts dist/gone/index.js\n```"), ["worker/gone.ts"]);
});

test("reports npm scripts that do not exist, in text and in code blocks", () => {
  const text = "npm run bench, `npm run gone -- --remote`\n```\nnpm run admin:create\nnpm run lost\n```";
  assert.deepEqual(missing(text), ["npm run gone", "npm run lost"]);
});

test("lets the example of a section about adding something stand for any name, only in that section", () => {
  const paths =
    "`worker/features/news/news.table.ts`, `news-page.tsx`, `worker/features/news/news.routes.ts` and `worker/gone.ts`";
  assert.deepEqual(
    missing(`## Adding a feature\n\nSay, _news_.\n\n1. ${paths}\n\n## More\n\n\`news.table.ts\``),
    ["worker/features/news/news.routes.ts", "worker/gone.ts", "news.table.ts"],
  );
});

test("as a command names each fault and fails, and says nothing of documents without one", () => {
  const run = (text: string) =>
    withFiles({ ...REPOSITORY, "README.md": text }, (folder) => {
      const { status, stderr } = spawnSync(process.execPath, [inRoot("scripts/lint-docs.ts"), folder], {
        encoding: "utf8",
      });
      return [status, stderr];
    });
  assert.deepEqual(run("`worker/app.ts`"), [0, ""]);
  assert.deepEqual(run("`worker/gone.ts`"), [1, "README.md:1 names worker/gone.ts, which does not exist\n"]);
});
