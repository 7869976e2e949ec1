import type { MiddlewareHandler } from "hono";
import { type $ZodIssue, type $ZodOptional, type $ZodType, type output, safeParseAsync } from "zod/v4/core";
import { errors } from "../errors.ts";
import { cleanName } from "../names.schema.ts";
import { fieldErrors, invalidInput } from "../validation.ts";
import type { App, RequestContext } from "./app.ts";
import { languageOf } from "./ways-in.ts";

type Target = "param" | "query" | "json";

const isOptional = (schema: $ZodType): schema is $ZodOptional => schema._zod.def.type === "optional";

const refused = async (c: RequestContext, issues: readonly $ZodIssue[]) =>
  invalidInput(fieldErrors(issues, await languageOf(c), c.var.sentences));

/** Validates input that came by another way than as a part of an HTTP request. @throws AppError invalid_input */
export async function parsed<Schema extends $ZodType>(
  c: RequestContext,
  schema: Schema,
  value: unknown,
): Promise<output<Schema>> {
  const { success, data, error } = await safeParseAsync(schema, value, { reportInput: true });
  if (!success) throw await refused(c, error.issues);
  return data;
}

/** A query without invisible characters: a name that is looked for may have been copied. */
const searched = (query: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(query).map(([name, values]) => {
      const [first = ""] = values;
      return [name, values.length > 1 ? values : cleanName(first, first.length)];
    }),
  );

const isJson = (c: RequestContext) => /^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? "");

/** A part of the request as it came. @throws AppError malformed_body */
async function partOf(c: RequestContext, target: Target): Promise<unknown> {
  if (target === "param") return c.req.param();
  if (target === "query") return searched(c.req.queries());
  // There is no other body: `jsonOnly` has refused it.
  if (!isJson(c)) return {};
  return c.req.json().catch(() => {
    throw errors.malformed_body();
  });
}

const validate =
  (target: Target, schema: $ZodType): MiddlewareHandler<App> =>
  async (c, next) => {
    c.req.addValidatedData(target, (await parsed(c, schema, await partOf(c, target))) as object);
    await next();
  };

/**
 * Validates a part of the request and hands it on as `c.req.valid(target)`. A JSON body may be left out where its schema
 * is optional, and is `{}` then.
 * @throws AppError invalid_input with a sentence per field, malformed_body, json_only
 */
export function input(target: Target, schema: $ZodType): MiddlewareHandler<App> {
  if (!isOptional(schema)) return validate(target, schema);
  const whole = validate(target, schema._zod.def.innerType);
  return async (c, next) => {
    if ((await c.req.text()) !== "") return whole(c, next);
    c.req.addValidatedData(target, {});
    await next();
  };
}

/** Refuses a body that is not JSON before anything reads it. */
export const jsonOnly: MiddlewareHandler<App> = async (c, next) => {
  const hasBody = c.req.raw.body !== null && c.req.header("Content-Length") !== "0";
  if (hasBody && !isJson(c)) throw errors.json_only();
  await next();
};
