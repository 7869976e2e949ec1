import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.ts";

/** The module by which TypeScript, which finds no files by folder, knows the keys of the features' texts. */
export const CATALOGUES = "web/catalogues.ts";

/** Returns what the list of a repository's catalogues has to be; null where it is that. */
export function findStaleCatalogues(folder: string): string | null {
  const found = globSync("web/features/**/*.en.json", { cwd: folder }).map((path) =>
    path.replaceAll("\\", "/").replace(/^web\/features\/(.*)\.en\.json$/, "$1"),
  );
  if (found.length === 0) return null;
  const lines = found
    .sort()
    .map((name) => `    "${name}": typeof import("./features/${name}.en.json");\n`)
    .join("");
  const list = `// Written by \`npm start\` and \`npm run dev\`: every catalogue of the features.

declare module "./lib/i18n/i18n.ts" {
  interface Catalogues {
${lines}  }
}
`;
  const path = join(folder, CATALOGUES);
  const stored = existsSync(path) ? readFileSync(path, "utf8") : "";
  return stored === list ? null : list;
}

/** Writes the list of a repository's catalogues, unless it is right. */
export function writeCatalogues(folder = root): void {
  const list = findStaleCatalogues(folder);
  if (list !== null) writeFileSync(join(folder, CATALOGUES), list);
}
