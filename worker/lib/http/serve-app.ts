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

/** What a page that the worker writes may load: style sheets and pictures of our own, no script. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers the address of a page that the worker writes: with its route's answer, or as a missing page where that has none. */
export async function servePage(request: Request, answer: Response, assets: Fetcher | undefined) {
  if (answer.status === 404) {
    const { body, headers } = await serveApp(request, assets);
    return new Response(body, { status: 404, headers });
  }
  const headers = new Headers(answer.headers);
  if (headers.get("Content-Type")?.startsWith("text/html"))
    headers.set("Content-Security-Policy", PAGE_POLICY);
  return new Response(answer.body, { status: answer.status, headers });
}

let styleSheet = "";

/** The address of the web app's style sheet, which its document names; empty without the app's files. An isolate asks until it knows. */
export async function styleSheetOf(assets: Fetcher | undefined): Promise<string> {
  if (styleSheet || !assets) return styleSheet;
  const document = await (await assets.fetch("https://assets/")).text();
  styleSheet = /href="(\/assets\/[\w.-]+\.css)"/.exec(document)?.[1] ?? "";
  return styleSheet;
}
