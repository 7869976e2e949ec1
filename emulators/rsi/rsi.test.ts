import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type RsiEmulator, type RsiOptions, startRsi } from "./index.ts";

const secret = { "x-control-secret": "known to the tests alone" };

async function start(t: TestContext, options: RsiOptions = {}): Promise<RsiEmulator> {
  const emulator = await startRsi({ port: 0, controlSecret: secret["x-control-secret"], ...options });
  t.after(() => emulator.close());
  return emulator;
}

const page = async ({ url }: RsiEmulator, handle: string) => {
  const response = await fetch(`${url}/en/citizens/${handle}`, { redirect: "manual" });
  return { status: response.status, text: await response.text(), to: response.headers.get("Location") };
};

const control = (emulator: RsiEmulator, name: string, body: unknown) =>
  fetch(`${emulator.url}/__control/${name}`, {
    method: "POST",
    headers: secret,
    body: JSON.stringify(body),
  });

test("serves a profile with the real structure and size, ignoring the case of the handle", async (t) => {
  const emulator = await start(t);
  const { status, text } = await page(emulator, "nova_lindqvist");
  assert.equal(status, 200);
  assert.match(text, /<strong class="value">#2481906<\/strong>/);
  assert.match(text, /Denmark ,\n\s+Zealand/);
  assert.match(text, /<div class="entry bio">.*Hauler &#38; medic\.<br \/>/s);
  assert.match(text, /<\/html>\s*$/);
  assert.ok(text.length > 130_000 && text.length < 220_000, String(text.length));
});

test("omits from a profile what the citizen does not show", async (t) => {
  const emulator = await start(t);
  assert.doesNotMatch((await page(emulator, "No-Bio")).text, /<main>.*class="entry bio".*<\/main>/s);
  assert.match((await page(emulator, "NoOrganization")).text, /NO MAIN ORG FOUND/);
  assert.match((await page(emulator, "Redacted_Org")).text, /REDACTED/);
  assert.match((await page(emulator, "NoRecord")).text, /n\/a/);
  assert.equal((await page(emulator, "OldName")).status, 404);
});

test("lets a person edit their bio in the form, and become a new citizen", async (t) => {
  const emulator = await start(t);
  const save = (handle: string, bio: string) =>
    fetch(`${emulator.url}/account/profile`, { method: "POST", body: new URLSearchParams({ handle, bio }) });
  assert.equal((await save("Fresh-One", "here <b>I</b> am")).status, 200);
  assert.match((await page(emulator, "FRESH-ONE")).text, /here &#60;b&#62;I&#60;\/b&#62; am/);
  assert.equal((await save("no spaces", "x")).status, 400);
});

test("changes citizens by control calls, and keeps contributions of others outside the profile", async (t) => {
  const emulator = await start(t);
  await control(emulator, "rename", { handle: "NewName", to: "Newest" });
  assert.equal((await page(emulator, "NewName")).status, 404);
  assert.match((await page(emulator, "Newest")).text, /#1204554/);
  await control(emulator, "say", { text: "CC-ELSEWHERE" });
  const { text } = await page(emulator, "Newest");
  assert.match(text, /CC-ELSEWHERE/);
  assert.doesNotMatch(text.slice(text.indexOf("<main>"), text.indexOf("</main>")), /CC-ELSEWHERE/);
  emulator.reset();
  assert.equal((await page(emulator, "NewName")).status, 200);
});

test("causes faults as named, as often as requested", async (t) => {
  const emulator = await start(t);
  emulator.fail({ handle: "*", mode: "bad_gateway", times: 1 });
  assert.equal((await page(emulator, "NewName")).status, 502);
  assert.equal((await page(emulator, "NewName")).status, 200);
  assert.equal((await page(emulator, "Forbidden-403")).status, 403);
  assert.doesNotMatch((await page(emulator, "Blocked")).text, /CITIZEN DOSSIER/);
  assert.equal((await page(emulator, "Redirected")).to, "/en/citizens/NewName");
  assert.ok((await page(emulator, "HugePage")).text.length > 4_000_000);
  await assert.rejects(page(emulator, "CutOff"));
  emulator.fail({ handle: "NewName", mode: "short" });
  assert.doesNotMatch((await page(emulator, "NewName")).text, /<\/html>/);
});

test("keeps citizens across processes when a file is named", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "rsi-"));
  t.after(() => rm(folder, { recursive: true }));
  const stateFile = join(folder, "rsi.json");
  const first = await startRsi({ port: 0, stateFile });
  first.citizens.put("Keeper", { bio: "still here" });
  await first.close();
  assert.match((await page(await start(t, { stateFile }), "Keeper")).text, /still here/);
});

test("lets foreign pages change nothing", async (t) => {
  const { url } = await start(t);
  const status = await new Promise((resolve, reject) => {
    const headers = { ...secret, Origin: "https://evil.example" };
    const asked = request(`${url}/__control/reset`, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once("error", reject);
    asked.end("{}");
  });
  assert.equal(status, 403);
  for (const name of ["citizens", "requests"])
    assert.equal((await fetch(`${url}/__control/${name}`)).status, 404, name);
  assert.equal((await fetch(`${url}/__control/reset`, { method: "POST", body: "{}" })).status, 404);
});
