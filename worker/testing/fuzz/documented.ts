import fc from "fast-check";
import { OF_ORGANIZATION } from "../../lib/http/openapi.ts";
import { FORMATS } from "./values.ts";

/** The parts of JSON Schema with which the description of the API describes requests. */
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  format?: string;
} & Partial<
  Record<
    "minimum" | "maximum" | "exclusiveMinimum" | "minLength" | "maxLength" | "minItems" | "maxItems",
    number
  >
>;

type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: Schema };
export type Operation = {
  description: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { "application/json": { schema: Schema } } };
};

function textOf({ pattern, format = "", minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  const known = FORMATS[format.replace("date-time", "datetime").replace("uri", "url")];
  if (known) return fc.constantFrom(...known);
  // Only marks of a week have patterns with a lookahead; no text generated from one would match.
  if (pattern?.includes("(?=")) return fc.constant("1".repeat(168));
  if (pattern) return fc.stringMatching(new RegExp(pattern, "u"));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 60), unit: "grapheme" });
}

function numberOf({ type, minimum, exclusiveMinimum = -1, maximum = 2 ** 53 - 1 }: Schema) {
  const min = Math.ceil(minimum ?? exclusiveMinimum + 1);
  const small = fc.integer({ min, max: Math.min(maximum, min + 40) });
  return type === "integer"
    ? fc.oneof({ weight: 3, arbitrary: small }, fc.constant(Math.floor(maximum)))
    : fc.oneof(small, fc.double({ min, max: maximum, noNaN: true }));
}

/** Generates values that a schema of the description accepts. */
export function valueLike(schema: Schema): fc.Arbitrary<unknown> {
  const { type, properties, required = [], items, minItems = 0, maxItems = 3 } = schema;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(valueLike));
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => valueLike({ ...schema, type: each })));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (properties)
    return fc.record(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueLike(schema)])),
      { requiredKeys: required },
    );
  if (items)
    return fc.array(valueLike(items), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, 3)),
    });
  if (type === "string") return textOf(schema);
  if (type === "integer" || type === "number") return numberOf(schema);
  if (type === "boolean") return fc.boolean();
  return type === "null" ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
}

/** Generates requests of a program that knows the description alone, and that its organization is the first. */
export const requestsFor = (path: string, { description, parameters, requestBody }: Operation) => {
  const organization = description.endsWith(OF_ORGANIZATION) ? "id" : "orgId";
  return fc
    .tuple(
      fc.record(
        Object.fromEntries(
          parameters.map(({ name, schema }) => [
            name,
            name === organization ? fc.constant(1) : valueLike(schema),
          ]),
        ),
        { requiredKeys: parameters.flatMap(({ name, required }) => (required ? [name] : [])) },
      ),
      requestBody ? valueLike(requestBody.content["application/json"].schema) : fc.constant(undefined),
    )
    .map(([values, body]) => {
      const text = (name: string) => encodeURIComponent(String(values[name]).toWellFormed());
      const asked = parameters.filter(
        ({ name, in: place }) => place === "query" && values[name] !== undefined,
      );
      const query = asked.map(({ name }) => `${name}=${text(name)}`).join("&");
      return {
        path: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => text(name))}${query && `?${query}`}`,
        body,
      };
    });
};
