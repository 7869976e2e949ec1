import { globSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { root } from "./lib/paths.ts";

const DOCUMENTS = "{*.md,docs/**/*.md,bot-gateway/runtime/*.md,emulators/*/*.md}";
/** The document that names every setting, and the files that define them as `NAME: …` at two spaces. */
const SETTINGS = {
  document: "docs/settings.md",
  sources: ["worker/lib/settings.schema.ts", "bot-gateway/env.ts"],
};
/** The document in which each item of a list names what stops an attack, and links a test of it. */
const THREATS = "docs/threat-model.md";
/** The most words of the README, counted as `wc -w` does. */
const README_WORDS = 1_500;
const NOT_OURS = /(^|\/)(node_modules|dist|\.git|\.data|\.wrangler|test-results)$/;
const HAS_EXTENSION = /\.(tsx?|mjs|json|toml|md|sql|css)$/;

type Repository = {
  paths: string[];
  known: Set<string>;
  scripts: Set<string>;
  /** Returns whether a file contains a text. */
  contains: (file: string, text: string) => boolean;
};
type Named = { name: string; line: number; isKnown: boolean };

/** Lists files and folders; folders have no slash at the end. */
function readRepository(folder: string): Repository {
  const paths = globSync("**", { cwd: folder, exclude: (path) => NOT_OURS.test(path.replaceAll("\\", "/")) })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path !== ".");
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts?: Record<string, string>;
  };
  return {
    paths,
    known: new Set(paths),
    scripts: new Set(Object.keys(scripts)),
    contains: (file, wanted) =>
      paths.includes(file) && readFileSync(join(folder, file), "utf8").includes(wanted),
  };
}

/**
 * Returns the pattern of a path as documents write it: `*` matches any name, `**` any folders, and `<feature>` the same
 * name at each of its places. A path may leave out its first folders.
 */
function patternOf(path: string): RegExp {
  const seen = new Set<string>();
  const body = path
    .replace(/\/$/, "")
    .replace(/[.+?^$()[\]\\|]/g, "\\$&")
    .replace(/\{([\w,.-]+)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/\*\*\/|\*|<([\w-]+)>/g, (found, name?: string) => {
      if (found === "**/") return "(?:[^/]+/)*";
      if (!name) return "[^/]*";
      const group = `_${name.replaceAll("-", "_")}`;
      if (seen.has(group)) return `\\k<${group}>`;
      seen.add(group);
      return `(?<${group}>[^/]+?)`;
    });
  return new RegExp(`(?:^|/)${body}$`);
}

const exists = ({ paths }: Repository, path: string) => {
  // `.policy.ts` stands for all names that end with it.
  const pattern = patternOf(/^\.\w+\./.test(path) ? `*${path}` : path);
  return paths.some((each) => pattern.test(each));
};

/** Returns whether a word is meant as a path: it begins with a folder of the repository or has a known extension. */
function isPath(word: string, { known }: Repository): boolean {
  if (!/^[\w@.*<>{},-]+(\/[\w@.*<>{},-]+)*\/?$/.test(word)) return false;
  return known.has(word.split("/")[0] ?? "") || HAS_EXTENSION.test(word);
}

/** Returns the paths in a text, without the punctuation around them. */
const pathsIn = (text: string, repository: Repository): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^[("'“]+|[)"'”,:;.…]+$/g, ""))
    .filter((word) => isPath(word, repository));

type Block = { lines: string[]; firstLine: number };

/**
 * Returns the paths in a code block. A block that begins with a folder of the repository is a map: indentation shows what
 * is in which folder, and a line has names, at least two spaces, and a description.
 */
function readBlock({ lines, firstLine }: Block, repository: Repository): { name: string; line: number }[] {
  const isMap = repository.known.has(/^([\w-]+)\//.exec(lines[0] ?? "")?.[1] ?? "");
  const folders: { indent: number; path: string }[] = [];
  return lines.flatMap((text, at) => {
    const line = firstLine + at;
    const [, space = "", names = "", rest = ""] = /^( *)(\S+(?: \S+)*)(.*)$/.exec(text) ?? [];
    if (!isMap || !names) return pathsIn(text, repository).map((name) => ({ name, line }));
    while ((folders.at(-1)?.indent ?? -1) >= space.length) folders.pop();
    const parent = folders.at(-1)?.path ?? "";
    const paths = names.split(" ").map((name) => posix.join(parent, name));
    if (paths[0]?.endsWith("/")) folders.push({ indent: space.length, path: paths[0] });
    return [...paths, ...pathsIn(rest, repository)].map((name) => ({ name, line }));
  });
}

/**
 * Returns everything in a document that has to exist: paths in inline code, links and code blocks, npm scripts, and names before
 * the whole path of their file (`isTask` in `worker/tasks.ts`). In a section whose heading begins with "Adding", the first word in
 * italics stands for any name in paths.
 */
function readDocument(path: string, text: string, repository: Repository): Named[] {
  const named: Named[] = [];
  let example: string | null = null;
  let isAdding = false;
  let block: Block | null = null;
  const note = (name: string, line: number) => {
    const pattern = example ? name.replace(new RegExp(`\\b${example}\\b`, "g"), "<example>") : name;
    named.push({ name, line, isKnown: exists(repository, pattern) });
  };
  for (const [at, content] of text.split("\n").entries()) {
    const line = at + 1;
    for (const [, name = "", file = ""] of content.matchAll(/`(\w+)` in `([^`\s]+\.tsx?)`/g))
      named.push({ name: `${name} in ${file}`, line, isKnown: repository.contains(file, name) });
    for (const [name, script = ""] of content.matchAll(/\bnpm run ([\w:-]+)/g))
      named.push({ name, line, isKnown: repository.scripts.has(script) });
    if (/^\s*```/.test(content)) {
      if (block) for (const each of readBlock(block, repository)) note(each.name, each.line);
      block = block ? null : { lines: [], firstLine: line + 1 };
    } else if (block) {
      block.lines.push(content);
    } else {
      if (content.startsWith("#")) [isAdding, example] = [/^#+ Adding /.test(content), null];
      if (isAdding) example ??= /\b_([a-z-]+)_/.exec(content)?.[1] ?? null;
      for (const [, target = ""] of content.matchAll(/\]\(([^)#\s]+)[^)]*\)/g))
        if (!/^\w+:/.test(target)) note(posix.join(posix.dirname(path), target), line);
      for (const [, code = ""] of content.matchAll(/`([^`]+)`/g))
        for (const name of pathsIn(code, repository)) note(name, line);
    }
  }
  return named;
}

/** Returns one line for each path, npm script and name that the documents have and that does not exist. */
function findMissing(folder: string, repository: Repository): string[] {
  return globSync(DOCUMENTS, { cwd: folder })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .flatMap((path) =>
      readDocument(path, readFileSync(join(folder, path), "utf8"), repository)
        .filter(({ isKnown }) => !isKnown)
        .map(({ name, line }) => `${path}:${line} names ${name}, which does not exist`),
    );
}

/** Returns one line for each document without a text. */
const findEmpty = (folder: string): string[] =>
  globSync(DOCUMENTS, { cwd: folder })
    .filter((path) => readFileSync(join(folder, path), "utf8").trim() === "")
    .map((path) => `${path.replaceAll("\\", "/")} is empty`);

/** Returns one line for each document with Git's markers of an unfinished merge, also where it was formatted since. */
const findConflicts = (folder: string): string[] =>
  globSync(DOCUMENTS, { cwd: folder })
    .filter((path) => /^(\| )?<{7} |^>{7} |^(> ){7}/m.test(readFileSync(join(folder, path), "utf8")))
    .map((path) => `${path.replaceAll("\\", "/")} has an unfinished merge`);

/** Returns one line for each setting in the code that the document of settings does not name. */
function findUnnamedSettings(folder: string, { paths }: Repository): string[] {
  const { document, sources } = SETTINGS;
  const text = paths.includes(document) ? readFileSync(join(folder, document), "utf8") : "";
  return sources
    .filter((path) => paths.includes(path))
    .flatMap((path) =>
      [...readFileSync(join(folder, path), "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): /gm)]
        .map(([, name = ""]) => name)
        .filter((name, at, all) => all.indexOf(name) === at && !text.includes(`\`${name}\``))
        .map((name) => `${document} does not name the setting ${name} of ${path}`),
    );
}

/** Returns one line for each item of the threat model's lists, which may go on in indented lines, that links no test. */
function findUntested(folder: string, { paths }: Repository): string[] {
  const text = paths.includes(THREATS) ? readFileSync(join(folder, THREATS), "utf8") : "";
  return [...text.matchAll(/^- .*(?:\n {2}.*)*/gm)]
    .filter(([item]) => !/\]\([^)]+\.(?:test|spec)\.tsx?\)/.test(item))
    .map(({ index }) => `${THREATS}:${text.slice(0, index).split("\n").length} links no test`);
}

/** Returns a line when the README is too long. */
function checkLength(folder: string, { paths }: Repository): string[] {
  if (!paths.includes("README.md")) return [];
  const words = readFileSync(join(folder, "README.md"), "utf8").split(/\s+/).filter(Boolean).length;
  return words > README_WORDS ? [`README.md has ${words} words, of at most ${README_WORDS}`] : [];
}

/** Checks a repository's documents; returns one line for each fault. */
export function lintDocs(folder: string): string[] {
  const repository = readRepository(folder);
  return [findMissing, findEmpty, findConflicts, findUnnamedSettings, findUntested, checkLength].flatMap(
    (check) => check(folder, repository),
  );
}

if (import.meta.main) {
  const faults = lintDocs(resolve(process.argv[2] ?? root));
  for (const line of faults) console.error(line);
  if (faults.length) process.exitCode = 1;
}
