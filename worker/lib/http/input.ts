import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler, ValidationTargets } from "hono";
import { type $ZodType, safeParseAsync } from "zod/v4/core";
import { errors } from "../errors.ts";
import { fieldErrors, invalidInput } from "../validation.ts";
import type { App } from "./app.ts";

const read = Symbol("read");

/** The part of a request that a route reads, and the shape that it must have. */
export type Read = { target: keyof ValidationTargets; schema: $ZodType };

/** What a handler reads of a request; undefined for every handler but those of `input`. */
export const readOf = (handler: unknown): Read | undefined => (handler as { [read]?: Read })[read];

/** Makes a handler tell what it reads. */
const reads = <Handler extends object>(handler: Handler, what: Read): Handler =>
  Object.assign(handler, { [read]: what });

/**
 * Validates a part of the request and hands it on as `c.req.valid(target)`.
 * @throws AppError invalid_input with a sentence per field, malformed_body, json_only
 */
export const input = <Schema extends $ZodType, Target extends keyof ValidationTargets>(
  target: Target,
  schema: Schema,
) =>
  reads(
    zValidator(
      target,
      schema,
      (result, c) => {
        if (result.success) return;
        const { language } = c.var as App["Variables"];
        throw invalidInput(fieldErrors(result.error.issues, language));
      },
      {
        // The sentences name the type of what came, so the issues have to carry it. zod's core and its classic
        // flavour answer the same under two names.
        validationFunction: async (_, value) =>
          (await safeParseAsync(schema, value, { reportInput: true })) as never,
      },
    ),
    { target, schema },
  );

/** The same for a JSON body that may be left out. */
export function optionalInput<Schema extends $ZodType>(schema: Schema) {
  const whole = input("json", schema);
  const handler: typeof whole = async (c, next) => {
    if ((await c.req.text()) !== "") return whole(c, next);
    c.req.addValidatedData("json", {});
    await next();
  };
  return reads(handler, { target: "json", schema });
}

/** Refuses a body that is not JSON before anything reads it. */
export const jsonOnly: MiddlewareHandler<App> = async (c, next) => {
  const hasBody = c.req.raw.body !== null && c.req.header("Content-Length") !== "0";
  if (hasBody && !/^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? "")) {
    throw errors.json_only();
  }
  await next();
};
