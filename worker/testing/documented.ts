import { type Schema, Validator } from "@cfworker/json-schema";
import { API } from "../app.ts";
import { openApiOf } from "../lib/http/openapi.ts";

type Content = Record<string, { schema?: Schema }>;
type Operation = { responses: Record<string, { content?: Content }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Problem: Schema } };
};

const document = openApiOf(API, "0") as Document;
const problem = new Validator(document.components.schemas.Problem, "2020-12");

/** The routes in the order in which they are tried, with their documentation. */
const routes = API.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^/api${path.replace(/:\w+/g, "[^/]+")}$`),
  operation: document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()],
}));

const validators = new WeakMap<Schema, Validator>();
function validatorOf(schema: Schema): Validator {
  const known = validators.get(schema) ?? new Validator(schema, "2020-12");
  validators.set(schema, known);
  return known;
}

/** @throws Error for the current record of a conflict that is no answer of the route */
function assertCurrent(operation: Operation | undefined, at: string, current: unknown): void {
  const { 200: ok, 201: created } = operation?.responses ?? {};
  const schema = (ok ?? created)?.content?.["application/json"]?.schema;
  if (current === undefined || !schema || schema.type === "array") return;
  const { valid, errors } = validatorOf(schema).validate(current);
  if (!valid) throw new Error(`${at} has another record as current: ${JSON.stringify(errors.at(-1))}`);
}

/** Characters of the longest answer that is compared. */
const LONGEST = 200_000;

/**
 * Compares an answer with the documentation of the API.
 * @throws Error for a status, a media type or a JSON value that is not documented
 */
export function assertDocumented(method: string, path: string, answer: Response, text: string): void {
  const { status } = answer;
  const { pathname } = new URL(path, "http://localhost");
  const route = routes.find((each) => each.method === method && each.pattern.test(pathname));
  if (!route || status === 304 || text.length > LONGEST) return;
  const at = `${method} ${path}: ${status}`;
  const type = answer.headers.get("Content-Type")?.split(";")[0] ?? null;
  const documented = route.operation?.responses[String(status)];
  if (status >= 400 && !documented) {
    const { valid, errors } = problem.validate(JSON.parse(text));
    if (!valid) throw new Error(`${at} is no problem document: ${JSON.stringify(errors[0])}`);
    assertCurrent(route.operation, at, (JSON.parse(text) as { current?: unknown }).current);
    return;
  }
  if (!documented) throw new Error(`${at} is not documented`);
  const { content } = documented;
  if (!content || !type || content["image/*"]) return;
  const schema = content[type]?.schema;
  if (!content[type]) throw new Error(`${at} has the media type ${type}, which is not documented`);
  if (!schema) return;
  const { valid, errors } = validatorOf(schema).validate(JSON.parse(text));
  if (!valid) throw new Error(`${at} is not as documented: ${JSON.stringify(errors.at(-1))}`);
}
