import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { buildWeb, buildWorker } from "./lib/builds.ts";
import { policyFaults, scoreHeaders } from "./lib/header-rules.ts";
import { endAll } from "./lib/lifetime.ts";
import { startWorker } from "./lib/local-worker.ts";
import { inRoot } from "./lib/paths.ts";
import { freePort } from "./lib/ports.ts";
import { temporaryData } from "./lib/running.ts";

let address = "";
const data = temporaryData();

before(async () => {
  await buildWeb();
  await buildWorker();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const settings = {
    APP_URL: "https://command.example.org",
    DISCORD_CLIENT_ID: "100000000000000001",
    DISCORD_CLIENT_SECRET: "the-client-secret-of-this-test",
    DISCORD_PUBLIC_KEY: "5f".repeat(32),
    DISCORD_GUILD_ID: "100000000000000002",
    SECRETS_KEYS: `tests:${Buffer.alloc(32, 7).toString("base64")}`,
  };
  await startWorker({ organization: data.folder, port, settings });
});
after(async () => {
  await endAll();
  data[Symbol.dispose]();
});

const NAVIGATION = { Accept: "text/html,application/xhtml+xml", "Sec-Fetch-Mode": "navigate" };
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(address + path, { headers, redirect: "manual" });

/** Returns the path of a file in the build whose name has this ending. */
const asset = (ending: string) =>
  `/assets/${readdirSync(inRoot("dist/web/assets")).find((name) => name.endsWith(ending)) ?? ""}`;

test("lets files of the build be cached for a year, and answers a missing file with 404 and no-store", async () => {
  for (const ending of [".js", ".css", ".woff2"]) {
    const { status, headers } = await get(asset(ending));
    assert.equal(status, 200);
    assert.match(headers.get("Cache-Control") ?? "", /max-age=31536000, immutable/);
  }
  const missing = [
    "/assets/index-gone.js",
    "/assets/gone.css",
    "/assets/",
    "/assets/gone",
    "/gone.js",
    "/wp-login.php",
  ];
  for (const path of missing) {
    for (const how of [{}, NAVIGATION, { Accept: "*/*", "Sec-Fetch-Dest": "script" }]) {
      const { status, headers } = await get(path, how);
      const type = headers.get("Content-Type") ?? "";
      assert.deepEqual([path, status, headers.get("Cache-Control")], [path, 404, "no-store"]);
      assert.match(type, /^text\/plain/);
    }
  }
});

test("answers each page's address with the app without calling the worker, and other possible pages through it", async () => {
  const app = readFileSync(inRoot("dist/web/index.html"), "utf8");
  const rules = readFileSync(inRoot("dist/web/_redirects"), "utf8").trim().split("\n");
  const pages = ["/", ...rules.map((rule) => rule.replace(/ \/ 200$/, ""))];
  for (const path of ["/auth", "/dashboard", "/crm", "/my-hangar/import"])
    assert.ok(pages.includes(path), path);
  for (const path of [...pages, "/CRM/", "/no/such/page"]) {
    const answer = await get(`${path}?tab=1`, NAVIGATION);
    assert.deepEqual([path, answer.status], [path, 200]);
    assert.equal(await answer.text(), app);
    assert.match(answer.headers.get("Cache-Control") ?? "", /max-age=0, must-revalidate/);
  }
});

test("lets no browser keep the service worker, the pages without the app or the manifest without asking, and serves them as such", async () => {
  for (const [path, type] of [
    ["/sw.js", /javascript/],
    ["/offline", /^text\/html/],
    ["/browser", /^text\/html/],
    ["/manifest.webmanifest", /^application\/manifest\+json/],
    ["/manifest.da.webmanifest", /^application\/manifest\+json/],
  ] as const) {
    const { status, headers } = await get(path);
    assert.deepEqual([path, status], [path, 200]);
    assert.match(headers.get("Content-Type") ?? "", type);
    assert.match(headers.get("Cache-Control") ?? "", /max-age=0, must-revalidate/);
  }
  for (const name of ["manifest.webmanifest", "manifest.da.webmanifest"]) {
    const { icons } = (await (await get(`/${name}`)).json()) as { icons: { src: string; sizes: string }[] };
    for (const { src, sizes } of icons) {
      const picture = Buffer.from(await (await get(src)).arrayBuffer());
      // The head of a PNG says its width and height.
      assert.equal(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, sizes);
    }
  }
});

test("sends headers that pass every rule of HTTP Observatory and of the policy evaluator, with every kind of answer", async () => {
  const answers = [
    ...["/", "/crm", "/no/such/page", asset(".js"), asset(".css"), "/favicon.svg", "/assets/gone.js"],
    ...["/sw.js", "/offline", "/browser", "/manifest.webmanifest", "/icon-192.png"],
    ...["/api/user", "/api/none", "/api/health", "/api/auth/discord"],
  ];
  for (const path of answers) {
    const { headers } = await get(path, path.startsWith("/api/") ? {} : NAVIGATION);
    const { total, verdicts } = scoreHeaders(headers);
    assert.deepEqual([path, verdicts.filter(({ score }) => score < 0)], [path, []]);
    assert.ok(total >= 100, `${path}: ${total}`);
    assert.deepEqual(
      [path, headers.get("Strict-Transport-Security")],
      [path, "max-age=31536000; includeSubDomains"],
    );
    const policy = headers.get("Content-Security-Policy") ?? "";
    assert.deepEqual([path, policyFaults(policy)], [path, []]);
  }
  const { headers } = await get("/", NAVIGATION);
  assert.match(
    headers.get("Content-Security-Policy") ?? "",
    /require-trusted-types-for 'script'; trusted-types worker/,
  );
  assert.equal(headers.get("Cross-Origin-Opener-Policy"), "same-origin");
  const features = (headers.get("Permissions-Policy") ?? "").split(", ");
  assert.deepEqual(
    features.filter((each) => !each.endsWith("=()")),
    ["clipboard-write=(self)", "publickey-credentials-create=(self)", "publickey-credentials-get=(self)"],
  );
  assert.match((await get("/api/auth/discord")).headers.getSetCookie().join(), /^__Host-grant=/);
});
