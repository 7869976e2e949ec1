import { type $ZodType, toJSONSchema } from "zod/v4/core";
import type { Route } from "./route.ts";

type Json = Record<string, unknown>;

/** How requests say who acts, by the way of `AccessRule`. A token stands with the permissions that it needs. */
const SECURITY_SCHEMES = {
  session: { type: "apiKey", in: "cookie", name: "__Host-session" },
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "cc_…",
    description: "A token of a member, made on their account page. One without permissions only reads.",
  },
  gateway: { type: "apiKey", in: "header", name: "X-Gateway-Signature" },
  discord: { type: "apiKey", in: "header", name: "X-Signature-Ed25519" },
};

export const PROBLEM_TYPE = "application/problem+json";

/** RFC 9457: how every error is answered. */
const PROBLEM = {
  type: "object",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string" },
    requestId: { type: "string" },
    durationMs: { type: "number" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    current: {},
  },
  required: ["type", "title", "status", "detail", "code", "requestId"],
  additionalProperties: false,
};

/** RFC 9110, section 10.2.3. */
const RETRY_AFTER = {
  description: "In how many seconds to try again, where waiting helps: always with 429.",
  schema: { type: "integer", minimum: 0 },
};

/** A schema as the document says it: what a request sends is the schema's input. */
function schemaOf(schema: $ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = toJSONSchema(schema, {
    io,
    // JSON Schema cannot express refinements and transformations: the document leaves them out.
    unrepresentable: "any",
  });
  return json;
}

const problem = { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } };

/** A query or path parameter for each field of a schema. */
function parametersOf(schema: $ZodType | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
}

/** The note on a route whose `:orgId` stands where other routes have `:id`. */
export const OF_ORGANIZATION = " Here `id` is the organization's.";

const isByMachine = ({ kind }: Route["access"]) => kind === "gateway" || kind === "discord";

/** Each alternative is enough. */
function security({ access }: Route): Json[] {
  if (access.kind === "public") return [];
  if (isByMachine(access)) return [{ [access.kind]: [] }];
  const session = { session: [] };
  if (access.session) return [session];
  if (access.kind !== "permission") {
    const { scope } = access;
    return [session, ...(scope ? scope.map((each) => ({ token: [each] })) : [{ token: [] }])];
  }
  const { permissions, isEachNeeded } = access;
  return [
    session,
    ...(isEachNeeded ? [permissions] : permissions.map((each) => [each])).map((token) => ({ token })),
  ];
}

/** The sentence that says who may call a route. */
function accessInWords({ access, proof: asked }: Route): string {
  const named = (permissions: readonly string[], joint = " or ") =>
    permissions.map((each) => `\`${each}\``).join(joint);
  const who = {
    public: "Open to everybody.",
    "signed-in": "Takes a signed-in user.",
    member: "Takes an active member.",
    permission: `Takes ${access.kind === "permission" ? named(access.permissions, access.isEachNeeded && " and ") : ""}.`,
    gateway: "Called by the bot gateway.",
    discord: "Called by Discord.",
  }[access.kind];
  const own = access.ownsOr
    ? ` Others' ${access.owned ?? "records"} ${access.ownsOr.length > 0 ? `take ${named(access.ownsOr)}` : "are refused"}.`
    : "";
  const token = access.scope ? ` A token needs ${named(access.scope)}.` : "";
  const browser = access.session ? " Works in a browser alone." : "";
  const holders = asked?.ofHolders ? `holders of ${named([asked.ofHolders])}, who can do more, ` : "";
  const proof = asked ? ` Asks ${holders}for a recent proof of who the user is.` : "";
  return who + own + token + browser + proof;
}

/** @param path the route's own, or one that differs in the names of parameters */
function operationOf(route: Route, path: string): Json {
  const { params, query, body, answers, summary } = route;
  const named = parametersOf(params, "path");
  const ids = [...path.matchAll(/:(\w+)/g)]
    .map(([, name]) => name)
    .filter((name) => !named.some((each) => each["name"] === name))
    .map((name) => ({ name, in: "path", required: true, schema: { type: "integer", minimum: 1 } }));
  const { status, content, isPage } = answers;
  const schema = content?.schema && schemaOf(content.schema, "output");
  const isOptional = body?._zod.def.type === "optional";
  const success = {
    description: summary,
    ...(isPage
      ? { headers: { Link: { description: "The next page (RFC 8288).", schema: { type: "string" } } } }
      : {}),
    ...(content
      ? {
          content: {
            ...(answers.orType ? { [answers.orType]: {} } : {}),
            [content.type]: schema ? { schema: isPage ? { type: "array", items: schema } : schema } : {},
          },
        }
      : {}),
  };
  return {
    tags: [path.split("/")[1]],
    summary,
    description: accessInWords(route) + (path === route.path ? "" : OF_ORGANIZATION),
    security: security(route),
    parameters: [...ids, ...named, ...parametersOf(query, "query")],
    ...(body
      ? {
          requestBody: {
            required: !isOptional,
            content: { "application/json": { schema: schemaOf(body, "input") } },
          },
        }
      : {}),
    responses: {
      ...(answers.orStatus
        ? { [answers.orStatus]: { ...success, content: { ...success.content, ...problem } } }
        : {}),
      [status]: success,
      default: {
        description: "A problem document (RFC 9457).",
        headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
        content: problem,
      },
    },
  };
}

/** The path of the document for that of each route: OpenAPI takes paths that differ in names of parameters alone for one. */
function pathsOf(routes: readonly Route[]) {
  const paths = new Map<string, string>();
  const shapeOf = (path: string) => path.replace(/:\w+/g, ":");
  // Of several the last one counts: `:id`, which says more than `:orgId` does.
  for (const path of routes
    .map((route) => route.path)
    .sort()
    .reverse())
    paths.set(shapeOf(path), path);
  return (path: string) => paths.get(shapeOf(path)) ?? path;
}

/** The documentation of the API as an OpenAPI 3.1 document, made of the routes' declarations. */
export function openApiOf(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  const pathOf = pathsOf(routes);
  for (const route of routes) {
    const named = pathOf(route.path);
    const path = named.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, named) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Command Centre", version: "1" },
    servers: [{ url: "/api" }],
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      headers: { RetryAfter: RETRY_AFTER },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}
