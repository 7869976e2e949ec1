import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The packages that bots written for Node.js may import. */
export type Packages = {
  /** The name of a package and its folder. */
  links: { name: string; target: string }[];
  /** Every folder that must be readable: the packages and all their dependencies. */
  readable: string[];
};

type Manifest = {
  name?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const manifestOf = (folder: string): Manifest | null => {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return null;
  }
};

/** Yields this folder and every folder above it. */
function* upwards(folder: string): Generator<string> {
  yield folder;
  for (let at = folder; at !== dirname(at); at = dirname(at)) yield dirname(at);
}

const find = (name: string, from: string): string | null => {
  for (const folder of upwards(from)) {
    const candidate = join(folder, "node_modules", name);
    if (manifestOf(candidate)) return candidate;
  }
  return null;
};

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** Returns the paths without those below another of them. */
export const outermost = (paths: Iterable<string>): string[] => {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)));
};

/** Finds discord.js from the gateway's runtime modules, with all its dependencies. */
export function packagesOf(runtime: string): Packages {
  const own = join(runtime, "node");
  const links = [{ name: "command-centre", target: own }];
  const readable = new Set([own]);
  let main: string;
  try {
    main = createRequire(join(own, "package.json")).resolve("discord.js");
  } catch {
    return { links, readable: [...readable] };
  }
  const discord = [...upwards(dirname(main))].find((folder) => manifestOf(folder)?.name === "discord.js");
  if (!discord) return { links, readable: [...readable] };
  links.push({ name: "discord.js", target: discord });
  const waiting = [discord];
  for (const folder of waiting) {
    if (readable.has(folder)) continue;
    // A package manager that keeps packages elsewhere links them; both paths are looked up.
    readable.add(folder).add(realpathSync(folder));
    const manifest = manifestOf(folder);
    for (const name of Object.keys({ ...manifest?.dependencies, ...manifest?.optionalDependencies })) {
      const found = find(name, realpathSync(folder));
      if (found) waiting.push(found);
    }
  }
  return { links, readable: outermost(readable) };
}
