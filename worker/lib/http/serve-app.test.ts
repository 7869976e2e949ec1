import { expect, it } from "vitest";
import { serveApp } from "./serve-app.ts";

/** Answers every request with the path that was asked for. */
const assets = {
  fetch: async ({ url }: Request) => new Response(new URL(url).pathname),
} as unknown as Fetcher;
const PAGE = "text/html,application/xhtml+xml,*/*;q=0.8";

it("answers a browser that asks for a page with the web app, and everything else with 404", async () => {
  const cases: [request: string, accept: string | null, isPage: boolean][] = [
    ["GET /contracts/5", PAGE, true],
    ["HEAD /Contracts", PAGE, true],
    ["GET /v1.2/notes", PAGE, true],
    ["POST /contracts/5", PAGE, false],
    ["GET /contracts/5", "application/json", false],
    ["GET /contracts/5", null, false],
    ["GET /assets/old", PAGE, false],
    ["GET /robots.txt", PAGE, false],
    ["GET /contracts/.env", PAGE, false],
  ];
  for (const [asked, accept, isPage] of cases) {
    const [method = "", path = ""] = asked.split(" ");
    const headers = accept === null ? undefined : { Accept: accept };
    const request = new Request(`https://command.example${path}`, {
      method,
      ...(headers ? { headers } : {}),
    });
    const answer = await serveApp(request, assets);
    const found = [answer.status, await answer.text()];
    expect([asked, accept, ...found]).toEqual([
      asked,
      accept,
      ...(isPage ? [200, "/"] : [404, "Not found\n"]),
    ]);
  }
  const page = new Request("https://command.example/", { headers: { Accept: PAGE } });
  const without = await serveApp(page, undefined);
  expect([without.status, without.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
});
