import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { $ZodType, input } from "zod/v4/core";
import { named } from "../named.ts";
import type { Page } from "../page.ts";
import type { RequestContext } from "./app.ts";

/**
 * Answers a value as JSON, of which only what the schema names leaves: no column of a table does by accident. Values are
 * checked by the compiler, not here.
 */
export const answer = <Schema extends $ZodType>(
  c: RequestContext,
  schema: Schema,
  value: input<Schema>,
  status: ContentfulStatusCode = 200,
): Response => c.json(named(schema, value) as object, status);

/**
 * Answers a page as an array, naming the next page in the Link header (RFC 8288).
 * @param schema that of one item
 */
export function answerPage<Schema extends $ZodType>(
  c: RequestContext,
  schema: Schema,
  { items, next }: Page<input<Schema>>,
): Response {
  if (next) {
    const url = new URL(c.req.url);
    url.searchParams.set("cursor", next);
    c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return c.json(items.map((item) => named(schema, item)) as unknown[]);
}
