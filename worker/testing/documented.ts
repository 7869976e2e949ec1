import { type Schema, Validator } from "@cfworker/json-schema";
import { API } from "../app.ts";
import { openApiOf, PROBLEM_TYPE } from "../lib/http/openapi.ts";

type Content = Record<string, { schema?: Schema }>;
type Operation = { responses: Record<string, { content?: Content }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Problem: Schema } };
};

const document = openApiOf(API) as Document;
const problem = new Validator(document.components.schemas.Problem, "2020-12");

const shapeOf = (path: string) => path.replace(/:\w+|\{\w+\}/g, ":");
const operations = new Map(Object.entries(document.paths).map(([path, all]) => [shapeOf(path), all]));

/** The routes in the order in which they are tried, with their documentation. */
const routes = API.map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^/api${path.replace(/:\w+/g, "[^/]+")}$`),
  operation: operations.get(shapeOf(path))?.[method.toLowerCase()],
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

/** Items of a list that are compared: those after them are made alike. */
const ITEMS = 25;

/**
 * Compares an answer with the documentation of the API. Reads a copy of the body where JSON is documented, and leaves
 * every other body unread.
 * @throws Error for a status, a media type or a JSON value that is not documented
 */
export async function assertDocumented(method: string, path: string, answer: Response): Promise<void> {
  const { status } = answer;
  const { pathname } = new URL(path, "http://localhost");
  const route = routes.find((each) => each.method === method && each.pattern.test(pathname));
  if (!route || status === 304) return;
  const at = `${method} ${path}: ${status}`;
  const type = answer.headers.get("Content-Type")?.split(";")[0] ?? null;
  const documented = route.operation?.responses[String(status)];
  if (type === PROBLEM_TYPE && (!documented || documented.content?.[type])) {
    const refusal = await answer.clone().json<{ current?: unknown }>();
    const { valid, errors } = problem.validate(refusal);
    if (!valid) throw new Error(`${at} is no problem document: ${JSON.stringify(errors[0])}`);
    assertCurrent(route.operation, at, refusal.current);
    return;
  }
  if (!documented) throw new Error(`${at} is not documented`);
  const { content } = documented;
  if (!content || !type || content["image/*"]) return;
  const schema = content[type]?.schema;
  if (!content[type]) throw new Error(`${at} has the media type ${type}, which is not documented`);
  if (!schema) return;
  const body = await answer.clone().json<unknown>();
  const { valid, errors } = validatorOf(schema).validate(Array.isArray(body) ? body.slice(0, ITEMS) : body);
  if (!valid) throw new Error(`${at} is not as documented: ${JSON.stringify(errors.at(-1))}`);
}
