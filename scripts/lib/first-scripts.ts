import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { inRoot } from "./paths.ts";

/** Returns how many bytes of gzip the browser loads for a script. */
export const gzipSize = (script: string | Uint8Array): number => gzipSync(script, { level: 9 }).byteLength;

/** Bytes of gzip that a user loads first: signed out, and signed in with the dashboard. */
export type FirstScripts = { signIn: number; shell: number };

/**
 * Builds the web app without writing it, and adds up the scripts that load first. The texts of the language on screen
 * are not counted.
 */
export async function measureFirstScripts(): Promise<FirstScripts> {
  const settings = {
    configFile: inRoot("vite.config.ts"),
    logLevel: "error",
    build: { write: false },
  } as const;
  const { output } = (await build(settings)) as Rolldown.RolldownOutput;
  const chunks = output.filter((each) => each.type === "chunk");

  const chunkOf = (path: string): Rolldown.OutputChunk => {
    const found = chunks.find(({ moduleIds }) => moduleIds.includes(inRoot(path)));
    if (!found) throw new Error(`No script of the build has ${path}.`);
    return found;
  };
  const named = (files: readonly string[]) => chunks.filter(({ fileName }) => files.includes(fileName));
  const sizeOf = (roots: readonly Rolldown.OutputChunk[]): number => {
    const loaded = new Set(roots);
    // Iterating a set includes what is added meanwhile.
    for (const { imports } of loaded) for (const each of named(imports)) loaded.add(each);
    return [...loaded].reduce((sum, { code }) => sum + gzipSize(code), 0);
  };

  const main = chunkOf("web/main.tsx");
  const areas = chunkOf("web/areas.ts");
  // Area files import nothing from packages but icons.
  const icons = named(areas.dynamicImports).filter(({ moduleIds }) =>
    moduleIds.every((id) => id.includes("/node_modules/")),
  );
  return {
    signIn: sizeOf([main, chunkOf("web/features/auth/sign-in-page.tsx")]),
    shell: sizeOf([
      main,
      chunkOf("web/router.tsx"),
      areas,
      ...icons,
      chunkOf("web/features/dashboard/dashboard-page.tsx"),
    ]),
  };
}
