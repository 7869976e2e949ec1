import * as z from "zod/mini";
import type { RequestContext } from "./http/access.ts";
import { invalidField } from "./http/validation.ts";
import type { Language } from "./wire.schema.ts";

/** A place in a list, as text for an address. */
export const encodeCursor = (position: readonly (string | number)[]): string =>
  btoa(unescape(encodeURIComponent(JSON.stringify(position))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Reads a cursor back. @throws AppError invalid_input when it is none of ours */
export function decodeCursor<Schema extends z.ZodMiniType>(
  cursor: string,
  schema: Schema,
  language: Language,
): z.output<Schema> {
  try {
    const bytes = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    return z.parse(schema, JSON.parse(decodeURIComponent(escape(bytes))));
  } catch {
    throw invalidField("cursor", language);
  }
}

/** One page of a list and where the next begins. */
export type Page<Item> = { items: Item[]; next: string | null };

/** The Link header that names the next page of the list at `url` (RFC 8288). */
export function nextLink(url: string, cursor: string): string {
  const next = new URL(url);
  next.searchParams.set("cursor", cursor);
  return `<${next.pathname}${next.search}>; rel="next"`;
}

/** Answers a page as an array, naming the next page in the Link header. */
export function answerPage<Item>(c: RequestContext, page: Page<Item>): Response {
  if (page.next) c.header("Link", nextLink(c.req.url, page.next));
  return c.json(page.items as unknown[]);
}
