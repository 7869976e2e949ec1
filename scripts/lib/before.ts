import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { linkPackages } from "./copy.ts";
import { onEnd } from "./lifetime.ts";
import { readMigrations } from "./migrations.ts";
import { inRoot, root } from "./paths.ts";
import { binOf, showNode } from "./processes.ts";
import { type Counts, one, readVitest, type VitestReport } from "./test-reports.ts";

/** A version of the repository, as Git and as people call it. */
type Version = { commit: string; name: string };

/** Tests of the version before that say nothing about whether it runs on another schema, each with the reason. */
export const EXCEPTED: Record<string, string> = {
  "worker/topics.test.ts": "compares the triggers with those that its own features declare",
  "worker/features/personal-data/personal-data.test.ts":
    "holds every table and column against what its own features declare",
  "worker/budgets.test.ts": "counts rows, which new indexes and triggers add",
  "worker/declared-rows.test.ts": "counts rows",
  "worker/write-budget.test.ts": "counts rows",
};

/** Titles of tests that count rows, beside whole files of them: other indexes change the counts of a version that still works. */
const COUNTING = /\brows (read|written)\b|\b(read|written) rows\b/;

/** Returns what Git says about a repository, or null where it cannot. */
function ask(folder: string, ...question: string[]): string | null {
  try {
    const options = { encoding: "utf8" as const, stdio: "pipe" as const };
    return execFileSync("git", ["-C", folder, ...question], options).trim();
  } catch {
    return null;
  }
}

/**
 * Finds the version that runs while this one's migrations are applied: the newest release that lacks one of them, otherwise the
 * commit before the newest one that added a migration.
 * @returns why not, where the history does not tell
 */
export function findBefore(folder = root): Version | string {
  // Where the folder is no repository of its own, Git answers of one around it.
  if (ask(folder, "rev-parse", "--show-cdup") !== "") return "There is no Git history here.";
  if (ask(folder, "rev-parse", "--is-shallow-repository") !== "false") return "The Git history is cut off.";
  const lacksSome = (commit: string) => {
    const has = ask(folder, "ls-tree", "--name-only", commit, "migrations/")?.split("\n") ?? [];
    return readMigrations(folder).some(({ name }) => !has.includes(`migrations/${name}.sql`));
  };
  const release = ask(folder, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*");
  if (release && lacksSome(release)) return { commit: release, name: release };
  const added = ["--first-parent", "-m", "--no-renames", "--diff-filter=A", "--", "migrations/*.sql"];
  const newest = ask(folder, "log", "-1", "--format=%H", ...added);
  const commit = ask(folder, "rev-parse", "--verify", lacksSome("HEAD") ? "HEAD" : `${newest}^`);
  if (!commit) return "No version came before.";
  return { commit, name: ask(folder, "log", "-1", "--format=%h, %s", commit) ?? commit };
}

/** Puts a version, with today's packages, into a folder that is empty. */
function unpack({ commit }: Version, folder: string): void {
  const archive = join(folder, "version.tar");
  execFileSync("git", ["-C", root, "archive", "--format=tar", `--output=${archive}`, commit]);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
  cpSync(join(folder, "migrations"), join(folder, "migrations-of-its-own"), { recursive: true });
  linkPackages(folder);
}

/** Runs files of a version's worker tests, or all, with the migrations of a folder; files of failures are named relative to it. */
async function run(folder: string, migrations: string, files: readonly string[]): Promise<Counts> {
  rmSync(join(folder, "migrations"), { recursive: true });
  cpSync(migrations, join(folder, "migrations"), { recursive: true });
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const code = await showNode(binOf("vitest"), [
    ...["run", `--root=${folder}`, "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
    ...Object.keys(EXCEPTED).map((file) => `--exclude=${file}`),
    ...files,
  ]);
  if (!existsSync(report)) return one("The test runner", false, `It ended with code ${code}.`);
  const counts = readVitest(JSON.parse(readFileSync(report, "utf8")) as VitestReport);
  const failed = counts.failed.map((each) => ({ ...each, file: relative(folder, each.file ?? "") }));
  if (code !== 0 && !failed.length) return one("The test runner", false, `It ended with code ${code}.`);
  if (!counts.passed && !failed.length) return one("The test runner", false, "No test ran.");
  return { ...counts, failed };
}

/**
 * Runs the worker tests of a version, or some files of them, on today's schema. What fails on the version's own schema as well, or
 * counts rows, is returned as `known` and not counted as failed.
 */
export async function testBefore(
  version: Version,
  files: readonly string[],
): Promise<Counts & { known: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "before-"));
  const remove = onEnd(() => rmSync(folder, { recursive: true, force: true }));
  try {
    unpack(version, folder);
    const counts = await run(folder, inRoot("migrations"), files);
    const broken = [...new Set(counts.failed.flatMap(({ file }) => file ?? []))];
    if (!broken.length) return { ...counts, known: [] };
    console.log("\nThe files with failed tests again, on the schema that the version had itself");
    const own = await run(folder, join(folder, "migrations-of-its-own"), broken);
    const counting = counts.failed.filter(({ title }) => COUNTING.test(title));
    const known = [...new Set([...own.failed, ...counting].map(({ title }) => title))];
    return { ...counts, failed: counts.failed.filter(({ title }) => !known.includes(title)), known };
  } finally {
    await remove();
  }
}
