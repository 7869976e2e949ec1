import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startUex } from "./index.ts";

type Envelope = { status: string; http_code: number; data: Record<string, unknown>[] | null };

const secret = { "x-control-secret": "known to the tests alone" };

async function start(t: TestContext) {
  const emulator = await startUex({ port: 0, controlSecret: "known to the tests alone" });
  t.after(() => emulator.close());
  const get = (path = "/2.0/vehicles", headers: Record<string, string> = {}) =>
    fetch(emulator.url + path, { headers, redirect: "manual" });
  const list = async (path?: string) => (await (await get(path)).json()) as Envelope;
  const control = (path: string, body: unknown) =>
    fetch(`${emulator.url}/__control/${path}`, {
      method: "POST",
      headers: secret,
      body: JSON.stringify(body),
    });
  return { emulator, get, list, control };
}

test("serves a list as large and as uneven as the real one, the same every time", async (t) => {
  const { list } = await start(t);
  const { status, http_code, data } = await list();
  assert.deepEqual([status, http_code], ["ok", 200]);
  const rows = data ?? [];
  assert.equal(rows.length, 301);
  assert.equal(new Set(rows.map(({ id }) => Number(id))).size, rows.length);
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
  assert.equal(new Set(rows.map(({ company_name }) => company_name)).size, 19);
  assert.deepEqual(rows, (await list()).data);
  const some = (name: string, holds: (row: Record<string, unknown>) => boolean) => {
    const count = rows.filter(holds).length;
    assert.ok(count > 0 && count < rows.length, `${name}: ${count}`);
  };
  some("ids as texts", ({ id }) => typeof id === "string");
  some("cargo as text", ({ scu }) => typeof scu === "string");
  some("flags as texts", (row) => row["is_cargo"] === "1");
  some("no crew", ({ crew }) => crew === null);
  some("crew from and to", ({ crew }) => String(crew).includes(","));
  some("no photo", (row) => row["url_photo"] === "" || row["url_photo"] === null);
  some("photos in the older field alone", (row) => !("url_photo" in row) && row["url_photos"] !== "[]");
  some("fields that are new", (row) => "is_modular" in row);
  some("fields that are gone", (row) => !("container_sizes" in row));
  some("modules", (row) => Number(row["is_addon"]) === 1);
  for (const row of rows) assert.ok(Array.isArray(JSON.parse(String(row["url_photos"]))));
});

test("lists one maker's vehicles by both addresses, and null for a maker without any", async (t) => {
  const { list } = await start(t);
  const drake = (await list("/2.0/vehicles?id_company=8")).data ?? [];
  assert.ok(drake.length > 20 && drake.every((row) => row["company_name"] === "Drake Interplanetary"));
  assert.deepEqual((await list("/2.0/vehicles/id_company/8/")).data, drake);
  assert.equal((await list("/2.0/vehicles?id_company=999")).data, null);
});

test("says how long an answer may be cached, and answers the same tag with 304", async (t) => {
  const { get, control } = await start(t);
  const first = await get();
  const tag = first.headers.get("ETag") ?? "";
  assert.match(first.headers.get("Cache-Control") ?? "", /max-age=\d+/);
  assert.ok(first.headers.get("Date"));
  assert.equal((await get(undefined, { "If-None-Match": tag })).status, 304);
  await control("remove", { ids: [1] });
  assert.equal((await get(undefined, { "If-None-Match": tag })).status, 200);
});

test("needs no token, and refuses a malformed one", async (t) => {
  const { get } = await start(t);
  const status = async (authorization: string) => (await get(undefined, { authorization })).status;
  assert.equal(await status("Bearer 0123456789abcdef0123456789"), 200);
  assert.equal(await status("Bearer short"), 403);
  assert.equal(await status("Basic abc"), 401);
});

test("answers the 121st request of a minute with 429", async (t) => {
  const { get } = await start(t);
  for (let count = 0; count < 120; count += 1) await (await get("/2.0/vehicles?id_company=5")).arrayBuffer();
  const over = await get();
  assert.equal(over.status, 429);
  assert.ok(Number(over.headers.get("Retry-After")) > 0);
  assert.equal(((await over.json()) as Envelope).status, "requests_limit_reached");
});

test("serves PNGs at the photo addresses of the list, and 404 elsewhere", async (t) => {
  const { emulator, get } = await start(t);
  const url = String(emulator.rows().find(({ name }) => name === "Caterpillar")?.["url_photo"]);
  const path = url.replace("https://", "/photos/");
  const [one, two] = await Promise.all([get(path), get(path)]);
  assert.equal(one.headers.get("Content-Type"), "image/png");
  const bytes = Buffer.from(await one.arrayBuffer());
  assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [640, 360]);
  assert.deepEqual(Buffer.from(await two.arrayBuffer()), bytes);
  assert.equal((await get("/photos/assets.uexcorp.space/img/vehicles/0/cover.jpg")).status, 404);
  assert.equal((await get(path.replace("assets", "cdn"))).status, 404);
});

test("causes faults as described, a number of times, until they are cleared", async (t) => {
  const { emulator, get } = await start(t);
  const during = async <Result>(
    mode: Parameters<typeof emulator.fail>[0]["mode"],
    work: () => Promise<Result>,
  ) => {
    emulator.fail({ mode });
    const result = await work();
    emulator.clearFailures();
    return result;
  };
  assert.equal((await during("status", get)).status, 500);
  assert.equal((await during("rate_limit", get)).headers.get("Retry-After"), "60");
  assert.match(await (await during("garbage", get)).text(), /<html>/);
  assert.equal(await (await during("empty", get)).text(), "");
  assert.equal(((await (await during("null_data", get)).json()) as Envelope).data, null);
  assert.notEqual(((await (await during("not_ok", get)).json()) as Envelope).status, "ok");
  await during("reset", () => assert.rejects(get(), TypeError));
  await during("truncate", async () => assert.rejects((await get()).text(), TypeError));
  emulator.fail({ mode: "status", times: 1 });
  assert.deepEqual([(await get()).status, (await get()).status], [500, 200]);
});

test("closes without waiting for a request that hangs, and refuses control calls of foreign pages", async (t) => {
  const { emulator, get } = await start(t);
  const foreign = await fetch(`${emulator.url}/__control/reset`, {
    method: "POST",
    headers: { ...secret, Origin: "https://evil.example" },
  });
  assert.equal(foreign.status, 403);
  const withoutSecret = await fetch(`${emulator.url}/__control/reset`, { method: "POST" });
  assert.equal(withoutSecret.status, 404);
  assert.equal((await get("/__control/rows")).status, 404);
  emulator.fail({ mode: "hang" });
  const hanging = assert.rejects(get());
  while (emulator.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await emulator.close();
  await hanging;
});
