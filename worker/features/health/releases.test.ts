import { beforeEach, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { write } from "../../lib/guard.ts";
import { VERSION } from "../../lib/version.ts";
import {
  type Caller,
  settings as current,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import { askedOfGateway, gateway } from "../bots/testing/bots.factory.ts";
import type { HealthReport } from "./health.schema.ts";
import { isNewer, lookForRelease } from "./releases.ts";

// The scripted server of the tests emulates the address of releases.
const PATH = "GET /releases/latest";
const RELEASES_URL = `${current().BOT_GATEWAY_URL}/releases/latest`;
const RELEASE = {
  ...{ tag_name: "v99.1.0", name: "The summer release", body: "- **Faster** lists", draft: false },
  ...{
    html_url: "https://example.org/v99.1.0",
    published_at: "2026-11-20T10:00:00Z",
    author: { login: "ada" },
  },
};
let administrator: Caller;

const answer = (change: object = {}, mode: object = {}) =>
  gateway("script", {
    path: PATH,
    times: 1,
    mode: "status",
    status: 200,
    body: { ...RELEASE, ...change },
    ...mode,
  });

/** Looks for a release, like the daily upkeep. */
async function look(env: object = { RELEASES_URL }) {
  const { db } = openDb(raw.DB, "first-primary");
  const statements = await lookForRelease({
    db,
    env: { ...current(), ...env },
    now: new Date(),
    language: "en",
  });
  if (statements.length) await write(db, statements);
}
async function report(address = "https://example.org/releases"): Promise<HealthReport> {
  const settings = { RELEASES_URL: address };
  return JSON.parse((await administrator.call("GET", "/api/health/report", { settings })).text);
}
const notices = () => value("select count(*) from notices where kind = 'health.update'");

beforeEach(async () => {
  await gateway("reset");
  administrator = await person("administrator");
});

it("shows a newer release with its changes, without another request, and tells administrators once", async () => {
  await person("member");
  await organization();
  await answer();
  await look();
  const { version, update } = await report();
  expect([version, update]).toEqual([
    VERSION,
    {
      ...{ version: "99.1.0", name: "The summer release", notes: "- **Faster** lists" },
      ...{ url: "https://example.org/v99.1.0", publishedAt: "2026-11-20T10:00:00Z" },
    },
  ]);
  expect((await report("")).update).toBeNull();
  expect((await askedOfGateway()).filter(({ path }) => path === PATH)).toHaveLength(1);
  const before = await notices();
  expect(await rows("select told from notices where kind = 'health.update' and organization_id = 1")).toEqual(
    [{ told: `[${administrator.userId}]` }],
  );

  await answer({ body: "- Mended notes" });
  await look();
  expect([await notices(), (await report()).update?.notes]).toEqual([before, "- Mended notes"]);
  await answer({ tag_name: "99.2.0" });
  await look();
  expect(
    await value("select count(*) from notices where kind = 'health.update' and organization_id = 1"),
  ).toBe(2);
});

const USELESS: [title: string, change: object, mode?: object][] = [
  ["that is not newer", { tag_name: `v${VERSION}` }],
  ["whose version is none", { tag_name: "v99.0.0-rc.1" }],
  ["whose address is not https", { html_url: "javascript:alert(1)" }],
  ["that is too long", { body: "x".repeat(300_000) }],
  ["that is refused", {}, { status: 403 }],
  ["that fails", {}, { mode: "drop" }],
];
for (const [title, change, mode] of USELESS) {
  it(`ignores an answer ${title}`, async () => {
    await answer(change, mode);
    await look();
    expect([await notices(), await value("select count(*) from releases"), (await report()).update]).toEqual([
      0,
      0,
      null,
    ]);
  });
}

it("sends no request without an address", async () => {
  await look({ RELEASES_URL: "" });
  expect(await askedOfGateway()).toEqual([]);
});

it("compares versions by number", () => {
  expect(["1.10.0", "1.9.9", "1.9.0", "1.8.9", "2.0.0"].map((each) => isNewer(each, "1.9.0"))).toEqual([
    ...[true, true, false, false, true],
  ]);
});
