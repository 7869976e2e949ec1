import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, minifySync, type Plugin, type Rolldown } from "vite";
import { documentPage } from "./scripts/lib/document-page.ts";
import { firstScripts } from "./scripts/lib/first-page.ts";
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

/** Marks calls that only make something as pure, so that a page contains what it uses: schemas, and parts of the router. */
function pureCalls(): Plugin {
  const schemas = /\/worker\/.*\.(schema|fields)\.ts$|\/bot-gateway\/protocol\.ts$/;
  return {
    name: "pure-calls",
    apply: "build",
    transform: {
      filter: { id: [schemas, /\/react-router\/dist\//] },
      handler: (source, id) => ({
        code: schemas.test(id)
          ? source.replace(/\bz(\.iso)?\.\w+\(/g, "/* @__PURE__ */ $&")
          : source
              .replace(/\bReact\$1\.(forwardRef|memo|createContext)\(/g, "/* @__PURE__ */ $&")
              .replace(/^\w+\.displayName = .*$/gm, ""),
        map: null,
      }),
    },
  };
}

const SIGN_IN = here("web/features/auth/sign-in-page.tsx");
/** A user who is signed out may get it without the frame. */
const AREAS = here("web/areas.ts");
/** What every page but the sign-in page is drawn with. */
const FRAME = ["web/router.tsx", "web/areas.ts", "web/ui/toaster.tsx", "web/shell/search-keys.ts"].map(here);
/** The page that most users start on, with the panels that are seen first. */
const DASHBOARD = [
  "web/features/dashboard/dashboard-page.tsx",
  "web/features/notices/needs-panel.tsx",
  "web/features/notices/need-row.tsx",
  "web/features/events/next-panel.tsx",
].map(here);
/** The texts of frame and dashboard, which come in one file for each language. */
const FIRST_TEXTS = /\/(?:frame|dashboard|notices|next)\.(en|da)\.json$/;

const areas = (): Promise<typeof import("./web/areas.ts")> =>
  import(new URL("web/areas.ts", import.meta.url).href);

/** Names the scripts of each first page for `first.js`, which loads them with the document. */
function scriptsOfFirstPage(): Plugin {
  return {
    name: "scripts-of-first-page",
    apply: "build",
    async transformIndexHtml(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      const scripts = firstScripts(chunks, (await areas()).PLACES, { signIn: SIGN_IN, frame: FRAME });
      return html.replace('src="/first.js"', `$& data-scripts='${JSON.stringify(scripts)}'`);
    },
  };
}

/** Makes `first.js`, which no bundler reads, smaller. It stays a script that browsers of 2018 understand. */
function smallFirstScript(): Plugin {
  return {
    name: "small-first-script",
    apply: "build",
    generateBundle() {
      const own = readFileSync(here("web/public/first.js"), "utf8");
      // Within a function its names are short, but for those that other scripts use.
      const shared = "firstPaths, readTogether, showMissing, startWorker";
      const source = `(() => {\n${own}\nObject.assign(self, { ${shared} });\n})();`;
      const { code } = minifySync("first.js", source, { module: false, compress: { target: "es2018" } });
      this.emitFile({ type: "asset", fileName: "first.js", source: code });
    },
  };
}

/** Tells `first.js` what each page asks for first, and leaves it out of the scripts. */
function firstAnswers(): Plugin {
  return {
    name: "first-answers",
    enforce: "pre",
    transform: {
      filter: { id: /\/area\.ts$/ },
      handler: (source) => ({
        code: source.replace(/^ {2}first: \[(.*\],|[\s\S]*?^ {2}\],)$/m, ""),
        map: null,
      }),
    },
    async transformIndexHtml(html) {
      const url = new URL("web/first-table.ts", import.meta.url).href;
      const { firstTable }: typeof import("./web/first-table.ts") = await import(url);
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
      const { PLACES } = await areas();
      const paths = [SIGN_IN_PATH, ...PLACES.map(({ path }) => path)];
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

/** Modules by what reaches them, without `import()`. */
const reached = new Map<string, Set<string>>();

/** Whether a module is one of these files or reached from one of them without `import()`. */
function isReached(id: string, files: string[], context: Rolldown.ChunkingContext): boolean {
  const key = files.join();
  const found = reached.get(key) ?? new Set(files);
  if (!reached.has(key))
    // Iterating a set includes what is added meanwhile.
    for (const each of found) {
      for (const next of context.getModuleInfo(each)?.importedIds ?? []) found.add(next);
    }
  reached.set(key, found);
  return found.has(id);
}

/** How Lucide's icons import the function that makes each of them. */
const LUCIDE = "../createLucideIcon.mjs";

export default defineConfig({
  root: here("web"),
  publicDir: here("web/public"),
  resolve: {
    alias: [
      // The original locks scrolling through an injected <style>, which the Content-Security-Policy forbids.
      { find: "react-remove-scroll", replacement: here("web/lib/remove-scroll.tsx") },
      // The original is 1.2 kB more of what loads first.
      { find: LUCIDE, replacement: here("web/ui/make-icon.tsx") },
      // React itself has what this package adds to older versions.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
  },
  // What is bundled for `npm run dev` is resolved apart.
  optimizeDeps: {
    rolldownOptions: { resolve: { alias: { [LUCIDE]: here("web/ui/make-icon.tsx") } } },
  },
  plugins: [
    compiledCatalogues(),
    importsByLanguage(),
    pureCalls(),
    react(),
    tailwindcss(),
    firstAnswers(),
    scriptsOfFirstPage(),
    smallFirstScript(),
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
      // A feature's index only names parts: who uses one gets its module, without the others'.
      treeshake: { moduleSideEffects: [{ test: /\/web\/features\/[^/]+\/index\.ts$/, sideEffects: false }] },
      output: {
        // The frame lists every chunk, and names are the larger part of that: only pages and views have one.
        chunkFileNames: ({ facadeModuleId }) =>
          /-(page|view)\.tsx$/.test(facadeModuleId ?? "")
            ? "assets/[name]-[hash:7].js"
            : "assets/[hash:7].js",
        // Modules that are needed together come in one file: each request costs more than a few more bytes, and the frame
        // names every file.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"] },
            // The sign-in page has no module that only others need. Icons are named, since one module imports all of them.
            {
              name: (id, context) => (isReached(id, [SIGN_IN], context) ? "page" : null),
              test: /\/web\/(lib|ui)\/|\/chevron-down\.mjs$/,
            },
            { name: "areas", test: (id) => id === AREAS },
            { name: "frame", test: (id) => FRAME.includes(id) || id.endsWith("?navigation") },
            // What the dashboard has in common with other pages.
            {
              name: (id, context) => (isReached(id, DASHBOARD, context) ? "kit" : null),
              test: /\/web\/|\/(bot|plus)\.mjs$/,
              minShareCount: 2,
            },
            { name: "dashboard", test: (id) => DASHBOARD.includes(id) },
            // What most other pages are drawn with, without what only dialogs and forms need.
            {
              name: "lists",
              test: /\/web\/(lib|ui)\/(?!dialog|confirm|conflict|combobox|drafts|form|kept|menu-items|edit-dialog|date-|number|checkbox|switch|facts|download|save-file)/,
              minShareCount: 10,
            },
            { name: "icons", test: /lucide-react/, minShareCount: 6 },
            { name: (id) => FIRST_TEXTS.exec(id)?.[1] ?? null },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "^/join(\\?|$)"].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env.API_PORT ?? "8787"}`, ws: path === "/api" },
      ]),
    ),
  },
});
