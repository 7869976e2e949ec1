import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkPackages } from "./copy.ts";
import { onEnd } from "./lifetime.ts";
import { readMigrations } from "./migrations.ts";
import { inRoot, root } from "./paths.ts";

/** A version of the repository, as Git and as people call it. */
type Version = { commit: string; name: string };

/** Tests of the version before that say nothing about another schema, each with the reason. */
export const EXCEPTED: Record<string, string> = {};

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

/**
 * Puts the version before, with today's migrations and packages, into a temporary folder, and calls `work` with it and what
 * Vitest has to be given there.
 */
export async function withBefore<Answer>(
  { commit }: Version,
  work: (folder: string, options: string[]) => Promise<Answer>,
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), "before-"));
  const remove = onEnd(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const archive = join(folder, "version.tar");
    execFileSync("git", ["-C", root, "archive", "--format=tar", `--output=${archive}`, commit]);
    execFileSync("tar", ["-xf", archive, "-C", folder]);
    rmSync(archive);
    rmSync(join(folder, "migrations"), { recursive: true });
    cpSync(inRoot("migrations"), join(folder, "migrations"), { recursive: true });
    linkPackages(folder);
    const excepted = Object.keys(EXCEPTED).filter((file) => existsSync(join(folder, file)));
    return await work(folder, [`--root=${folder}`, ...excepted.map((file) => `--exclude=${file}`)]);
  } finally {
    await remove();
  }
}
