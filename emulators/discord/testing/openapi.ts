import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Document = {
  /** Schemas of answers by route and status; null for an answer without body. */
  answers: Record<string, Record<string, unknown>>;
  components: object;
};

const document = JSON.parse(readFileSync(new URL("openapi.json", import.meta.url), "utf8")) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: "discord", components: document.components });

const validators = new Map<string, ValidateFunction | null>();
const routes = Object.keys(document.answers).map((route) => {
  const [method = "", path = ""] = route.split(" ");
  return { route, method, pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`) };
});

function validatorOf(route: string, status: number): ValidateFunction | null {
  const answers = document.answers[route] ?? {};
  const kind = [String(status), `${String(status)[0]}XX`].find((key) => key in answers);
  assert.ok(kind, `Discord documents no ${status} for ${route}`);
  const key = `${route} ${kind}`;
  let validator = validators.get(key);
  if (validator === undefined) {
    const schema = JSON.stringify(answers[kind]).replaceAll('"#/components', '"discord#/components');
    validator = schema === "null" ? null : ajv.compile(JSON.parse(schema));
    validators.set(key, validator);
  }
  return validator;
}

/** Asserts that an object conforms to one of the document's schemas, wherever it is sent. */
export function assertSchema(name: string, value: unknown, where: string): void {
  const validate = ajv.getSchema(`discord#/components/schemas/${name}`);
  assert.ok(validate, `Discord documents no ${name}`);
  if (!validate(value)) assert.fail(`${where}: ${ajv.errorsText(validate.errors, { dataVar: name })}`);
}

/** The emulator's routes, as in its route table. */
export const documentedRoutes: readonly string[] = Object.keys(document.answers);

/** Statuses by route whose answers were compared with Discord's document. */
export const compared = new Map<string, Set<number>>();

/**
 * Asserts that an answer below the API's base conforms to Discord's OpenAPI document. Ignores other paths, which no
 * document describes, and server faults.
 */
export function assertDocumented(method: string, path: string, status: number, body: unknown): void {
  const bare = path.split("?")[0] ?? "";
  // A route with a fixed last segment comes before one with a parameter there.
  const known = routes
    .filter((each) => each.method === method && each.pattern.test(bare))
    .sort((a, b) => a.route.split(":").length - b.route.split(":").length)[0];
  if (!known || status >= 500) return;
  const validator = validatorOf(known.route, status);
  compared.set(known.route, (compared.get(known.route) ?? new Set()).add(status));
  const where = `${method} ${path} ${status}`;
  if (validator === null) assert.equal(body, undefined, where);
  else if (!validator(body))
    assert.fail(`${where}: ${ajv.errorsText(validator.errors?.slice(0, 12), { dataVar: "answer" })}`);
}
