import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { targetOf } from "../import-rules.ts";

const TEST = /\.test\.ts$/;
/** The test of this command, which would test mutants of a mutant. */
const OWN_TEST = "scripts/mutants.test.ts";

/** Which files of a repository import each file, by path. */
export function readImporters(folder: string): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const found of globSync("{worker,web,bot-gateway,scripts}/**/*.{ts,tsx}", { cwd: folder })) {
    const path = found.replaceAll("\\", "/");
    const source = readFileSync(join(folder, path), "utf8");
    const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module;
    const requests = [
      ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) => entries.flatMap((each) => each.moduleRequest?.value ?? [])),
      ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
    ];
    for (const target of new Set(requests.flatMap((request) => targetOf(path, request) ?? [])))
      importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  return importers;
}

/** How many folders two paths share from the top. */
function sharedFolders(one: string, other: string): number {
  const [a, b] = [one.split("/"), other.split("/")];
  const differs = a.findIndex((name, at) => name !== b[at]);
  return differs < 0 ? a.length : differs;
}

/**
 * Every test that imports a file, however far, but tests of scripts for scripts only: direct importers first, then by the
 * folders that it shares with the file.
 */
export function nearestTests(path: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const distance = new Map([[path, 0]]);
  for (const [file, far] of distance)
    for (const next of importers.get(file) ?? []) if (!distance.has(next)) distance.set(next, far + 1);
  const rank = (test: string) => [
    distance.get(test) === 1 ? 0 : 1,
    -sharedFolders(path, test),
    distance.get(test) ?? 0,
  ];
  return (
    [...distance.keys()]
      // Tests of scripts run whole commands, which takes minutes and says little of what a command imports.
      .filter(
        (each) =>
          TEST.test(each) &&
          each !== OWN_TEST &&
          (path.startsWith("scripts/") || !each.startsWith("scripts/")),
      )
      .map((test) => ({ test, rank: rank(test) }))
      .sort((a, b) => {
        const differs = a.rank.findIndex((each, at) => each !== b.rank[at]);
        return differs < 0 ? a.test.localeCompare(b.test) : (a.rank[differs] ?? 0) - (b.rank[differs] ?? 0);
      })
      .map(({ test }) => test)
  );
}
