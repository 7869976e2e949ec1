import { readFileSync, writeFileSync } from "node:fs";
import type { Core } from "../core.ts";
import { isObject, type JsonObject } from "../http.ts";
import { commandRoutes } from "../rest-commands.ts";
import { eventRoutes } from "../rest-events.ts";
import { guildRoutes } from "../rest-guilds.ts";
import { messageRoutes } from "../rest-messages.ts";
import { userRoutes } from "../rest-users.ts";

// Extracts the emulator's routes from Discord's OpenAPI document, and what an application may answer to an interaction, and
// writes them to openapi.json.

const [source] = process.argv.slice(2);
if (!source) throw new Error("name the file that holds Discord's OpenAPI document");
const document = JSON.parse(readFileSync(source, "utf8")) as {
  paths: Record<string, Record<string, { responses: JsonObject; requestBody?: unknown }>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, unknown> };
};

const anonymous = (path: string) => path.replace(/:\w+|\{\w+\}/g, "{}");
const documented = new Map(Object.entries(document.paths).map(([path, item]) => [anonymous(path), item]));

/** Returns the schema of an answer; null without a body. */
function schemaOf(response: unknown): unknown {
  if (!isObject(response)) return null;
  const reference = response["$ref"];
  if (typeof reference === "string")
    return schemaOf(document.components.responses[reference.split("/").at(-1) ?? ""]);
  const content = isObject(response["content"]) ? response["content"]["application/json"] : null;
  return isObject(content) ? (content["schema"] ?? null) : null;
}

const TEXTS = new Set(["description", "title", "examples", "externalDocs", "deprecated"]);

/** Removes what only human readers need from a schema; names of properties stay. */
function bare(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => isNames || (!TEXTS.has(key) && !key.startsWith("x-")));
  return Object.fromEntries(kept.map(([key, each]) => [key, bare(each, !isNames && key === "properties")]));
}

const core = {} as Core;
const answers: Record<string, Record<string, unknown>> = {};
for (const { method, path } of [
  ...userRoutes(core),
  ...guildRoutes(core),
  ...eventRoutes(core),
  ...messageRoutes(core),
  ...commandRoutes(core),
]) {
  const operation = documented.get(anonymous(path))?.[method.toLowerCase()];
  if (!operation) throw new Error(`Discord documents no ${method} ${path}`);
  const entries = Object.entries(operation.responses);
  answers[`${method} ${path}`] = Object.fromEntries(
    entries.map(([status, response]) => [status, bare(schemaOf(response))]),
  );
}

/** What an application on the gateway sends to this route is what one with an endpoint answers. */
const callback = documented.get(anonymous("/interactions/:id/:token/callback"))?.["post"];
const interactionAnswer = bare(schemaOf(callback?.requestBody));

const schemas: Record<string, unknown> = {};
const waiting = [JSON.stringify(answers), JSON.stringify(interactionAnswer)];
for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
  for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name in schemas) continue;
    schemas[name] = bare(document.components.schemas[name]);
    waiting.push(JSON.stringify(schemas[name]));
  }
// The document declares numbers as codes of errors; Discord's reference shows strings, and Discord sends strings:
// https://docs.discord.com/developers/reference#error-messages
schemas["InnerErrors"] = {
  type: "object",
  required: ["_errors"],
  properties: {
    _errors: {
      type: "array",
      items: {
        type: "object",
        required: ["code", "message"],
        properties: { code: { type: "string" }, message: { type: "string" } },
      },
    },
  },
  additionalProperties: false,
};
const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
const output = { answers, interactionAnswer, components: { schemas: sorted } };
writeFileSync(new URL("openapi.json", import.meta.url), `${JSON.stringify(output)}\n`);
