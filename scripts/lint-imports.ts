import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync, Visitor, type VisitorObject } from "oxc-parser";
import { brokenRules, CHECKED_FOLDERS, FOREIGN_WRITE, isForeignTable, targetOf } from "./lib/import-rules.ts";
import { root } from "./lib/paths.ts";

type Request = { value: string; start: number };

/** Everything a module imports: statements, re-exports, `import()` and the types of `import("…")`. */
function readImports(path: string, source: string): Request[] {
  const { module, program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const found: Request[] = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const text = /^(["'`])([^"'`$]*)\1$/.exec(source.slice(start, end))?.[2];
      return text === undefined ? [] : [{ value: text, start }];
    }),
  ];
  const visitor: VisitorObject = {};
  visitor.TSImportType = ({ source: { value, start } }) => {
    found.push({ value, start });
  };
  new Visitor(visitor).visit(program);
  return [...new Map(found.map((each) => [`${each.start} ${each.value}`, each])).values()];
}

/** Statements that write a table which the module only borrowed from another feature, by their offsets. */
function readForeignWrites(from: string, source: string): { table: string; start: number }[] {
  const borrowed = parseSync(from, source).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    isForeignTable({ from, target: targetOf(from, moduleRequest.value) })
      ? entries.map(({ localName }) => localName.value)
      : [],
  );
  return borrowed.flatMap((table) => {
    const writes = new RegExp(
      `\\.(?:insert|update|delete)\\(\\s*${table}\\s*\\)|(?:insert into|update|delete from)\\s+\\$\\{${table}\\}`,
      "gi",
    );
    return [...source.matchAll(writes)].map(({ index }) => ({ table, start: index }));
  });
}

const lineOf = (source: string, offset: number) => source.slice(0, offset).split("\n").length;

/** Looks through a repository's folders; answers one line for each broken rule, with its place. */
export function lintImports(folder: string): string[] {
  const files = globSync(`{${CHECKED_FOLDERS}}/**/*.{ts,tsx,mjs}`, { cwd: folder })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith(".d.ts"))
    .sort();
  return files.flatMap((from) => {
    const source = readFileSync(join(folder, from), "utf8");
    const imports = readImports(from, source).flatMap(({ value: request, start }) =>
      brokenRules({ from, request, target: targetOf(from, request) }).map(
        (rule) => `${from}:${lineOf(source, start)} imports "${request}": ${rule}`,
      ),
    );
    const writes = readForeignWrites(from, source).map(
      ({ table, start }) => `${from}:${lineOf(source, start)} writes ${table}: ${FOREIGN_WRITE}`,
    );
    return [...imports, ...writes];
  });
}

if (import.meta.main) {
  const broken = lintImports(resolve(process.argv[2] ?? root));
  for (const line of broken) console.error(line);
  if (broken.length) process.exitCode = 1;
}
