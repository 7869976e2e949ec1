import { fileURLToPath } from "node:url";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { PAGE_PATHS, SIGN_IN_PATH } from "./web/lib/paths.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Catalogues of ICU messages are compiled here, so that the browser needs no message parser. */
function compiledCatalogues(): Plugin {
  return {
    name: "compiled-catalogues",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/(lib\/i18n\/(en|da)|features\/[^/]+\/[^/]+\.(en|da))\.json$/ },
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

/** Leaves the shapes out of a page that it does not use: making a schema has no effect but the schema. */
function pureSchemas(): Plugin {
  return {
    name: "pure-schemas",
    apply: "build",
    transform: {
      filter: { id: /\/worker\/.*\.schema\.ts$|\/bot-gateway\/protocol\.ts$/ },
      handler: (source) => ({ code: source.replace(/\bz(\.iso)?\.\w+\(/g, "/* @__PURE__ */ $&"), map: null }),
    },
  };
}

/** The two faces that every page shows start loading with the document instead of after the style sheet. */
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
const FRAME = ["web/router.tsx", "web/features.ts", "web/catalogues.ts"].map(here);

/** Names the frame's scripts for `first.js`, which has them loaded with the document where somebody is signed in. */
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

/** Has the platform answer the address of each page with the app, without asking the worker. */
function pagesAsRedirects(): Plugin {
  return {
    name: "pages-as-redirects",
    apply: "build",
    generateBundle() {
      const source = [SIGN_IN_PATH, ...PAGE_PATHS].map((path) => `${path} / 200\n`).join("");
      this.emitFile({ type: "asset", fileName: "_redirects", source });
    },
  };
}

export default defineConfig({
  root: here("web"),
  publicDir: here("web/public"),
  resolve: {
    alias: [
      // The original locks scrolling through an injected <style>, which the Content-Security-Policy forbids.
      { find: "react-remove-scroll", replacement: here("web/lib/remove-scroll.tsx") },
      // What this package stands in for is part of the React that we have.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
  },
  plugins: [
    compiledCatalogues(),
    pureSchemas(),
    react(),
    tailwindcss(),
    preloadedFonts(),
    preloadedFrame(),
    pagesAsRedirects(),
  ],
  build: {
    outDir: here("dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The frame lists every chunk, and names are the larger part of that: only pages and dialogs have one.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(".tsx") ? "assets/[name]-[hash:7].js" : "assets/[hash:7].js",
        // What every page needs comes in one file, and so do the icons of several pages: each request costs more than a
        // few more bytes.
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"] },
            { name: "page", test: /\/web\/ui\/(brand|page)\.tsx$/ },
            { name: "frame", test: /\/web\/(router\.tsx|features\.ts|catalogues\.ts)$/ },
            { name: "icons", test: /lucide-react/, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.API_PORT ?? "8787"}`, ws: true } } },
});
