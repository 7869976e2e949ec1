import { beforeEach, describe, expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import { type Caller, hoursFromNow, organization, person, raw, rows, value } from "../../testing/world.ts";
import { LOOK_MINUTES, MOST_LOOKS, type RsiRequest, type RsiStatus } from "./rsi.schema.ts";
import { rsiAudit } from "./rsi.texts.ts";
import { account, citizen, control, newHandle, pending } from "./testing/rsi.factory.ts";

const STATUS = "/api/rsi/status";
const VERIFY = "/api/rsi/verify";

let pilot: Caller;
beforeEach(async () => {
  await control("reset", {});
  pilot = await person("member", 1, "Vega Rook");
});

const ask = (rsiHandle: string, who = pilot) => who.call("POST", VERIFY, { body: { rsiHandle } });
/** Requests the code of a citizen whom RSI knows. */
async function start(handle: string, who = pilot): Promise<RsiRequest> {
  await citizen(handle);
  return who.ok<RsiRequest>("POST", VERIFY, { rsiHandle: handle });
}
const check = (id: number, who = pilot) => who.call("POST", `${VERIFY}/${id}/check`);
const status = (who = pilot) => who.ok<RsiStatus>("GET", STATUS);
const actions = () =>
  rows<{ action: string }>("select action from audit_log order by id").then((all) =>
    all.map(({ action }) => action),
  );
const asked = async () =>
  (await control<string[]>("requests")).filter((path) => path.startsWith("/en/citizens/")).length;
/** Skips the minute between two checks. */
const waitForTurn = () =>
  raw.DB.prepare("update rsi_requests set checked_at = ?").bind(hoursFromNow(-1)).run();

describe("requesting verification of a handle", () => {
  it("issues a code for a day, and the same code for a repeated request", async () => {
    const request = await start("Vega-Rook");
    expect(request).toEqual({
      id: expect.any(Number),
      rsiHandle: "Vega-Rook",
      verificationCode: expect.stringMatching(/^CC-[2-9A-HJ-NP-Z]{8}$/),
      profileUrl: `${raw["RSI_URL"]}/en/citizens/Vega-Rook`,
      expiresAt: expect.any(String),
      nextCheckAt: null,
    });
    const hours = (Date.parse(request.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
    const again = await Promise.all([start("vega-rook"), start("VEGA-ROOK")]);
    expect(again).toEqual([request, request]);
    expect((await status()).pendingRequest).toEqual(request);
    expect(await actions()).toEqual(["rsi.requested"]);
  });

  it("accepts the address of a profile, and refuses an invalid handle with a sentence", async () => {
    await citizen("Vega_Rook");
    const pasted = " https://robertsspaceindustries.com/en/citizens/Vega_Rook/organizations?x=1 ";
    const { rsiHandle } = await pilot.ok<RsiRequest>("POST", VERIFY, { rsiHandle: pasted });
    expect(rsiHandle).toBe("Vega_Rook");
    for (const wrong of ["Vega Rook", "../admin", "a".repeat(61), "rüdiger", "https://rsi.test/orgs/VEGA"]) {
      const problem = await pilot.fails("POST", VERIFY, { rsiHandle: wrong });
      expect(problem.errors?.["rsiHandle"]).toEqual([expect.stringContaining("the address of the profile")]);
    }
  });

  it("explains that a citizen record number is no handle, in the reader's language", async () => {
    await pilot.ok("PATCH", "/api/user/language", { language: "da" });
    for (const record of ["#2481906", "UEE Citizen Record #2481906", " # 2481906 "]) {
      const problem = await pilot.fails("POST", VERIFY, { rsiHandle: record });
      expect(problem.errors?.["rsiHandle"]).toEqual([expect.stringContaining("Det er dit borgernummer")]);
    }
    expect(await asked()).toBe(0);
  });

  it("is refused for a handle unknown to RSI, and a corrected one is checked without a wait", async () => {
    const refused = await ask("Vega-Rok");
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("rsi_handle_not_found")]);
    expect((await status()).pendingRequest).toBeNull();
    expect(await actions()).toEqual([]);
    const wrong = await start("Vega-Rock");
    await check(wrong.id);
    await pilot.ok("DELETE", `${VERIFY}/${wrong.id}`);
    const { id, verificationCode, nextCheckAt } = await start("Vega-Rook");
    expect(nextCheckAt).toBeNull();
    await citizen("Vega-Rook", { bio: verificationCode });
    expect((await check(id)).status).toBe(200);
  });

  it("issues a code while RSI cannot be reached: the check decides", async () => {
    await control("fail", { handle: "*", mode: "bad_gateway", times: 1 });
    expect((await ask("Nobody-There")).status).toBe(201);
  });

  it("is refused while another handle's request is open, and writes nothing", async () => {
    const request = await start("First");
    const problem = await pilot.fails("POST", VERIFY, { rsiHandle: "Second" });
    expect([problem.code, problem.detail]).toEqual(["rsi_request_pending", expect.stringContaining("First")]);
    expect((await status()).pendingRequest).toEqual(request);
    await pilot.ok("DELETE", `${VERIFY}/${request.id}`);
    expect((await start("Second")).verificationCode).not.toBe(request.verificationCode);
  });

  it("is refused where RSI is not set up, and verified accounts stay", async () => {
    await account(pilot, "Vega");
    const settings = { RSI_URL: "" };
    const answer = await pilot.call("POST", VERIFY, { body: { rsiHandle: "Other" }, settings });
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining("rsi_not_configured")]);
    const { text } = await pilot.call("GET", STATUS, { settings });
    expect(JSON.parse(text)).toMatchObject({ isConfigured: false, rsiHandle: "Vega", profileUrl: null });
  });
});

describe("looking up handles", () => {
  stopClock();

  it("requests at most ten handles from RSI in ten minutes", async () => {
    const statuses: number[] = [];
    for (let at = 0; at < MOST_LOOKS + 2; at++) statuses.push((await ask(`Nobody-${at}`)).status);
    expect(statuses).toEqual([...Array(MOST_LOOKS).fill(422), 429, 429]);
    expect(await asked()).toBe(MOST_LOOKS);
    const late = await ask("Nobody");
    // One row, of the user's budget.
    expect([late.headers.get("Retry-After"), late.meter.rowsWritten]).toEqual(["600", 1]);
    const over = hoursFromNow(-LOOK_MINUTES / 60);
    await raw.DB.prepare("update rsi_requests set looks_from = ?").bind(over).run();
    expect((await ask("Nobody")).status).toBe(422);
  });
});

describe("checking", () => {
  it("stores the profile when the bio has the code, in upper or lower case", async () => {
    const { id, verificationCode } = await start("NOVA_lindqvist");
    await citizen("Nova_Lindqvist", { bio: `Hauler.\nproof:${verificationCode.toLowerCase()}!` });
    const answer = await check(id);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { success: true, message: "Nova_Lindqvist is yours. You can now take the code out of your Short Bio." },
    ]);
    expect(await status()).toEqual({
      isConfigured: true,
      rsiVerified: true,
      rsiHandle: "Nova_Lindqvist",
      pendingRequest: null,
      recordNumber: "2481906",
      enlistedDate: "2021-02-03",
      location: "Denmark, Zealand",
      profileUrl: `${raw["RSI_URL"]}/en/citizens/Nova_Lindqvist`,
      verifiedAt: expect.any(String),
      lostHandle: null,
    });
    expect(
      await rows("select readers, actor_name, details from audit_log where action = 'rsi.verified'"),
    ).toEqual([
      {
        readers: "everyone",
        actor_name: "Vega Rook",
        details: null,
      },
    ]);
  });

  it("finds no code outside the bio", async () => {
    const { id, verificationCode } = await start("Nova_Lindqvist");
    await control("say", { text: verificationCode });
    await citizen("Nova_Lindqvist", {
      displayName: verificationCode,
      location: verificationCode,
      organization: { sid: verificationCode, name: verificationCode, rank: verificationCode },
    });
    const answer = await check(id);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 422, code: "rsi_code_missing" });
    expect((await status()).rsiVerified).toBe(false);
  });

  it("explains a failure in the reader's language, and keeps the request", async () => {
    await pilot.ok("PATCH", "/api/user/language", { language: "da" });
    await control("fail", { handle: "*", mode: "bad_gateway", times: 1 });
    const { id } = JSON.parse((await ask("Nobody-There")).text) as RsiRequest;
    const refused = async () => JSON.parse((await check(id)).text) as { code: string; detail: string };
    expect(await refused()).toMatchObject({
      code: "rsi_handle_not_found",
      detail: expect.stringContaining("RSI kender ingen borger Nobody-There"),
    });
    await citizen("Nobody-There", { bio: null });
    await waitForTurn();
    expect(await refused()).toMatchObject({ code: "rsi_code_missing" });
    await control("fail", { handle: "*", mode: "forbidden" });
    await waitForTurn();
    expect(await refused()).toMatchObject({ code: "rsi_unavailable" });
    expect((await status()).pendingRequest?.id).toBe(id);
  });

  it("requests RSI once a minute, also after repeated or new requests", async () => {
    const { id } = await start("Nova_Lindqvist");
    const before = await asked();
    const answers = await Promise.all([check(id), check(id), check(id)]);
    expect(answers.map((each) => each.status).sort()).toEqual([422, 429, 429]);
    const late = answers.find((each) => each.status === 429);
    expect(Number(late?.headers.get("Retry-After"))).toBeGreaterThan(50);
    const { nextCheckAt } = (await status()).pendingRequest ?? {};
    expect(Date.parse(nextCheckAt ?? "") - Date.now()).toBeGreaterThan(50_000);
    await pilot.ok("DELETE", "/api/rsi/verification");
    const anew = await start("Nova_Lindqvist");
    expect((await check(anew.id)).status).toBe(429);
    // One check, and one look for the new request.
    expect((await asked()) - before).toBe(2);
    await waitForTurn();
    await check(anew.id);
    expect((await asked()) - before).toBe(3);
  });

  it("refuses a code of yesterday, and a new one is issued", async () => {
    const { id, verificationCode } = await start("Nova_Lindqvist");
    await citizen("Nova_Lindqvist", { bio: verificationCode });
    await raw.DB.prepare("update rsi_requests set expires_at = ?").bind(hoursFromNow(-0.01)).run();
    expect((await check(id)).status).toBe(410);
    expect((await status()).pendingRequest).toBeNull();
    expect((await start("Nova_Lindqvist")).verificationCode).not.toBe(verificationCode);
    expect(await asked()).toBe(2);
  });

  it("verifies nothing for a request that was cancelled during RSI's answer", async () => {
    const { id, code } = await pending(pilot, "Nova_Lindqvist");
    await citizen("Nova_Lindqvist", { bio: code });
    // Deletes the request between the check's start and its result.
    await raw.DB.prepare(
      "create trigger lose after update of checked_at on rsi_requests begin update rsi_requests set expires_at = '2000'; end",
    ).run();
    const answer = await check(id);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 409, code: "rsi_request_ended" });
    expect(await rows("select * from rsi_accounts")).toEqual([]);
    expect(await actions()).toEqual([]);
  });

  it("is refused for another user's request", async () => {
    const { id } = await start("Nova_Lindqvist");
    for (const other of [await person("administrator"), await person("member", await organization())]) {
      expect((await check(id, other)).status).toBe(404);
      expect((await other.call("DELETE", `${VERIFY}/${id}`)).status).toBe(404);
    }
    expect(await asked()).toBe(1);
    expect((await status()).pendingRequest?.id).toBe(id);
  });
});

describe("removing", () => {
  it("deletes the verification and the request, with one audit entry each", async () => {
    await account(pilot, "Vega", 12);
    await start("Second");
    await pilot.ok("DELETE", "/api/rsi/verification");
    expect(await status()).toMatchObject({ rsiVerified: false, rsiHandle: null, pendingRequest: null });
    const again = await pilot.call("DELETE", "/api/rsi/verification");
    // The row of the user's budget.
    expect([again.status, again.meter.rowsWritten]).toEqual([204, 1]);
    expect(await actions()).toEqual(["rsi.requested", "rsi.removed", "rsi.cancelled"]);
  });

  it("keeps no row of a deleted user", async () => {
    await account(pilot, "Vega", 12);
    await start("Second");
    await raw.DB.prepare("insert into rsi_losses values (?, 1, 'Lost')").bind(pilot.userId).run();
    const administrator = await person("administrator");
    await administrator.ok("DELETE", `/api/users/${pilot.userId}`);
    for (const table of ["rsi_accounts", "rsi_requests", "rsi_losses"])
      expect([table, await value(`select count(*) from ${table}`)]).toEqual([table, 0]);
  });
});

it("no handle is in the audit log, after any act", async () => {
  const former = await person("member");
  const { record } = await citizen("Nova_77");
  await account(former, "Nova_77", record);
  const { id } = await start("Nova_77");
  await pilot.ok("DELETE", `${VERIFY}/${id}`);
  const anew = await start("Nova_77");
  await citizen("Nova_77", { bio: anew.verificationCode });
  await pilot.ok("POST", `${VERIFY}/${anew.id}/check`);
  await former.ok("DELETE", "/api/rsi/lost-handle");
  await pilot.ok("DELETE", "/api/rsi/verification");
  expect([...new Set(await actions())].sort()).toEqual(Object.keys(rsiAudit.texts).sort());
  expect(JSON.stringify(await rows("select * from audit_log"))).not.toMatch(/nova_77/i);
});

it("costs the same for any number of accounts, and a takeover no more than a new record", async () => {
  await raw.DB.prepare(
    `insert into users (id, organization_id, username, display_name, created_at, updated_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < 5000)
     select 100000 + value, 1, 'pilot' || value, 'Pilot', '', '' from n`,
  ).run();
  await raw.DB.prepare(
    `insert into rsi_accounts (user_id, organization_id, handle, handle_key, record_number, verified_at)
     select id, 1, username, username, id, '' from users where id > 100000`,
  ).run();
  const handle = newHandle();
  const { id, verificationCode } = await start(handle);
  const { record } = await citizen(handle, { bio: verificationCode });
  await account(await person("member"), handle, record);
  const { status: code, meter } = await check(id);
  expect([code, meter.trips]).toEqual([200, 2]);
  expect(meter.rowsRead).toBeLessThan(60);
  expect(meter.rowsWritten).toBeLessThanOrEqual(18);
});
