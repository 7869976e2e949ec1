import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { $ZodType, input } from "zod/v4/core";
import { named } from "../named.ts";
import type { Page } from "../page.ts";
import type { RequestContext } from "./app.ts";

/** How what a verb answers becomes a response, and what the documentation of the API says of it. */
export type Answers<Result> = {
  status: number;
  /** Another status that comes with the same content. */
  orStatus?: number;
  /** Another media type that the content comes in. */
  orType?: string;
  /** Left out where there is no body. */
  content?: { type: string; schema?: $ZodType };
  /** The response names the next page in the Link header (RFC 8288). */
  isPage?: true;
  respond: (c: RequestContext, result: Result) => Response | Promise<Response>;
};

/** The type that a verb returns for a declaration. */
export type AnswerOf<Answer> = Answer extends $ZodType
  ? input<Answer>
  : Answer extends Answers<infer Result>
    ? Result
    : never;

const JSON_TYPE = "application/json";

const isSchema = (answer: $ZodType | Answers<never>): answer is $ZodType => "_zod" in answer;

/**
 * Answers JSON, of which only what the schema names leaves: no column of a table does by accident. Values are checked by
 * the compiler, not here.
 */
export const json = <Schema extends $ZodType>(schema: Schema, status = 200): Answers<input<Schema>> => ({
  status,
  content: { type: JSON_TYPE, schema },
  respond: (c, value) => c.json(named(schema, value) as object, status as ContentfulStatusCode),
});

/** Answers 201 with the new record. */
export const created = <Schema extends $ZodType>(schema: Schema) => json(schema, 201);

/** Answers one page of a list as an array, naming the next page in the Link header (RFC 8288). */
export const pageOf = <Schema extends $ZodType>(schema: Schema): Answers<Page<input<Schema>>> => ({
  status: 200,
  content: { type: JSON_TYPE, schema },
  isPage: true,
  respond(c, { items, next }) {
    if (next) {
      const url = new URL(c.req.url);
      url.searchParams.set("cursor", next);
      c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
    }
    return c.json(items.map((item) => named(schema, item)) as unknown[]);
  },
});

export const nothing: Answers<void> = { status: 204, respond: (c) => c.body(null, 204) };

/** A file: its text, and the name that a browser saves it by. */
export type FileAnswer = { name: string; body: string | ReadableStream<Uint8Array>; type?: string };

/** Answers a file to be saved. @param type its media type, where the file does not say `orType` */
export const file = (type: string, orType?: string): Answers<FileAnswer> => ({
  status: 200,
  ...(orType ? { orType } : {}),
  content: { type },
  respond: (c, { name, body, type: own = type }) =>
    c.body(body, 200, {
      "Content-Type": `${own}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
    }),
});

/** Sends the browser to another address. */
export const redirect: Answers<string | URL> = {
  status: 302,
  respond: (c, url) => c.redirect(url.toString()),
};

/** Answers what the verb makes itself, such as a picture. */
export const response = (status: number, type?: string): Answers<Response> => ({
  status,
  ...(type ? { content: { type } } : {}),
  respond: (_, made) => made,
});

export const answersOf = (answer: $ZodType | Answers<never>): Answers<never> =>
  isSchema(answer) ? (json(answer) as Answers<never>) : answer;
