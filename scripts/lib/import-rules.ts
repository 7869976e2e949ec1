import { posix } from "node:path";

/** One import: which file, what it asks for, and the file inside the repository that this is, if it is one. */
export type Import = { from: string; request: string; target: string | null; isLazy?: boolean };

/** Answers why an import is not allowed, or null. All paths are relative to the repository, with slashes. */
type Rule = (each: Import) => string | null;

const PROTOCOL = "bot-gateway/protocol.ts";
/** The gateway's files that the worker may import: the protocol, its signatures, and the hosts that bots may connect to. */
const SHARED = [PROTOCOL, "bot-gateway/signature.ts", "bot-gateway/network/hosts.ts"];
/** Names every migration. */
const MIGRATIONS = "migrations/meta/_journal.json";

/** Whether a path is in one of the folders. */
const within = (path: string, ...folders: string[]) => folders.some((each) => path.startsWith(`${each}/`));
/** Returns the path of an import without its query, such as `?raw`. */
const withoutQuery = (request: string) => request.replace(/[?#].*$/, "");
const isPackage = (request: string, name: string) => `${withoutQuery(request)}/`.startsWith(`${name}/`);
const isSchema = (path: string) => within(path, "worker") && /\.(?:schema|fields)\.ts$/.test(path);
const isTable = (path: string) => path.endsWith(".table.ts");
const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || /^(worker|bot-gateway)\/(.*\/)?testing\//.test(path);

/** The texts of the web in a language. */
const isCatalogue = (path: string) => /^web\/.*\.(?:en|da)\.json$/.test(path);

/** The folder of the feature that a file of the worker or the web belongs to. */
const featureOf = (path: string | null) => /^(?:worker|web)\/features\/[^/]+(?=\/)/.exec(path ?? "")?.[0];

/** The folders that each folder may import besides itself. */
const FOLDERS: Record<string, { also: (target: string, from: string) => boolean; rule: string }> = {
  web: { also: isSchema, rule: "web imports only its own code and the worker's *.schema.ts and *.fields.ts" },
  worker: {
    also: (target, from) =>
      SHARED.includes(target) ||
      target === MIGRATIONS ||
      within(target, "bot-gateway/templates") ||
      (isTest(from) && isCatalogue(target)),
    rule: `worker imports only its own code, ${SHARED.join(", ")}, ${MIGRATIONS}, the templates of new bots as texts and, in tests, the texts of the web`,
  },
  "bot-gateway": {
    also: (target, from) => isTest(from) && within(target, "emulators"),
    rule: "bot-gateway imports only its own code and, in tests, emulators",
  },
  emulators: { also: () => false, rule: "emulators import nothing of the product" },
  e2e: {
    also: (target) => within(target, "emulators"),
    rule: "e2e imports only its own code and emulators",
  },
  scripts: {
    also: (target) => SHARED.includes(target) || within(target, "worker"),
    rule: `scripts import only their own code, the worker and ${SHARED.join(", ")}`,
  },
};

const insideItsFolder: Rule = ({ from, target }) => {
  const [name = ""] = from.split("/");
  const folder = FOLDERS[name];
  if (!folder || target === null || within(target, name) || folder.also(target, from)) return null;
  return folder.rule;
};

/** The folders of their own runtime that the shared folders may import. */
const LAYERS: Record<string, string[]> = {
  "worker/lib": ["worker/lib"],
  "web/lib": ["web/lib"],
  "web/ui": ["web/ui", "web/lib"],
};

const layerOf = (path: string) => Object.keys(LAYERS).find((each) => within(path, each));

const libBelowFeatures: Rule = ({ from, target }) => {
  const layer = layerOf(from);
  if (!layer || !target || isTest(from)) return null;
  const allowed = LAYERS[layer] ?? [];
  const isAllowed = within(target, posix.dirname(layer)) ? within(target, ...allowed) : !featureOf(target);
  if (isAllowed) return null;
  return `${layer} knows no feature of either side and no page: of its own side it imports ${allowed.join(" and ")} only`;
};

/** Returns whether a file describes a feature of the web to the frame. */
const isArea = (path: string) => /^web\/features\/[^/]+\/area\.ts$/.test(path);

const areasLoadLittle: Rule = ({ from, target, isLazy }) => {
  if (!isArea(from) || isLazy || (target !== null && within(target, "web/lib"))) return null;
  return "area.ts is loaded first: besides web/lib it takes everything by import()";
};

const byTheIndex: Rule = ({ from, target }) => {
  const feature = featureOf(target);
  if (!feature || !target || feature === featureOf(from) || target === `${feature}/index.ts`) return null;
  // Shared folders may not enter a feature at all.
  if (layerOf(from) || (within(from, "web") && isCatalogue(target))) return null;
  // A test looks at what is stored and at what a feature keeps to itself.
  if (isTest(from)) return null;
  // The browser loads schemas, and must not get the server with them.
  if (isSchema(target) && (isSchema(from) || within(from, "web"))) return null;
  // A script runs in Node and takes the one file it needs, not the server behind an index.
  if (within(from, "scripts")) return null;
  if (from === "web/features.ts" && isArea(target)) return null;
  return `another feature is entered by its index only, or by its texts: ${feature}/index.ts`;
};

const noTestsInProduction: Rule = ({ from, target }) =>
  target && isTest(target) && !isTest(from) && !within(from, "scripts")
    ? "only tests import what is made for tests"
    : null;

const routesWithoutSql: Rule = ({ from, request, target }) => {
  if (!from.endsWith(".routes.ts")) return null;
  if (isPackage(request, "drizzle-orm")) return "*.routes.ts never imports drizzle-orm";
  return target && isTable(target) ? "*.routes.ts never imports a *.table.ts" : null;
};

const verbsWithoutHttp: Rule = ({ from, request }) => {
  const speaksHttp = isTest(from) || from.endsWith(".routes.ts") || from.endsWith("/index.ts");
  // A page that the worker writes is put together by `hono/html`, which knows no request.
  if (!within(from, "worker/features") || speaksHttp || request === "hono/html") return null;
  return isPackage(request, "hono") || request.startsWith("@hono/")
    ? "only the routes of a feature import hono; its verbs and tables never do"
    : null;
};

/** The one place that reads and writes cookies. */
const COOKIES = "worker/lib/http/cookie.ts";

const cookiesInOnePlace: Rule = ({ from, request }) =>
  request === "hono/cookie" && within(from, "worker") && from !== COOKIES && !isTest(from)
    ? `cookies are read and written by ${COOKIES} alone, which checks their shape`
    : null;

const schemasAlone: Rule = ({ from, request, target }) => {
  const isProtocol = from === PROTOCOL;
  if (!isProtocol && !isSchema(from)) return null;
  if (target === null ? isPackage(request, "zod") : !isProtocol && (isSchema(target) || target === PROTOCOL))
    return null;
  return isProtocol
    ? `${PROTOCOL} imports zod alone`
    : `*.schema.ts and *.fields.ts import only zod, each other and ${PROTOCOL}`;
};

const RULES = [
  insideItsFolder,
  libBelowFeatures,
  areasLoadLittle,
  byTheIndex,
  noTestsInProduction,
  routesWithoutSql,
  verbsWithoutHttp,
  cookiesInOnePlace,
  schemasAlone,
];

/** Folders whose imports are checked. */
export const CHECKED_FOLDERS = Object.keys(FOLDERS);

/** The file inside the repository that an import asks for; null for a package. */
export function targetOf(from: string, request: string): string | null {
  const path = withoutQuery(request);
  return path.startsWith(".") ? posix.join(posix.dirname(from), path) : null;
}

/** Every rule that an import breaks, in words. */
export const brokenRules = (each: Import): string[] => RULES.flatMap((rule) => rule(each) ?? []);

/** Whether what an import names belongs to another feature of the worker, which may join its table but not write it. */
export const isForeign = ({ from, target }: Import): boolean =>
  Boolean(
    featureOf(target) && featureOf(from) !== featureOf(target) && within(from, "worker") && !isTest(from),
  );

/** The module that answers with JSON. */
const ANSWERS = "worker/lib/http/answers.ts";
/** Said of a route that answers without a schema. */
export const UNNAMED_ANSWER = `answers name what leaves: declare the route's answers, with a schema of worker/lib/http/answers.ts`;

/** Whether a module of the worker has to answer by schema. */
export const answersBySchema = (path: string): boolean =>
  within(path, "worker") && !isTest(path) && path !== ANSWERS;

/** Said of a statement that writes another feature's table. */
export const FOREIGN_WRITE = "only the feature that owns a table writes it: call its verb instead";

/** Said of a call of `guard…` whose result nothing takes. */
export const LOOSE_GUARD =
  "a guard does nothing until it is part of a batch; what throws at once is named assert…";

/** The features that each feature imports, tests apart. */
export function importsOfFeatures(imports: readonly Import[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { from, target } of imports) {
    const [feature, other] = [featureOf(from), featureOf(target)];
    if (!feature || !other || feature === other || isTest(from)) continue;
    found.set(feature, [...(found.get(feature) ?? []), other]);
  }
  return found;
}

/**
 * The shortest circles of imports, each as the files or features from the first back to the first, so that
 * each that is part of a circle stands in at least one.
 */
export function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const named = new Set<string>();
  for (const start of imports.keys()) {
    const circle = named.has(start) ? null : shortestWayBack(start, imports);
    if (!circle) continue;
    circles.push(circle);
    for (const file of circle) named.add(file);
  }
  return circles;
}

function shortestWayBack(start: string, imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of imports.get(file) ?? []) {
      if (next === start) {
        const circle = [start];
        for (let each = file; each !== start; each = cameFrom.get(each) ?? start) circle.unshift(each);
        return [start, ...circle];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
}
