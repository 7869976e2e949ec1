import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { AnnouncementText } from "../../worker/lib/announcements.ts";
import type { Command } from "../../worker/lib/commands/command.ts";
import type { Trigger } from "../../worker/lib/live/topics.ts";
import type { NoticeText } from "../../worker/lib/notice-text.ts";
import type { Permissions } from "../../worker/lib/permissions.ts";
import { inRoot } from "./paths.ts";
import { temporaryData } from "./running.ts";
import type { Values } from "./settings.ts";

/** Replaces the worker's platform imports, so that its modules load outside of workerd; none of them is called. */
const withoutPlatform: Plugin = {
  name: "without-platform",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: "platform" }));
    onLoad({ filter: /.*/, namespace: "platform" }, () => ({
      contents: "export class DurableObject {}; export class WorkerEntrypoint {}; export const env = {};",
    }));
    onLoad({ filter: /bot-gateway[\\/]templates[\\/]/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};

/** Imports a module that is written in terms of the worker's own, such as `./worker/features.ts`, outside of workerd. */
export async function importFromWorker<Exports>(contents: string): Promise<Exports> {
  using data = temporaryData();
  const outfile = join(data.folder, "module.mjs");
  await build({
    stdin: { contents, resolveDir: inRoot("."), loader: "ts" },
    ...{ outfile, bundle: true, format: "esm", platform: "node", logLevel: "error" },
    plugins: [withoutPlatform],
  });
  const exports = (await import(pathToFileURL(outfile).href)) as Exports;
  rmSync(outfile);
  return exports;
}

/** The declarations of the features that a migration brings to the database. */
export type Declared = {
  /** The triggers of their topics. */
  triggers: Trigger[];
  permissions: Permissions;
};

/** Reads what all features declare. */
export const readDeclared = () =>
  importFromWorker<Declared>(`import { FEATURES, TOPICS } from "./worker/features.ts";
    import { triggersOf } from "./worker/lib/live/topics.ts";
    export const triggers = triggersOf(TOPICS);
    export const permissions = Object.assign({}, ...FEATURES.map((feature) => feature.permissions));`);

/** Brings the commands that Discord shows in line with the product's. @throws AppError commands_refused */
export async function registerCommands(settings: Values): Promise<{ written: number; deleted: number }> {
  const { register } = await importFromWorker<{
    register: (settings: Values) => Promise<{ written: number; deleted: number }>;
  }>(`import { FEATURES } from "./worker/features.ts";
    import { registerCommands } from "./worker/features/interactions/index.ts";
    import { parseSettings } from "./worker/lib/settings.schema.ts";
    export const register = (settings) => registerCommands(parseSettings(settings), FEATURES);`);
  return register(settings);
}

export type NoticeKind = { kind: string; text: NoticeText };
export type Announced = { kind: string; text: AnnouncementText };

/** Reads the commands of all features, and what they tell users, by the headings of the settings, and the organization. */
export const readTold = () =>
  importFromWorker<{
    commands: Command[];
    groups: { title: string; kinds: NoticeKind[] }[];
    announced: Announced[];
  }>(`
    import { FEATURES } from "./worker/features.ts";
    import { commandsOf } from "./worker/features/interactions/commands.ts";
    import { groupsOf } from "./worker/features/notices/settings.ts";
    const kindsOf = (entries) => entries.map(([kind, text]) => ({ kind, text }));
    export const commands = [...commandsOf(FEATURES).values()];
    export const groups = groupsOf(FEATURES).map(({ title, kinds }) => ({ title: title.en, kinds: kindsOf(kinds) }));
    export const announced = kindsOf(FEATURES.flatMap(({ announcements }) => Object.entries(announcements?.texts ?? {})));`);

/** Makes the OpenAPI document of all routes. */
export async function readOpenApi(): Promise<object> {
  const { document } = await importFromWorker<{ document: object }>(`import { API } from "./worker/app.ts";
    import { openApiOf } from "./worker/lib/http/openapi.ts";
    export const document = openApiOf(API);`);
  return document;
}
