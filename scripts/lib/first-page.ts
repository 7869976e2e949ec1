import type { Rolldown } from "vite";

type Place = { path: string; page: () => unknown; texts: (language: never) => unknown };

/**
 * Lists the scripts of the first page for `first.js`: by path those of each page, besides those of the frame, and those of
 * the sign-in page. Their names stand without the folder, texts as `en:name.js`. Pages and texts are read from the `import()`
 * calls of the areas.
 * @param signIn the module of the sign-in page
 * @param frame the modules of the frame
 */
export function firstScripts(
  chunks: Rolldown.OutputChunk[],
  places: readonly Place[],
  { signIn, frame }: { signIn: string; frame: readonly string[] },
): Record<string, string> {
  /** The chunks that hold modules, by the ends of their paths, with all that those import. */
  const filesOf = (ends: readonly string[]): string[] => {
    const holds = ({ moduleIds }: Rolldown.OutputChunk) =>
      moduleIds.some((id) => ends.some((end) => id.endsWith(end)));
    const files = new Set(chunks.filter(holds).map(({ fileName }) => fileName));
    // Iterating a set includes what is added meanwhile.
    for (const file of files)
      for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
    return [...files];
  };
  const begin = filesOf(chunks.flatMap(({ isEntry, facadeModuleId }) => (isEntry && facadeModuleId) || []));
  const list = (ends: readonly string[], texts: readonly string[], known: readonly string[]) => {
    const ofLanguage = (language: string) =>
      filesOf(texts.map((each) => `/${each}.${language}.json`)).map((file) => [`${language}:`, file]);
    return [...filesOf(ends).map((file) => ["", file]), ...["en", "da"].flatMap(ofLanguage)].flatMap(
      ([mark = "", file = ""]) => (known.includes(file) ? [] : mark + file.replace("assets/", "")),
    );
  };
  const ofFrame = list(frame, ["common", "frame"], begin);
  const known = [...begin, ...ofFrame.map((each) => `assets/${each.replace(/^..:/, "")}`)];
  const pages = places.map(({ path, page, texts }) => {
    const modules = [...String(page).matchAll(/import\("\.(\/.+?)"\)/g)];
    const catalogues = [...String(texts).matchAll(/import\(`[^`]*?([\w-]+)\.\$/g)];
    const named = (found: RegExpExecArray[]) => found.map(([, name = ""]) => name);
    return [path, list(named(modules), named(catalogues), known).join(" ")];
  });
  return {
    signIn: list([signIn], ["common", "auth"], begin).join(" "),
    frame: ofFrame.join(" "),
    ...Object.fromEntries(pages),
  };
}
