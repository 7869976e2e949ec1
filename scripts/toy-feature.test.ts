import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { installedBrowser } from "./lib/browser.ts";
import { CATALOGUES } from "./lib/catalogues.ts";
import { listFiles } from "./lib/copy.ts";
import type { FirstScripts } from "./lib/first-scripts.ts";
import { inRoot, root } from "./lib/paths.ts";
import { binOf } from "./lib/processes.ts";
import { evaluate, REGISTRATION, TOY_FILES, ToyCopy } from "./lib/toy-copy.ts";
import { TOY_FIELDS } from "./lib/toy-fields.ts";
import { NOT_LAID_OUT, OMISSIONS_OF_SCRIPTS, OMISSIONS_OF_WORKER } from "./lib/toy-omissions.ts";

// Adds a small, complete feature and two fields of an event to a copy of the repository, counts what has to be edited for
// them, measures what the feature adds to what loads first and what its routes cost, and forgets parts of it, which the
// tests then have to find.

const FIELDS_TEST = "worker/features/events/toy-fields.test.ts";
const FEATURE = /^(worker|web)\/features\/badges\//;
/** A feature may need one edit more than this one does. */
const MOST_EDITS = 6;
/** Files that a developer edits for a field, the migration and both catalogues included. */
const MOST_FILES = 9;
const FIELD_FILES = TOY_FIELDS.flatMap(({ edits }) => edits.map(({ path }) => path));
/** Changed files that are no edits for the feature. */
const NO_EDITS = [...FIELD_FILES, FIELDS_TEST, CATALOGUES];
/** Bytes of gzip that a place in the navigation, its icon and a tab may each add to what loads first. */
const MOST_BYTES = 100;
/** Bytes of gzip by which builds differ anyway: scripts import each other by names that contain hashes. */
const HASHES = 20;

let copy: ToyCopy;
const inCopy = (path: string) => copy.path(path);
before(async () => {
  copy = await ToyCopy.make(TOY_FIELDS.flatMap(({ edits }) => edits));
});
after(() => copy[Symbol.dispose]());

test("a feature is registered by a line on each side, its permissions, its migration and a journey", async () => {
  const changed = listFiles(copy.folder).filter((path) => {
    const before = inRoot(path);
    return !existsSync(before) || !readFileSync(before).equals(readFileSync(inCopy(path)));
  });
  const edits = new Set(
    changed
      .filter((path) => !FEATURE.test(path) && !NO_EDITS.includes(path))
      .map((path) => path.replace(/^migrations\/.*/, "migrations")),
  );
  assert.deepEqual(
    [...edits].sort(),
    [
      "e2e/badges.spec.ts",
      "migrations",
      "web/features.ts",
      "worker/features.ts",
      "worker/lib/permissions.schema.ts",
    ].sort(),
  );
  assert.ok(edits.size <= MOST_EDITS);
});

test("its migration makes the table, the triggers of its topic, and gives its permissions to system roles", () => {
  const [migration = ""] = globSync("migrations/*_badges.sql", { cwd: copy.folder });
  const sql = readFileSync(inCopy(migration), "utf8");
  for (const part of [
    "CREATE TABLE `badges`",
    "CREATE TRIGGER revisions_badges_badges_insert AFTER INSERT ON badges",
    "json_insert(permissions, '$[#]', 'badges.read'), version = version + 1\n  WHERE key IN ('officer', 'crm_manager', 'recruiter', 'onboarding_team', 'member')",
    "json_insert(permissions, '$[#]', 'badges.write'), version = version + 1\n  WHERE key IN ('officer')",
  ])
    assert.ok(sql.includes(part), part);
});

for (const { name, column, edits } of TOY_FIELDS)
  test(`an event's field ${name} takes edits of at most ${MOST_FILES} files`, () => {
    const [migration = ""] = globSync("migrations/*_badges.sql", { cwd: copy.folder });
    const added = `ALTER TABLE \`events\` ADD \`${column}\` text DEFAULT '' NOT NULL`;
    assert.ok(readFileSync(inCopy(migration), "utf8").includes(added));
    const files = new Set(["migrations", ...edits.map(({ path }) => path)]);
    assert.ok(files.size <= MOST_FILES, [...files].join("\n"));
  });

test("feature and fields pass the linters and the compiler", async () => {
  const ours = [...TOY_FILES, ...Object.keys(REGISTRATION)].map(inCopy);
  await Promise.all([
    copy.run([binOf("@biomejs/biome", "biome"), "check", ...ours]),
    // Lines that a field makes too long are broken.
    copy.run([binOf("@biomejs/biome", "biome"), "check", "--write", ...FIELD_FILES.map(inCopy)]),
    copy.run([inCopy("scripts/lint-imports.ts")]),
    // Checkers beside each other would each work out the same types.
    copy.run([binOf("typescript", "tsc"), "-b", "--singleThreaded", "worker", "web", "e2e"]),
  ]);
});

type Placed = { path: string; parent: string; need: unknown; label: Record<"en" | "da", string> };

/** The areas of the copy, read once. */
let areas: Promise<Record<"DESTINATIONS" | "TABS", Placed[]>> | undefined;
const readAreas = () => {
  areas ??= evaluate(copy.folder, "web/areas.ts");
  return areas;
};

test("it has its place in the navigation and in another page's tabs, and all its texts in both languages", async () => {
  const { DESTINATIONS, TABS } = await readAreas();
  for (const [all, place] of [
    [DESTINATIONS, { path: "/badges" }],
    [TABS, { parent: "/organization" }],
  ] as const)
    assert.partialDeepStrictEqual(
      all.filter(({ need }) => need === "badges.read"),
      [{ ...place, label: { da: "Mærker" } }],
    );
  await copy.run(["--test", inCopy("web/areas.test.ts"), inCopy("web/lib/i18n/catalogues.test.ts")]);
});

/** Statements that compare all links of the navigation: they name it, or their list has nothing but its labels. */
function wholeNavigation(source: string, labels: readonly string[]): string[] {
  return source.split(";").filter((statement) => {
    const list = /\.toHaveText\(\s*\[([^\]]*)/.exec(statement)?.[1];
    const names = [...(list ?? "").matchAll(/"([^"]*)"/g)].map(([, name = ""]) => name);
    const isOfLabels = names.length > 0 && names.every((name) => labels.includes(name));
    return list !== undefined && (isOfLabels || /navigation/i.test(statement));
  });
}

// Running the journeys with the feature would take minutes; this reads how they are written.
test("no journey has the whole list of the navigation, which the feature makes longer", async () => {
  const labels = (await readAreas()).DESTINATIONS.map(({ label }) => label.en);
  for (const path of globSync("e2e/**/*.ts", { cwd: root }))
    assert.deepEqual(wholeNavigation(readFileSync(inRoot(path), "utf8"), labels), [], path);
  for (const found of [
    'await expect(bar.getByRole("link")).toHaveText(["Dashboard", "Tools"]);',
    'await expect(navigation.getByRole("link")).toHaveText([...names]);',
  ])
    assert.equal(wholeNavigation(found, labels).length, 1, found);
});

test("its place in the navigation, its icon and its tab add at most 0.1 kB each to the shell, and nothing to the sign-in page", async () => {
  const measure = (folder: string) =>
    evaluate<FirstScripts>(folder, "scripts/lib/first-scripts.ts", "module.measureFirstScripts()");
  const [original, extended] = await Promise.all([measure(root), measure(copy.folder)]);
  const [signIn, shell] = [extended.signIn - original.signIn, extended.shell - original.shell];
  assert.ok(signIn <= HASHES, `the sign-in page: ${signIn} bytes`);
  assert.ok(shell > 0 && shell <= 3 * MOST_BYTES, `the shell: ${shell} bytes`);
});

/** Tests of the fields, and tests that are about all features, of which each has to be about this one as well: by file, as Vitest joins titles. */
const HELD: Record<string, readonly string[]> = {
  "worker/features/badges/badges.test.ts": ["a badge is given and told, .*"],
  [FIELDS_TEST]: ["a field is stored, .*", "a date that is added to a series .*", "a field that Discord .*"],
  "worker/access.test.ts": ["access declarations > .*", "access by caller > member: .*"],
  "worker/budgets.test.ts": [
    "every route keeps to its budget .*",
    "an unchanged answer > of /api/badges/1 .*",
  ],
  "worker/notices.test.ts": [
    "every kind of notice > .*",
    "a notice of every kind > costs two rows on the bell, .*",
  ],
  "worker/topics.test.ts": [
    "the migrations contain exactly .*",
    "every topic .*",
    "users hear of a topic .*",
  ],
  "worker/validation.test.ts": [".* writes nothing for > unknown fields, .*"],
  "worker/features/backup/backup.test.ts": [
    "a backup > contains every row .*",
    "a backup > passes at most .*",
  ],
  "worker/features/personal-data/personal-data.test.ts": [
    "every table that names a user is exported .*",
    "the export of a user's data > .*",
  ],
  "worker/features/roles/permissions.test.ts": ["each permission of the product is declared .*"],
};

test("the worker's tests hold it to access, input, backup, personal data, notices and cost", async () => {
  const titles = Object.values(HELD).flat();
  const { passed, failed, output } = await copy.testWorker(Object.keys(HELD), titles, {
    COST_ROUTES: "/api/badges",
  });
  assert.deepEqual(failed, [], output);
  for (const [file, own] of Object.entries(HELD))
    for (const title of own)
      assert.ok(
        passed.some((each) => each.file === file && new RegExp(`^${title}$`).test(each.title)),
        `${file}: ${title}\n${output}`,
      );
});

test("a route, a page, a role and a command that are not declared or guarded are each found by a worker test", async () => {
  const found = OMISSIONS_OF_WORKER;
  const undo = found.flatMap(({ edits }) => edits.map((edit) => copy.edit(edit)));
  try {
    const titles = [...new Set(found.map(({ title }) => title))];
    const files = [...new Set(found.map(({ file }) => file))];
    const { failed, output } = await copy.testWorker(files, titles);
    assert.equal(failed.length, titles.length, output);
    const failures = output.split(/^ *FAIL +/m);
    for (const { forgotten, title, says } of found) {
      const words = failures.filter((each) => new RegExp(` > ${title}$`, "m").test(each));
      assert.match(words.join("\n"), says, `${forgotten}:\n${output}`);
    }
  } finally {
    for (const each of undo.reverse()) each();
  }
});

for (const { forgotten, edits, file, title, says } of OMISSIONS_OF_SCRIPTS)
  test(`${forgotten} is found by ${file}`, async () => {
    const undo = edits.map((edit) => copy.edit(edit));
    try {
      const { code, output } = await copy.end(["--test", "--test-reporter=spec", inCopy(file)]);
      assert.equal(code, 1, output);
      assert.match(output, new RegExp(`✖ ${title}`));
      assert.match(output, says);
    } finally {
      for (const each of undo.reverse()) each();
    }
  });

test("npm start lists the catalogues, and the walk over all pages finds a page that is wider than the screen", async (t) => {
  const browser = installedBrowser();
  if (!browser) return t.skip("no Chromium is installed");
  copy.edit(NOT_LAID_OUT);
  const listed = readFileSync(inCopy(CATALOGUES), "utf8");
  rmSync(inCopy(CATALOGUES));
  const { code, output } = await copy.walk("/badges", browser);
  assert.equal(readFileSync(inCopy(CATALOGUES), "utf8"), listed);
  assert.equal(code, 1, output);
  assert.match(output, /^ +\+ +"the page is \d+ px too wide at 320"/m);
});
