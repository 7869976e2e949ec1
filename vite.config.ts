import { fileURLToPath } from "node:url";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { ACCOUNT_PATH, AREAS } from "./web/paths.ts";
import { LANGUAGES } from "./worker/lib/wire.schema.ts";

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

/** Pages of signed-in people by their path, and the module that each begins with. */
const PAGES = {
  ...Object.fromEntries(
    AREAS.map(({ path, feature }) => [path, `/web/features/${feature}/${feature}-page.tsx`]),
  ),
  [ACCOUNT_PATH]: "/web/features/account/account-page.tsx",
};

/**
 * Writes into the document which scripts each page needs in the end, so that first.js can have them all
 * fetched at once instead of one finding the next.
 */
function earlyScripts(): Plugin {
  return {
    name: "early-scripts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, context) {
        const chunks = Object.values(context.bundle ?? {}).filter((file) => file.type === "chunk");
        const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const closure = (file: string, found: Set<string>) => {
          if (found.has(file)) return;
          found.add(file);
          for (const each of byFile.get(file)?.imports ?? []) closure(each, found);
        };
        const scriptsOf = (modules: string[]) => {
          const found = new Set<string>();
          for (const chunk of chunks) {
            if (modules.some((path) => chunk.facadeModuleId?.endsWith(path))) closure(chunk.fileName, found);
          }
          return [...found];
        };
        const frame = ["/web/router.tsx", "/web/shell/shell.tsx"];
        const early = (page: string, language: string) =>
          scriptsOf([
            ...frame,
            page,
            `/web/lib/i18n/${language}.json`,
            page.replace(/[^/]+$/, "").replace(/([^/]+)\/$/, `$1/$1.${language}.json`),
          ]);
        const scripts = Object.fromEntries(
          LANGUAGES.map((language) => [
            language,
            Object.fromEntries(Object.entries(PAGES).map(([path, page]) => [path, early(page, language)])),
          ]),
        );
        return [
          {
            tag: "script",
            attrs: { type: "application/json", id: "early-scripts" },
            children: JSON.stringify(scripts),
            injectTo: "head-prepend",
          },
        ];
      },
    },
  };
}

export default defineConfig({
  root: here("web"),
  publicDir: here("web/public"),
  resolve: {
    // The original locks scrolling through an injected <style>, which the Content-Security-Policy forbids.
    alias: { "react-remove-scroll": here("web/lib/remove-scroll.tsx") },
  },
  plugins: [compiledCatalogues(), react(), tailwindcss(), preloadedFonts(), earlyScripts()],
  build: {
    outDir: here("dist/web"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: `http://127.0.0.1:${process.env.API_PORT ?? "8787"}`, ws: true } } },
});
