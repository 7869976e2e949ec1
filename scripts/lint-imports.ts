import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ParseResult, parseSync, Visitor, type VisitorObject } from "oxc-parser";
import { CATALOGUES, findStaleCatalogues } from "./lib/catalogues.ts";
import {
  answersBySchema,
  brokenRules,
  CHECKED_FOLDERS,
  FOREIGN_WRITE,
  findCircles,
  type Import,
  importsOfFeatures,
  isForeign,
  LOOSE_GUARD,
  targetOf,
  UNNAMED_ANSWER,
} from "./lib/import-rules.ts";
import { root } from "./lib/paths.ts";

/** Lines that a file may have. */
const MOST_LINES = 320;

type Found = Import & { start: number };
type Module = {
  path: string;
  source: string;
  imports: Found[];
  foreignWrites: { name: string; start: number }[];
  looseGuards: number[];
};

/** Everything a module imports: statements, re-exports, `import()` and the types of `import("…")`. */
function readImports(from: string, source: string, { module, program }: ParseResult): Found[] {
  const found: { value: string; start: number; isLazy?: boolean }[] = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      // The catalogues of a language: the files of each have the same name.
      const request = source.slice(start, end).replace(/\$\{language\}/, "en");
      const text = /^(["'`])([^"'`$]*)\1$/.exec(request)?.[2];
      return text === undefined ? [] : [{ value: text, start, isLazy: true }];
    }),
  ];
  const visitor: VisitorObject = {};
  visitor.TSImportType = ({ source: { value, start } }) => {
    found.push({ value, start });
  };
  if (source.includes("import(")) new Visitor(visitor).visit(program);
  const distinct = new Map(found.map((each) => [`${each.start} ${each.value}`, each])).values();
  return [...distinct].map(({ value, start, isLazy = false }) => ({
    from,
    request: value,
    target: targetOf(from, value),
    start,
    isLazy,
  }));
}

/** Beginnings of SQL statements that write, up to the name of the table. */
const SQL_WRITES = [
  "(?:insert|replace)\\s+(?:or\\s+\\w+\\s+)?into",
  "update(?:\\s+or\\s+\\w+)?",
  "delete\\s+from",
];

/** Statements that write a table which the module imports from another feature, by their offsets. */
function readForeignWrites(from: string, source: string, { module }: ParseResult): Module["foreignWrites"] {
  const borrowed = module.staticImports.flatMap(({ moduleRequest: { value: request }, entries }) =>
    isForeign({ from, request, target: targetOf(from, request) })
      ? entries.map(({ localName }) => localName.value)
      : [],
  );
  return borrowed.flatMap((name) => {
    const writes = new RegExp(
      [
        `\\.(?:insert|update|delete)\\(\\s*${name}(?:\\.\\w+)*(?:!| as [^)]*)?\\s*\\)`,
        // The name may stand deeper in what is interpolated, such as `${sql`${name}`}`.
        `\\b(?:${SQL_WRITES.join("|")})\\s+\\$\\{[^}]*(?<![.\\w])${name}\\b`,
        `\\brecord(?:<[^(]*>)?\\(\\{\\s*table: ${name}\\b`,
      ].join("|"),
      "gi",
    );
    return [...source.matchAll(writes)].map(({ index }) => ({ name, start: index }));
  });
}

/** Calls of `guard…` whose result nothing takes, by their offsets. */
function readLooseGuards(source: string, { program }: ParseResult): number[] {
  const found: number[] = [];
  const visitor: VisitorObject = {};
  visitor.ExpressionStatement = ({ start, end }) => {
    if (/^(?:\w+\.)*guard\w*\(/.test(source.slice(start, end))) found.push(start);
  };
  if (/\bguard\w*\(/.test(source)) new Visitor(visitor).visit(program);
  return found;
}

function readModule(folder: string, path: string): Module {
  const source = readFileSync(join(folder, path), "utf8");
  const parsed = parseSync(path, source);
  const [error] = parsed.errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  return {
    path,
    source,
    imports: readImports(path, source, parsed),
    foreignWrites: readForeignWrites(path, source, parsed),
    looseGuards: readLooseGuards(source, parsed),
  };
}

const lineOf = (source: string, offset: number) => source.slice(0, offset).split("\n").length;

/** Returns the faults of a module by itself. */
function lintModule({ path, source, imports, foreignWrites, looseGuards }: Module): string[] {
  const lines = source.trimEnd().split("\n").length;
  const unnamed = answersBySchema(path) ? [...source.matchAll(/\bc\.json\(/g)] : [];
  return [
    ...imports.flatMap((each) =>
      brokenRules(each).map(
        (rule) => `${path}:${lineOf(source, each.start)} imports "${each.request}": ${rule}`,
      ),
    ),
    ...foreignWrites.map(
      ({ name, start }) => `${path}:${lineOf(source, start)} writes ${name}: ${FOREIGN_WRITE}`,
    ),
    ...looseGuards.map((start) => `${path}:${lineOf(source, start)} guards nothing: ${LOOSE_GUARD}`),
    ...unnamed.map(({ index }) => `${path}:${lineOf(source, index)} answers by itself: ${UNNAMED_ANSWER}`),
    ...(lines > MOST_LINES ? [`${path} has ${lines} lines: ${MOST_LINES} are the most`] : []),
  ];
}

/** Looks through a repository's folders; answers one line for each broken rule, with its place. */
export function lintImports(folder: string): string[] {
  const modules = globSync(`{${CHECKED_FOLDERS}}/**/*.{ts,tsx,mjs}`, { cwd: folder })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith(".d.ts"))
    .sort()
    .map((path) => readModule(folder, path));
  const ofFiles = new Map(
    modules.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  );
  const ofFeatures = importsOfFeatures(modules.flatMap(({ imports }) => imports));
  const circles = [...findCircles(ofFiles), ...findCircles(ofFeatures)].map(
    (circle) => `${circle[0]} is part of a circle: ${circle.join(" → ")}`,
  );
  const stale =
    findStaleCatalogues(folder) === null
      ? []
      : [`${CATALOGUES} is not the list of the catalogues: \`npm start\` or \`npm run dev\` writes it`];
  return [...modules.flatMap(lintModule), ...circles, ...stale];
}

if (import.meta.main) {
  const broken = lintImports(resolve(process.argv[2] ?? root));
  for (const line of broken) console.error(line);
  if (broken.length) process.exitCode = 1;
}
