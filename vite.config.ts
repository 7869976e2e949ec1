import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { documentPage } from "./scripts/lib/document-page.ts";
import { SIGN_IN_PATH } from "./web/lib/paths.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Compiles the catalogues of ICU messages, so that the browser needs no message parser. */
function compiledCatalogues(): Plugin {
  return {
    name: "compiled-catalogues",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/.*\.(en|da)\.json$/ },
      handler(source, id) {
        const catalogue: Record<string, string> = JSON.parse(source);
        const compiled = Object.entries(catalogue).map(([key, message]) => {
          try {
            return [key, compileMessageOrThrow(message)];
          } catch (error) {
            throw new Error(`${id}: "${key}" is not a valid ICU message`, { cause: error });
          }
        });
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
      },
    },
  };
}

/** Writes out the imports of a catalogue in each language, where Vite would put a longer table of files. */
function importsByLanguage(): Plugin {
  return {
    name: "imports-by-language",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /\$\{language\}\.json/ },
      handler: (source) => ({
        code: source.replace(
          /import\(`(.*?)\$\{language\}\.json`\)/g,
          '({ en: () => import("$1en.json"), da: () => import("$1da.json") })[language]()',
        ),
        map: null,
      }),
    },
  };
}

/** Marks calls that make a schema as pure, so that a page contains only the schemas that it uses. */
function pureSchemas(): Plugin {
  return {
    name: "pure-schemas",
    apply: "build",
    transform: {
      filter: { id: /\/worker\/.*\.(schema|fields)\.ts$|\/bot-gateway\/protocol\.ts$/ },
      handler: (source) => ({ code: source.replace(/\bz(\.iso)?\.\w+\(/g, "/* @__PURE__ */ $&"), map: null }),
    },
  };
}

/** Loads the two fonts of every page together with the document instead of after the style sheet. */
function preloadedFonts(): Plugin {
  return {
    name: "preloaded-fonts",
    apply: "build",
    transformIndexHtml(_html, context) {
      return Object.keys(context.bundle ?? {})
        .filter((file) => /(inter|oxanium)-latin-wght-normal-[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
          injectTo: "head" as const,
        }));
    },
  };
}

/** What every page but the sign-in page is drawn with. */
const FRAME = ["web/router.tsx", "web/areas.ts", "web/ui/toaster.tsx"].map(here);

/** Names the frame's scripts for `first.js`, which has them loaded with the document where a user is signed in. */
function preloadedFrame(): Plugin {
  return {
    name: "preloaded-frame",
    apply: "build",
    transformIndexHtml(html, { bundle = {} }) {
      const files = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== "chunk" || chunk.isEntry || files.has(file)) return;
        files.add(file);
        chunk.imports.forEach(add);
      };
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type === "chunk" && chunk.moduleIds.some((id) => FRAME.includes(id))) add(file);
      }
      const names = [...files].map((file) => `/${file}`).join(" ");
      return html.replace('src="/first.js"', `$& data-frame="${names}"`);
    },
  };
}

/** Tells `first.js` what each page asks for first. */
function firstAnswers(): Plugin {
  return {
    name: "first-answers",
    async transformIndexHtml(html) {
      const { firstTable }: typeof import("./web/areas.ts") = await import(
        new URL("web/areas.ts", import.meta.url).href
      );
      const text = JSON.stringify(firstTable()).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      return html.replace('src="/first.js"', `$& data-first="${text}"`);
    },
  };
}

/** Puts `fetchFirst` around every `import()`, where Vite's own helper would preload its scripts. */
function scriptsFetchedFirst(): Plugin {
  const helper = JSON.stringify(here("web/lib/fetch-first.ts"));
  return {
    name: "scripts-fetched-first",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { fetchFirst as __vitePreload } from ${helper};`,
    },
  };
}

/** Writes `_redirects`: the platform answers the address of each page with the app, without asking the worker. */
function pagesAsRedirects(): Plugin {
  return {
    name: "pages-as-redirects",
    apply: "build",
    async generateBundle() {
      const areas: typeof import("./web/areas.ts") = await import(
        new URL("web/areas.ts", import.meta.url).href
      );
      const paths = [SIGN_IN_PATH, ...areas.PLACES.map(({ path }) => path)];
      const source = paths.map((path) => `${path} / 200\n`).join("");
      this.emitFile({ type: "asset", fileName: "_redirects", source });
    },
  };
}

/** Puts the statement on accessibility, to which the account links, beside the pages of the app. */
function accessibilityStatement(): Plugin {
  return {
    name: "accessibility-statement",
    apply: "build",
    generateBundle: {
      // After the style sheet is there.
      order: "post",
      handler(_, bundle) {
        const styles = Object.keys(bundle).find((file) => file.endsWith(".css"));
        const source = documentPage(readFileSync(here("docs/accessibility.md"), "utf8"), `/${styles}`);
        this.emitFile({ type: "asset", fileName: "accessibility.html", source });
      },
    },
  };
}

const signInImports = new Set<string>();

/** Whether the sign-in page has a module in common with other pages: it should load nothing that only those need. */
function isOfSignIn(id: string, context: Rolldown.ChunkingContext): boolean {
  const add = (each: string) => {
    if (signInImports.has(each)) return;
    signInImports.add(each);
    context.getModuleInfo(each)?.importedIds.forEach(add);
  };
  add(here("web/features/auth/sign-in-page.tsx"));
  // All of Lucide's icons are imported by one module.
  return signInImports.has(id) && (/\/web\/(lib|ui)\//.test(id) || id.endsWith("/chevron-down.mjs"));
}

export default defineConfig({
  root: here("web"),
  publicDir: here("web/public"),
  resolve: {
    alias: [
      // The original locks scrolling through an injected <style>, which the Content-Security-Policy forbids.
      { find: "react-remove-scroll", replacement: here("web/lib/remove-scroll.tsx") },
      // React itself has what this package adds to older versions.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
  },
  plugins: [
    compiledCatalogues(),
    importsByLanguage(),
    pureSchemas(),
    react(),
    tailwindcss(),
    preloadedFonts(),
    preloadedFrame(),
    firstAnswers(),
    scriptsFetchedFirst(),
    pagesAsRedirects(),
    accessibilityStatement(),
  ],
  build: {
    outDir: here("dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // What `fetchFirst` is told: the script itself, which Vite leaves out where it imports no other, and what it imports
      // besides the one that the page begins with.
      resolveDependencies: (file, files) =>
        [...new Set([file, ...files])].filter((each) => !/^assets\/index-/.test(each)),
    },
    rolldownOptions: {
      output: {
        // The frame lists every chunk, and names are the larger part of that: only pages and dialogs have one.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(".tsx") ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
        // Modules that are needed together come in one file: each request costs more than a few more bytes, and the frame
        // names every file.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"] },
            { name: (id, context) => (isOfSignIn(id, context) ? "page" : null) },
            { name: "areas", test: /\/web\/areas\.ts$/ },
            { name: "frame", test: /\/web\/router\.tsx$/ },
            { name: "navigation", test: /\?navigation$/ },
            // What most pages are drawn with, without what only dialogs and forms need.
            {
              name: "kit",
              test: /\/web\/(lib|ui)\/(?!dialog|confirm|conflict|combobox|drafts|form|kept|menu-items|edit-dialog|date-|number|checkbox|switch|facts|download|save-file)/,
              minShareCount: 10,
            },
            { name: "icons", test: /lucide-react/, minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.API_PORT ?? "8787"}`, ws: true } } },
});
