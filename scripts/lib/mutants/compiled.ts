import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binOf, runNode } from "../processes.ts";
import { applied, type Mutant } from "./mutate.ts";

/** The compiler's complaints that something is not used any more, which leave a mutant as it is. */
const UNUSED = /error TS(6133|6192|6196|6198):/;

/** The files of a folder that the compiler refuses, in the projects of the changed ones. */
async function refusedFiles(folder: string, changed: readonly string[]): Promise<Set<string>> {
  const names = new Set(changed.map((path) => path.replace(/\/.*/, "")));
  const projects = [...names].map((name) => join(folder, name));
  const { output } = await runNode(binOf("typescript", "tsc"), [
    "-b",
    "--singleThreaded",
    "--pretty",
    "false",
    ...projects,
  ]);
  const lines = output.split("\n").filter((line) => !UNUSED.test(line));
  return new Set(lines.flatMap((line) => /^(.+?)\(\d+,\d+\): error /.exec(line)?.[1] ?? []));
}

/**
 * The mutants that compile, in their order. Mutants of different files are compiled together, so an error counts
 * against the mutant of the file in which it is.
 */
export async function compiled(mutants: readonly Mutant[], folder: string): Promise<Mutant[]> {
  const left = new Set(mutants);
  const refused = new Set<Mutant>();
  while (left.size) {
    const round = new Map<string, Mutant>();
    for (const each of left) if (!round.has(each.path)) round.set(each.path, each);
    const sources = new Map<string, string>();
    for (const [path, mutant] of round) {
      const source = readFileSync(join(folder, path), "utf8");
      sources.set(path, source);
      writeFileSync(join(folder, path), applied(source, mutant));
      left.delete(mutant);
    }
    const files = [...(await refusedFiles(folder, [...round.keys()]))];
    for (const [path, mutant] of round) if (files.some((file) => file.endsWith(path))) refused.add(mutant);
    for (const [path, source] of sources) writeFileSync(join(folder, path), source);
  }
  return mutants.filter((each) => !refused.has(each));
}
