import { spawnSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openFile } from "../lib/database.ts";
import { Failure } from "../lib/failure.ts";
import { freePort } from "../lib/ports.ts";
import { endChild, startNode } from "../lib/processes.ts";

export const STRAPI = "5.54.0";
/** Carries its binaries for every system; the version that Strapi's own template names downloads or compiles them. */
const SQLITE = "13.2.0";
/** The longest wait for its first answer, in milliseconds. */
const PATIENCE = 60_000;

/** The fields of a prospect and their types in Strapi; it adds its ids and the times of creation and change itself. */
const FIELDS = {
  ...{ organizationId: "integer", userId: "integer", displayName: "string", username: "string" },
  ...{ email: "string", discordId: "string", starCitizenId: "string", referralSource: "string" },
  ...{ status: "string", assignedTo: "integer", addedBy: "integer", deadline: "datetime", notes: "text" },
  ...{ avatar: "string", discordStatus: "string", discordLastSeen: "datetime", isTest: "boolean" },
  ...{ stageChangedAt: "datetime", version: "integer" },
};

const SCHEMA = {
  kind: "collectionType",
  collectionName: "prospects",
  info: { singularName: "prospect", pluralName: "prospects", displayName: "Prospect" },
  options: { draftAndPublish: false },
  // As the product's: the records of a status, and all of them, by deadline.
  indexes: [
    { name: "prospects_status", columns: ["status", "deadline"] },
    { name: "prospects_deadline", columns: ["deadline"] },
  ],
  attributes: Object.fromEntries(Object.entries(FIELDS).map(([name, type]) => [name, { type }])),
};

const madeBy = (maker: string) =>
  `module.exports = require("@strapi/strapi").factories.${maker}("api::prospect.prospect");\n`;

/** The files of a project as Strapi's template has them: without its logger, and with pages of up to 500 records. */
const filesOf = (port: number, salt: string) => ({
  "package.json": {
    ...{ name: "beside", version: "0.0.0", private: true },
    dependencies: { "@strapi/strapi": STRAPI, "better-sqlite3": SQLITE },
  },
  "config/server.json": { host: "127.0.0.1", port, app: { keys: [salt] } },
  "config/admin.json": {
    ...{ auth: { secret: salt }, apiToken: { salt }, transfer: { token: { salt } } },
    flags: { nps: false, promoteEE: false },
  },
  "config/api.json": { rest: { defaultLimit: 25, maxLimit: 500, withCount: true } },
  "config/database.json": {
    connection: { client: "sqlite", connection: { filename: "data.db" }, useNullAsDefault: true },
  },
  "config/middlewares.json": [
    ...["errors", "security", "cors", "poweredBy", "query", "body", "session", "favicon", "public"],
  ].map((name) => `strapi::${name}`),
  "public/uploads/.gitkeep": "",
  "src/api/prospect/content-types/prospect/schema.json": SCHEMA,
  "src/api/prospect/routes/prospect.js": madeBy("createCoreRouter"),
  "src/api/prospect/controllers/prospect.js": madeBy("createCoreController"),
  "src/api/prospect/services/prospect.js": madeBy("createCoreService"),
});

/** Installs what a folder's package.json names, from the registry that npm is configured for. @throws Failure with npm's own words */
function install(folder: string): void {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  const options = ["install", "--prefix", folder, ...quiet];
  const { status, stderr } = spawnSync("npm", options, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Failure(`Strapi could not be installed: ${stderr || "npm did not start."}`);
}

/** The id of a record in Strapi, which addresses records by texts of 24 characters. */
export const documentOf = (id: number) => String(id).padStart(24, "0");

/** Copies the prospects of an organization's database into Strapi's, and gives it an API token. */
function fill(organization: string, file: string, salt: string): string {
  const token = randomBytes(32).toString("hex");
  const database = openFile(organization);
  const columns = Object.entries(FIELDS).map(([name, type]) => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { column, value: type === "datetime" ? `1000 * unixepoch(${column})` : column };
  });
  database.exec(`attach '${file}' as theirs`);
  database.exec(
    `insert into theirs.prospects (id, document_id, created_at, updated_at, published_at, ${columns.map(({ column }) => column)})
     select id, printf('%024d', id), 1000 * unixepoch(created_at), 1000 * unixepoch(updated_at), 1000 * unixepoch(created_at),
       ${columns.map(({ value }) => value)} from main.prospects`,
  );
  database
    .prepare(
      `insert into theirs.strapi_api_tokens (document_id, name, kind, type, access_key, created_at, updated_at)
       values (?, 'bench', 'content-api', 'full-access', ?, ?, ?)`,
    )
    .run(
      ...[documentOf(1), createHmac("sha512", salt).update(token).digest("hex")],
      ...[Date.now(), Date.now()],
    );
  database.close();
  return token;
}

/**
 * Installs Strapi into an empty folder and runs it in production on SQLite, with the prospects of an organization's database.
 * @returns its address, an API token that may do everything, and its process
 */
export async function startStrapi(folder: string, organization: string) {
  const [port, salt] = [await freePort(), randomBytes(16).toString("hex")];
  for (const [path, content] of Object.entries(filesOf(port, salt))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  install(folder);
  const child = startNode(join(folder, "node_modules/@strapi/strapi/bin/strapi.js"), ["start"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", STRAPI_TELEMETRY_DISABLED: "true" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const address = `http://127.0.0.1:${port}`;
  const until = Date.now() + PATIENCE;
  try {
    while (!(await fetch(`${address}/_health`).catch(() => null))?.ok) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Failure(`Strapi did not start:\n${output}`);
      await delay(100);
    }
    const token = fill(organization, join(folder, "data.db"), salt);
    return { address, token, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => endChild(child) };
  } catch (error) {
    await endChild(child);
    throw error;
  }
}
