import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { copyRepository, listFiles } from "./lib/copy.ts";
import type { FirstScripts } from "./lib/first-scripts.ts";
import { inRoot, root } from "./lib/paths.ts";
import { binOf } from "./lib/processes.ts";

// Adds a small, complete feature to a copy of the repository, counts what has to be edited outside its folders, and
// measures what it adds to what loads first and what its routes cost.

const TEMPLATE = inRoot("scripts/toy-feature");
const FEATURE = /^(worker|web)\/features\/badges\//;
/** A feature may need one edit more than this one does. */
const MOST_EDITS = 6;
/** Bytes of gzip that a place in the navigation, its icon and a tab may each add to what loads first. */
const MOST_BYTES = 100;
/** Bytes of gzip by which builds differ anyway: scripts import each other by names that contain hashes. */
const HASHES = 20;

/** The lines that register the feature, after which line each stands. */
const REGISTRATION: Record<string, readonly (readonly [after: string, line: string])[]> = {
  "worker/features.ts": [
    [
      'import { backupFeature } from "./features/backup/index.ts";',
      'import { badgesFeature } from "./features/badges/index.ts";',
    ],
    ["  fleetFeature,", "  badgesFeature,"],
  ],
  "web/features.ts": [
    [
      'export { backupTab } from "./features/backup/area.ts";',
      'export { badges, badgesTab } from "./features/badges/area.ts";',
    ],
  ],
  "worker/lib/permissions.schema.ts": [['  "audit.read",', '  "badges.read",\n  "badges.write",']],
};

const copy = mkdtempSync(join(tmpdir(), "toy-feature-"));
const inCopy = (path: string) => join(copy, path);
const run = promisify(execFile);

/**
 * Runs Node on a script, in the copy unless a folder is given; resolves to what it printed.
 * @throws Error with that where the script fails
 */
async function runScript(
  [script = "", ...args]: readonly string[],
  { folder = copy, environment = {} }: { folder?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [script, ...args], {
      cwd: folder,
      maxBuffer: 2 ** 26,
      // With this variable, even empty, a test runner believes to be part of another and runs nothing.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...environment },
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${script} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}

const runInCopy = (...command: string[]) => runScript(command);

/** Imports a module of a folder by its path; answers an expression of it, as JSON. */
async function evaluate<Result>(folder: string, path: string, expression = "module"): Promise<Result> {
  const script = `import * as module from "./${path}"; console.log(JSON.stringify(await ${expression}));`;
  return JSON.parse(await runScript(["--input-type=module", "-e", script], { folder }));
}

function place(from: string, path: string): void {
  mkdirSync(dirname(inCopy(path)), { recursive: true });
  copyFileSync(from, inCopy(path));
}

/** Edits a file of the copy: adds each line after another. */
function register(path: string): void {
  const text = (REGISTRATION[path] ?? []).reduce(
    (source, [after, line]) => {
      assert.ok(source.includes(`${after}\n`), `${path} has no line ${after}`);
      return source.replace(`${after}\n`, `${after}\n${line}\n`);
    },
    readFileSync(inCopy(path), "utf8"),
  );
  writeFileSync(inCopy(path), text);
}

const added = globSync("**/*.template", { cwd: TEMPLATE }).map((path) => path.replace(/\.template$/, ""));

before(async () => {
  copyRepository(copy);
  for (const path of added) place(join(TEMPLATE, `${path}.template`), path);
  for (const path of Object.keys(REGISTRATION)) register(path);
  await runInCopy("scripts/migration.ts", "--name", "badges");
});
after(() => rmSync(copy, { recursive: true, force: true }));

test("a feature is registered by a line on each side, its permissions, its migration and a journey", async () => {
  const changed = listFiles(copy).filter((path) => {
    const before = inRoot(path);
    return !existsSync(before) || !readFileSync(before).equals(readFileSync(inCopy(path)));
  });
  const edits = new Set(
    changed
      .filter((path) => !FEATURE.test(path))
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
  const [migration = ""] = globSync("migrations/*_badges.sql", { cwd: copy });
  const sql = readFileSync(inCopy(migration), "utf8");
  for (const part of [
    "CREATE TABLE `badges`",
    "CREATE TRIGGER revisions_badges_badges_insert AFTER INSERT ON badges",
    "json_insert(permissions, '$[#]', 'badges.read'), version = version + 1\n  WHERE key IN ('officer', 'crm_manager', 'recruiter', 'onboarding_team', 'member')",
    "json_insert(permissions, '$[#]', 'badges.write'), version = version + 1\n  WHERE key IN ('officer')",
  ])
    assert.ok(sql.includes(part), part);
});

test("it passes the linters and the compiler", async () => {
  const ours = [...added, ...Object.keys(REGISTRATION)].map(inCopy);
  await Promise.all([
    runInCopy(binOf("@biomejs/biome", "biome"), "check", ...ours),
    runInCopy(inCopy("scripts/lint-imports.ts")),
    runInCopy(binOf("typescript", "tsc"), "-b", "worker", "web", "e2e"),
  ]);
});

type Placed = { path: string; of: string; need: unknown; label: Record<"en" | "da", string> };

/** What the areas of the copy say. */
const readAreas = () => evaluate<Record<"DESTINATIONS" | "TABS", Placed[]>>(copy, "web/areas.ts");

test("it has its place in the navigation and in another page's tabs, and all its texts in both languages", async () => {
  const { DESTINATIONS, TABS } = await readAreas();
  for (const [all, place] of [
    [DESTINATIONS, { path: "/badges" }],
    [TABS, { of: "/organization" }],
  ] as const)
    assert.partialDeepStrictEqual(
      all.filter(({ need }) => need === "badges.read"),
      [{ ...place, label: { da: "Mærker" } }],
    );
  await runInCopy("--test", inCopy("web/areas.test.ts"), inCopy("web/lib/i18n/catalogues.test.ts"));
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
  const [original, extended] = await Promise.all([measure(root), measure(copy)]);
  const [signIn, shell] = [extended.signIn - original.signIn, extended.shell - original.shell];
  assert.ok(signIn <= HASHES, `the sign-in page: ${signIn} bytes`);
  assert.ok(shell > 0 && shell <= 3 * MOST_BYTES, `the shell: ${shell} bytes`);
});

test("the worker's tests hold it to access, input, backup, personal data, notices and cost", async () => {
  const report = inCopy("report.json");
  const files = [
    "worker/features/badges",
    "worker/access.test.ts",
    "worker/budgets.test.ts",
    "worker/notices.test.ts",
    "worker/topics.test.ts",
    "worker/validation.test.ts",
    "worker/features/backup/backup.test.ts",
    "worker/features/personal-data/personal-data.test.ts",
    "worker/features/roles/permissions.test.ts",
  ];
  // The cost of other routes, callers but one, and inputs that are wrong in other ways take most of the files' time.
  const slow = ["access by caller > (?!member:)", "writes nothing for > (?!unknown fields)"];
  const which = [...files, "-t", `^(?!.*(${slow.join("|")}))`];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await runScript([binOf("vitest"), "run", ...which, ...reporters], {
    environment: { COST_ROUTES: "/api/badges" },
  });
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const passed = testResults.map(({ assertionResults }) =>
    assertionResults.flatMap(({ status, fullName }) => (status === "passed" ? fullName : [])),
  );
  assert.equal(passed.length, files.length);
  assert.ok(passed.every((titles) => titles.length > 0));
  for (const title of [
    "access by caller member:",
    "every route keeps to its budget",
    "an unchanged answer of /api/badges/1 costs one round trip",
  ])
    assert.ok(
      passed.flat().some((each) => each.includes(title)),
      title,
    );
});
