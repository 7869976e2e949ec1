import type { Page } from "../page.ts";
import type { RequestContext } from "./app.ts";

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
