import { globSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { root } from "./lib/paths.ts";

const DOCUMENTS = "{*.md,docs/*.md,bot-gateway/runtime/*.md,emulators/*/*.md}";
const NOT_OURS = /(^|\/)(node_modules|dist|\.git|\.data|\.wrangler|test-results)$/;
const HAS_EXTENSION = /\.(tsx?|mjs|json|toml|md|sql|css)$/;

type Repository = {
  paths: string[];
  tops: Set<string>;
  scripts: Set<string>;
  /** Whether a file has the words of a test's name, of which one that is made of parts has only the given ones. */
  hasTest: (file: string, name: string) => boolean;
};
type Named = { name: string; line: number; isKnown: boolean };

/** Files and folders, folders without a slash at the end. */
function readRepository(folder: string): Repository {
  const paths = globSync("**", { cwd: folder, exclude: (path) => NOT_OURS.test(path.replaceAll("\\", "/")) })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path !== "." && path !== "");
  const { scripts = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    scripts?: Record<string, string>;
  };
  return {
    paths,
    tops: new Set(paths.filter((path) => !path.includes("/"))),
    scripts: new Set(Object.keys(scripts)),
    hasTest: (file, name) => {
      const text = paths.includes(file) ? readFileSync(join(folder, file), "utf8") : "";
      return name.split("…").every((part) => text.includes(part.trim()));
    },
  };
}

/**
 * The pattern of a path as documentation writes it: `*` is any name, `**` any folders, `<feature>` a name that is
 * the same wherever it stands in the path. A path may leave out the folders it begins in.
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
  // `.policy.ts` says how names end.
  const pattern = patternOf(/^\.\w+\./.test(path) ? `*${path}` : path);
  return paths.some((each) => pattern.test(each));
};

/** Whether a word means a path of the repository: by the folder it begins with or by the end of its name. */
function isPath(word: string, { tops }: Repository): boolean {
  if (!/^[\w@.*<>{},-]+(\/[\w@.*<>{},-]+)*\/?$/.test(word)) return false;
  return (word.includes("/") && tops.has(word.split("/")[0] ?? "")) || HAS_EXTENSION.test(word);
}

/** The words of a text that mean paths, without the punctuation around them. */
const pathsIn = (text: string, repository: Repository): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^[("'“]+|[)"'”,:;.…]+$/g, ""))
    .filter((word) => isPath(word, repository));

type Block = { lines: string[]; firstLine: number };

/**
 * The paths in a code block. One that begins with a folder of the repository is a map: it shows by indentation what
 * is in which folder, names first, then at least two spaces and what they are.
 */
function readBlock({ lines, firstLine }: Block, repository: Repository): { name: string; line: number }[] {
  const isMap = repository.tops.has(/^([\w-]+)\//.exec(lines[0] ?? "")?.[1] ?? "");
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
 * Everything that a document names and the repository ought to have: paths in inline code, in links and in code
 * blocks, npm scripts, and tests by their name in quotation marks after their file: `a.test.ts` “what it shows”. A section whose heading begins with "Adding" names an example in italics, which stands
 * for any name in the section's paths.
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
    for (const [, file = "", test = ""] of content.matchAll(/`([^`\s]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g))
      named.push({ name: `“${test}” in ${file}`, line, isKnown: repository.hasTest(file, test) });
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

/** Looks through a repository's documentation; answers one line for each path or npm script that does not exist. */
export function lintDocs(folder: string): string[] {
  const repository = readRepository(folder);
  return globSync(DOCUMENTS, { cwd: folder })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .flatMap((path) => {
      const missing = readDocument(path, readFileSync(join(folder, path), "utf8"), repository).filter(
        ({ isKnown }) => !isKnown,
      );
      return missing.map(({ name, line }) => `${path}:${line} names ${name}, which does not exist`);
    });
}

if (import.meta.main) {
  const missing = lintDocs(resolve(process.argv[2] ?? root));
  for (const line of missing) console.error(line);
  if (missing.length) process.exitCode = 1;
}
