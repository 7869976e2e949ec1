import { describe, expect, it, vi } from "vitest";
import type { Problem } from "./lib/errors.ts";
import { rowCounts } from "./testing/inspect.ts";
import { isByMachine, ROUTES } from "./testing/routes.ts";
import { nobody, person, raw, send } from "./testing/world.ts";

const home = String(raw["APP_URL"]);

/** A route is called from every fourth stranger. */
const TURNS = 4;

describe("a request that changes something", () => {
  const strangers: Record<string, Record<string, string>> = {
    "another site": { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    "another site, without the browser's word": { Origin: "https://evil.example" },
    "our address with another port": { Origin: home.replace(/:\d+$/, ":9999") },
    "our address over https": { Origin: home.replace("http:", "https:") },
    "our name as part of another": { Origin: `${home}.evil.example` },
    "an address that says it is ours": { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
    "a sandbox": { Origin: "null" },
    "a sandbox that says it is ours": { Origin: "null", "Sec-Fetch-Site": "same-origin" },
    "nowhere in particular": {},
    "a cross-site link": { "Sec-Fetch-Site": "cross-site" },
    "a sister site": { "Sec-Fetch-Site": "same-site" },
    "the address bar": { "Sec-Fetch-Site": "none" },
  };

  it("is refused by every route unless it comes from our own pages, and writes nothing, JSON or not", async () => {
    const administrator = await person("administrator");
    // The bot gateway and Discord are no pages; their signatures authenticate them.
    const changing = ROUTES.filter((each) => !each.route.startsWith("GET ") && !isByMachine(each));
    const before = await rowCounts("security_log");
    for (const [at, { route }] of changing.entries()) {
      const [method = "", template = ""] = route.split(" ");
      const path = template.replace(/:\w+/g, "1");
      for (const [turn, [from, headers]] of Object.entries(strangers).entries()) {
        // Origins are judged before routes: each route meets some of them in turn, and the first route all.
        if (at > 0 && (at + turn) % TURNS > 0) continue;
        for (const type of ["application/json", "text/plain"]) {
          const response = await send(path, {
            method,
            headers: { ...headers, Cookie: `session=${administrator.token}`, "Content-Type": type },
            body: "{}",
          });
          const { code } = (await response.json()) as Problem;
          expect([path, from, type, response.status, code]).toEqual([path, from, type, 403, "cross_site"]);
        }
      }
    }
    expect(await rowCounts("security_log")).toEqual(before);
  });

  it("is accepted with our Origin, or with Sec-Fetch-Site: same-origin", async () => {
    const member = await person("member");
    for (const headers of [{ Origin: home }, { "Sec-Fetch-Site": "same-origin" }] as Record<
      string,
      string
    >[]) {
      const response = await send("/api/user/language", {
        method: "PATCH",
        headers: { ...headers, Cookie: `session=${member.token}`, "Content-Type": "application/json" },
        body: '{"language":"da"}',
      });
      expect(response.status).toBe(200);
    }
  });

  it("is restricted, but reading is not: other sites may link to it, without CORS headers", async () => {
    const member = await person("member");
    const headers = {
      Origin: "https://evil.example",
      "Sec-Fetch-Site": "cross-site",
      Cookie: `session=${member.token}`,
    };
    const response = await send("/api/user", { headers });
    expect(response.status).toBe(200);
    expect(corsHeaders(response)).toEqual([]);
  });
});

const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith("access-control"));

describe("every answer", () => {
  const paths: [string, string, number][] = [
    ["GET", "/api/health", 200],
    ["GET", "/api/user", 401],
    ["GET", "/api/nothing", 404],
    ["POST", "/api/login", 400],
    ["GET", "/api/auth/discord", 302],
    ["OPTIONS", "/api/login", 404],
    ["PUT", "/api/login", 404],
  ];

  it("carries the security headers, may not be cached by default, and allows no other origin", async () => {
    const member = await person("member");
    for (const [method, path, status] of [...paths, ["GET", "/api/activities/1", 200] as const]) {
      const response = await send(path, {
        method,
        headers: {
          Origin: method === "POST" || method === "PUT" ? home : "https://evil.example",
          "Access-Control-Request-Method": "POST",
          ...(path.includes("activities") ? { Cookie: `session=${member.token}` } : {}),
        },
      });
      expect([path, response.status]).toEqual([path, status]);
      expect(corsHeaders(response)).toEqual([]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-security-policy":
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "strict-transport-security": expect.stringContaining("max-age="),
        "cross-origin-resource-policy": "same-origin",
        "cache-control": path.includes("activities") ? "private, no-cache" : "no-store",
        "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
      });
      if (status >= 400) {
        expect(response.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
        const problem = (await response.json()) as Problem;
        expect(problem.requestId).toBe(response.headers.get("X-Request-Id"));
        expect(Object.keys(problem)).toEqual(
          expect.arrayContaining(["type", "title", "status", "detail", "code"]),
        );
      }
    }
  });

  it("hides the details of an internal error, and names the number under which they are logged", async () => {
    const member = await person("member");
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await raw.DB.prepare("drop table audit_log").run();
    const answer = await member.call("PATCH", "/api/user/language", { body: { language: "da" } });
    const read = await member.call("GET", "/api/activities/1");
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
    const logged = lines.filter(({ what }) => what === "fault");
    log.mockRestore();
    for (const [at, { status, text }] of [answer, read].entries()) {
      const problem = JSON.parse(text) as Problem;
      expect([status, problem.code]).toEqual([500, "internal"]);
      expect(problem.detail).toContain(problem.requestId);
      expect(text.replaceAll(problem.requestId, "")).not.toMatch(/audit_log|D1|SQL/i);
      expect(logged[at]).toMatchObject({
        requestId: problem.requestId,
        error: expect.stringContaining("audit_log"),
      });
      // drizzle adds the statement with its values, which must not be logged.
      expect(JSON.stringify(logged[at])).not.toMatch(/params:|Failed query/);
    }
  });

  it("is in the first language that the browser accepts, or English when it accepts neither", async () => {
    for (const [header, language] of [
      ["da", "da"],
      ["da-DK,da;q=0.9,en;q=0.8", "da"],
      ["en-GB,da;q=0.9", "en"],
      ["de,da;q=0.5", "da"],
      ["da;q=0,en;q=0.1", "en"],
      ["de", "en"],
      ["", "en"],
    ]) {
      const { text, headers } = await nobody.call("GET", "/api/user", {
        headers: { "Accept-Language": header ?? "" },
      });
      expect([header, headers.get("Content-Language")]).toEqual([header, language]);
      expect(text).toContain(language === "da" ? "Du er ikke logget ind" : "You are not signed in");
    }
  });
});

describe("a worker with wrong settings", () => {
  it("answers 503 with the name of each wrong setting, never its value", async () => {
    const wrong = {
      DISCORD_PUBLIC_KEY: "planted-canary-1",
      SECRETS_KEYS: "planted-canary-2",
      APP_URL: "planted-canary-3",
    };
    for (const path of ["/api/health", "/api/auth/discord", "/api/user"]) {
      const response = await send(path, { headers: { "Accept-Language": "da" } }, wrong);
      const text = await response.text();
      const problem = JSON.parse(text) as Problem;
      expect([response.status, problem.code]).toEqual([503, "misconfigured"]);
      expect(problem.detail).toContain("Command Centre er ikke sat op");
      for (const name of Object.keys(wrong)) expect(problem.detail).toContain(`Setting ${name}`);
      expect(text).not.toContain("planted-canary");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });
});
