/** Headers of an answer that is no asset: nothing in it runs, and no cache keeps it. */
const NOTHING_HERE = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
};

/** Whether a browser asks for a page, which no file of the web app is named like. */
function isForPage({ method, url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  return (
    (method === "GET" || method === "HEAD") &&
    !pathname.startsWith("/assets/") &&
    !pathname.slice(pathname.lastIndexOf("/")).includes(".") &&
    (headers.get("Accept") ?? "").includes("text/html")
  );
}

/**
 * Answers a request outside the API for which there is no file: with the web app, which knows what to show at an
 * address that is spelled in another way or leads nowhere, or with 404 where no page was asked for.
 * @param assets the files of the web app
 */
export async function serveApp(request: Request, assets: Fetcher | undefined): Promise<Response> {
  if (!assets || !isForPage(request))
    return new Response("Not found\n", { status: 404, headers: NOTHING_HERE });
  return assets.fetch(new Request(new URL("/", request.url), request));
}
