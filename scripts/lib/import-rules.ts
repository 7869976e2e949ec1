import { posix } from "node:path";

/** One import: which file, what it asks for, and the file inside the repository that this is, if it is one. */
export type Import = { from: string; request: string; target: string | null };

/** A rule answers why an import is not allowed, or null. All paths are relative to the repository, with slashes. */
type Rule = (each: Import) => string | null;

const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const isPackage = (request: string, name: string) => request === name || request.startsWith(`${name}/`);
const isSchema = (path: string) => path.startsWith("worker/") && path.endsWith(".schema.ts");
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /^(worker|bot-gateway)\/testing\//.test(path);

/** The feature that a file of the worker or the web belongs to. */
const featureOf = (path: string) => /^(?:worker|web)\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

/** What each folder may import besides packages and itself. */
const FOLDERS: { folder: string; also: (target: string, from: string) => boolean; rule: string }[] = [
  { folder: "web", also: isSchema, rule: "web imports only its own code and the worker's *.schema.ts" },
  {
    folder: "worker",
    also: within("bot-gateway/templates"),
    rule: "worker imports only its own code, and the templates of new bots as texts",
  },
  {
    folder: "bot-gateway",
    also: (target, from) =>
      (isSchema(target) && /gateway[^/]*$/.test(target)) || (isTest(from) && within("emulators")(target)),
    rule: "bot-gateway imports only its own code, the gateway's *.schema.ts and, in tests, emulators",
  },
  { folder: "emulators", also: () => false, rule: "emulators import nothing of the product" },
  { folder: "e2e", also: within("emulators"), rule: "e2e imports only its own code and emulators" },
  { folder: "scripts", also: within("worker"), rule: "scripts import only their own code and the worker" },
];

const insideItsFolder: Rule = ({ from, target }) => {
  const folder = FOLDERS.find((each) => within(each.folder)(from));
  if (!folder || target === null || within(folder.folder)(target) || folder.also(target, from)) return null;
  return folder.rule;
};

const webFeaturesApart: Rule = ({ from, target }) => {
  if (!from.startsWith("web/") || !target?.startsWith("web/")) return null;
  const [mine, theirs] = [featureOf(from), featureOf(target)];
  if (!mine || !theirs || mine === theirs) return null;
  return "a web feature imports no other feature: what two need moves to components or lib";
};

/** The file is another feature's table, which may be joined but not written. */
export const isForeignTable = ({ from, target }: Pick<Import, "from" | "target">): boolean => {
  const [mine, theirs] = [featureOf(from), featureOf(target ?? "")];
  return Boolean(target?.endsWith(".table.ts") && mine && theirs && mine !== theirs && !isTest(from));
};

/** Said of a statement that writes another feature's table. */
export const FOREIGN_WRITE = "only the feature that owns a table writes it: call its service instead";

const workerFeatures: Rule = ({ from, target }) => {
  if (!from.startsWith("worker/") || !target?.startsWith("worker/") || isTest(from)) return null;
  const [mine, theirs] = [featureOf(from), featureOf(target)];
  if (!mine || !theirs || mine === theirs || /\.(service|schema|policy|table)\.ts$/.test(target)) return null;
  return "a worker feature imports another feature's service, schema, policy or table only";
};

const routesWithoutSql: Rule = ({ from, request, target }) => {
  if (!from.endsWith(".routes.ts")) return null;
  if (isPackage(request, "drizzle-orm")) return "*.routes.ts never imports drizzle-orm";
  return target?.endsWith(".table.ts") ? "*.routes.ts never imports a *.table.ts" : null;
};

const verbsWithoutHttp: Rule = ({ from, request }) =>
  /\.(service|table)\.ts$/.test(from) && (isPackage(request, "hono") || request.startsWith("@hono/"))
    ? "*.service.ts and *.table.ts never import hono"
    : null;

const schemasAlone: Rule = ({ from, request, target }) => {
  if (!isSchema(from) || (target !== null && isSchema(target))) return null;
  if (target === null && isPackage(request, "zod")) return null;
  return "*.schema.ts imports only zod and other *.schema.ts";
};

const RULES = [
  insideItsFolder,
  webFeaturesApart,
  workerFeatures,
  routesWithoutSql,
  verbsWithoutHttp,
  schemasAlone,
];

/** Folders whose imports are checked. */
export const CHECKED_FOLDERS = FOLDERS.map(({ folder }) => folder);

/** The file inside the repository that an import asks for; null for a package. */
export function targetOf(from: string, request: string): string | null {
  const path = request.replace(/[?#].*$/, "");
  return path.startsWith(".") ? posix.join(posix.dirname(from), path) : null;
}

/** Every rule that an import breaks, in words. */
export const brokenRules = (each: Import): string[] => RULES.flatMap((rule) => rule(each) ?? []);
