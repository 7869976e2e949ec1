import { expect, it } from "vitest";
import { PASSWORD } from "./features/auth/testing/auth.cases.ts";
import { TOKEN } from "./features/bots/testing/bots.factory.ts";
import type { Problem } from "./lib/errors.ts";
import { everythingStored } from "./testing/inspect.ts";
import { faultsOfLines, parsedLines } from "./testing/lines.ts";
import { expectedOf, ROUTES } from "./testing/routes.ts";
import { type Kept, MARK, PLANTED_COLUMN, TAGGED, traverse } from "./testing/traversal.ts";
import { type Answer, rows, settings, shared } from "./testing/world.ts";

// What is true of the answer of every route, to a valid request of an administrator.

const traversal = shared(async () => {
  const { kept, scene } = await traverse();
  return { kept, scene, stored: await everythingStored() };
});

const codeOf = ({ status, text }: Answer) => (status >= 400 ? (JSON.parse(text) as Problem).code : undefined);
const idOf = ({ text }: Answer) => (text.startsWith("{") ? (JSON.parse(text) as { id?: unknown }).id : null);
/** A backup contains what is stored, including hashes and ciphertexts. */
const isBackup = ({ each }: Kept) => each.route === "GET /api/backup/export";

it("the answer of every route has the status and code of its case", () => {
  const { kept, scene } = traversal();
  expect(kept).toHaveLength(ROUTES.length);
  const wrong = kept.flatMap(({ each, path, answer }) => {
    const [is, expected] = [{ status: answer.status, code: codeOf(answer) }, expectedOf(each, scene)];
    return is.status === expected.status && is.code === expected.code ? [] : [[path, is, expected]];
  });
  expect(wrong).toEqual([]);
});

/** What is counted of a request, and what the server sends meanwhile. */
const BESIDE = /\b(daily_budgets|outbox)\b/;

/** Routes that do something each time that they are asked, and what that is. */
const ACTS: Record<string, string> = {
  "DELETE /api/members/:id/sessions": "Forgets devices from now on, and tells the member.",
  "DELETE /api/users/:id/sessions": "Forgets devices from now on, and tells the user.",
  "PATCH /api/discord-bots/:id/token": "Stores a token that nobody compares with the one before.",
  "PATCH /api/prospects/:id/deadline": "Notes the comment that comes with it.",
  "PATCH /api/user/password": "Counts an attempt.",
  "POST /api/backup/restores/:id/apply": "Restores.",
  "POST /api/backup/restores/:id/rehearse": "Compares anew.",
  "POST /api/discord-bots/:id/restart": "Runs the bot anew.",
  "POST /api/discord-bots/:id/start": "Orders a run, which the gateway refuses.",
  "POST /api/uex/sync-ships": "Reads the catalogue, and notes that.",
  "POST /api/user/confirm": "Counts an attempt.",
  "POST /api/user/confirm/passkey": "Makes a challenge.",
  "POST /api/user/discord": "Begins at Discord anew.",
  "POST /api/user/second-factor/passkeys/options": "Makes a challenge.",
  "POST /api/webhook-deliveries/:key/replay": "Sends.",
  "POST /api/webhooks/:id/secret": "Makes another secret.",
  "POST /api/webhooks/:id/test": "Sends.",
};

/** Numbers as D1 binds them, alone in a text or as a part of JSON. */
const REAL = /^-?\d+\.0$|[[{:,]-?\d+\.0[\]},]/;

it("no route stores a number that D1 bound as a text or as a part of JSON", () => {
  const all = (JSON.parse(traversal().stored) as Record<string, unknown>[][]).flat();
  // A restore keeps rows as SQLite writes them, columns of fractions included.
  const cells = all.filter((row) => !("restore_id" in row)).flatMap((row) => Object.entries(row));
  expect(cells.filter(([, cell]) => typeof cell === "string" && REAL.test(cell))).toEqual([]);
});

/** Columns that only queries need. */
const INTERNAL = [
  "dueFacets",
  "searchText",
  "passwordHash",
  "tokenHash",
  "signInName",
  "leaseUntil",
  "fence",
];

it("no answer contains an undeclared column", () => {
  const leaks = traversal()
    .kept.filter((each) => !isBackup(each))
    .flatMap(({ each, answer }) =>
      [PLANTED_COLUMN, ...INTERNAL.map((name) => `"${name}"`)]
        .filter((name) => answer.text.includes(name))
        .map((name) => `${each.route}: ${name}`),
    );
  expect(leaks).toEqual([]);
});

it("no answer contains a secret, a hash or a ciphertext", async () => {
  const { kept, scene, stored } = traversal();
  const column = async (sql: string) => (await rows<{ secret: string }>(sql)).map(({ secret }) => secret);
  const { SECRETS_KEYS, DISCORD_CLIENT_SECRET, BOT_GATEWAY_SECRET = "" } = settings();
  const hashes = [
    ...(await column("select password_hash as secret from users where password_hash is not null")),
    ...(await column("select token_hash as secret from sessions")),
    ...(await column("select code_hash as secret from recovery_codes")),
    "v1:tests:",
  ];
  // Checks that there is what it searches for.
  expect(hashes.filter((hash) => !stored.includes(hash))).toEqual([]);
  expect(hashes.length).toBeGreaterThan(10);
  const secrets = [
    ...hashes,
    ...[TOKEN, PASSWORD, BOT_GATEWAY_SECRET, DISCORD_CLIENT_SECRET, scene.caller.token ?? ""],
    SECRETS_KEYS.split(":")[1] ?? "",
  ];
  const leaks = kept
    .filter((each) => !isBackup(each))
    .flatMap(({ each, answer: { text, headers } }) => {
      const sent = text + JSON.stringify([...headers].filter(([name]) => name !== "set-cookie"));
      return secrets.filter((secret) => sent.includes(secret)).map((secret) => `${each.route}: ${secret}`);
    });
  expect(leaks).toEqual([]);
});

it("every request is logged as one line of known fields, with the route and without a name or what the request said", async () => {
  const { kept } = traversal();
  const names = await rows<{ name: string }>(
    "select username as name from users union select display_name from users union select name from organizations",
  );
  const secrets = [MARK, ...names.map(({ name }) => name)].map((each) => each.toLowerCase());
  const wrong = kept.flatMap(({ each, lines }) => {
    const [method, template] = each.route.split(" ");
    const all = parsedLines(lines);
    const own = all.filter(
      (line) => line["what"] === "request" && line["method"] === method && line["route"] === template,
    );
    const leaks = lines.filter((line) => secrets.some((name) => line.toLowerCase().includes(name)));
    const found = [...faultsOfLines(all), ...leaks, ...(own.length === 1 ? [] : [`${own.length} lines`])];
    return found.map((fault) => `${each.route}: ${fault}`);
  });
  expect(wrong).toEqual([]);
});

it("every answer that depends on topics has its own entity tag, and is 304 without a body when asked for with it", () => {
  const tagged = traversal().kept.filter(({ answer }) => answer.headers.has("ETag") && answer.status === 200);
  const named = tagged.filter(({ each }) => TAGGED.has(each.route));
  expect(named.map(({ each }) => each.route).sort()).toEqual([...TAGGED].sort());
  const tags = named.map(({ answer }) => answer.headers.get("ETag") ?? "");
  expect(tags.filter((tag) => !/^W\/"[^"\s]+"$/.test(tag))).toEqual([]);
  expect(new Set(tags).size).toBe(tags.length);
  const again = named.map(({ each, again: { status, text } = { status: 0, text: "" } }) => [
    each.route,
    status,
    text,
  ]);
  expect(again).toEqual(named.map(({ each }) => [each.route, 304, ""]));
});

it("the same change requested again writes nothing, unless a repetition is another act", () => {
  const wrote = traversal().kept.flatMap(({ each, repeat }) =>
    repeat?.meter.wrote.some((text) => !BESIDE.test(text)) ? [each.route] : [],
  );
  expect(wrote.sort()).toEqual(Object.keys(ACTS).sort());
});

it("an idempotency key repeats the answer, but not with a record that the caller may no longer see", () => {
  const repeated = traversal().kept.filter(({ later }) => later);
  const leaks = repeated.flatMap(({ each, answer, again, later }) => [
    ...(again && again.status < 300 && idOf(again) === idOf(answer) ? [] : [`${each.route} is not repeated`]),
    // Who is signed out learns nothing, whatever the route would answer.
    ...(later && (later.status < 300 || later.status === 401) ? [`${each.route} answers ${later.text}`] : []),
  ]);
  expect(leaks).toEqual([]);
  expect(repeated.length).toBeGreaterThan(5);
});
