import { beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { appWithAllWays, OTHER_WAYS } from "../../testing/ways-in.ts";
import { type Caller, nobody, organization, person, raw, rows, value } from "../../testing/world.ts";
import { type OrganizationSetting, SETTING_DEFAULTS, type SettingKey } from "./settings.schema.ts";
import { organizations } from "./settings.table.ts";
import { listOrganizationsWith, settingNumber } from "./settings.ts";

const store = (organizationId: number, key: SettingKey, value: boolean | number) =>
  raw.DB.prepare(
    "insert into organization_settings (organization_id, setting_key, setting_value, updated_at) values (?, ?, ?, '')",
  )
    .bind(organizationId, key, Number(value))
    .run();
const settings = (id: number) => nobody.ok("GET", `/api/organization/${id}/public-settings`);

it("a visitor reads whether registration is open, the least length of a password and that no e-mail is sent, and no other setting", async () => {
  expect(await settings(1)).toEqual([
    { settingKey: "allow_registration", settingValue: true },
    { settingKey: "password_length", settingValue: 6 },
    { settingKey: "email_notifications", settingValue: false },
  ]);
  for (const key of Object.keys(SETTING_DEFAULTS) as SettingKey[])
    await store(1, key, typeof SETTING_DEFAULTS[key] === "number" ? 75 : !SETTING_DEFAULTS[key]);
  expect(await settings(1)).toEqual([
    { settingKey: "allow_registration", settingValue: false },
    { settingKey: "password_length", settingValue: 75 },
    { settingKey: "email_notifications", settingValue: false },
  ]);
});

it("e-mail is sent where it is switched on and a mail service is named", async () => {
  await store(1, "email_notifications", true);
  const named = { MAIL_API_URL: "https://mail.example", MAIL_API_TOKEN: "token", MAIL_FROM: "a@example.org" };
  const path = "/api/organization/1/public-settings";
  for (const [settings, settingValue] of [
    [{}, false],
    [named, true],
  ] as const)
    expect(JSON.parse((await nobody.call("GET", path, { settings })).text)).toContainEqual({
      settingKey: "email_notifications",
      settingValue,
    });
});

it("each organization has its own settings, and an unknown one answers 404", async () => {
  const other = await organization();
  await store(other, "allow_registration", false);
  expect(await settings(1)).toEqual([
    { settingKey: "allow_registration", settingValue: true },
    { settingKey: "password_length", settingValue: 6 },
    { settingKey: "email_notifications", settingValue: false },
  ]);
  expect(await settings(other)).toEqual([
    { settingKey: "allow_registration", settingValue: false },
    { settingKey: "password_length", settingValue: 6 },
    { settingKey: "email_notifications", settingValue: false },
  ]);
  for (const id of ["999", "0", "one"]) {
    expect((await nobody.fails("GET", `/api/organization/${id}/public-settings`)).code).toBe("not_found");
  }
});

it("a switch is on for the organizations that switched it on or have it on by default", async () => {
  const { db } = openDb(raw.DB, undefined);
  const other = await organization();
  expect(await listOrganizationsWith(db, "discord_auto_sync")).toEqual([1, other]);
  expect(await listOrganizationsWith(db, "email_notifications")).toEqual([]);
  await store(1, "discord_auto_sync", false);
  await store(other, "email_notifications", true);
  expect(await listOrganizationsWith(db, "discord_auto_sync")).toEqual([other]);
  expect(await listOrganizationsWith(db, "email_notifications")).toEqual([other]);
});

it("a number has its default in each organization until it is changed there", async () => {
  const { db } = openDb(raw.DB, undefined);
  const other = await organization();
  await store(1, "transfer_fee", 75);
  const fees = db.select({ fee: settingNumber(organizations.id, "transfer_fee") }).from(organizations);
  expect(await fees.orderBy(organizations.id)).toEqual([{ fee: 75 }, { fee: 50 }]);
  expect(other).toBeGreaterThan(1);
});

describe("the settings of an organization", () => {
  const PATH = "/api/organization/1/settings";
  const MAIL = { MAIL_API_URL: "http://mail.test/emails", MAIL_API_TOKEN: "t", MAIL_FROM: "cc@mail.test" };
  let administrator: Caller;
  beforeEach(async () => {
    administrator = await person("administrator", 1, "Ada");
  });
  const list = () => administrator.ok<OrganizationSetting[]>("GET", PATH);
  const change = (key: SettingKey, body: object) =>
    administrator.ok<OrganizationSetting>("PUT", `${PATH}/${key}`, body);
  const stored = () =>
    rows("select setting_key, setting_value, updated_by, version from organization_settings");

  it("are all listed with their defaults before any change", async () => {
    const settings = await list();
    expect(settings.map(({ settingKey }) => settingKey)).toEqual(Object.keys(SETTING_DEFAULTS));
    for (const { settingKey, ...each } of settings) {
      expect(each).toEqual({
        settingValue: SETTING_DEFAULTS[settingKey],
        defaultValue: SETTING_DEFAULTS[settingKey],
        updatedAt: null,
        updatedBy: null,
        version: 0,
        blocked: settingKey === "email_notifications" ? "mail_not_configured" : null,
      });
    }
  });

  it("store who changed them and when, with an audit entry of both values", async () => {
    const changed = await change("allow_registration", { settingValue: false, version: 0 });
    expect(changed).toMatchObject({ settingValue: false, updatedBy: "Ada", version: 1 });
    expect(await list()).toContainEqual(changed);
    await change("allow_registration", { settingValue: true, version: 1 });
    expect(await stored()).toEqual([
      { setting_key: "allow_registration", setting_value: 1, updated_by: "Ada", version: 2 },
    ]);
    expect(await rows("select action, readers, details from audit_log order by id")).toEqual(
      [
        ["on", "off"],
        ["off", "on"],
      ].map(([from, to]) => ({
        action: "setting.changed",
        readers: "admin.users",
        details: JSON.stringify({ setting: "allow_registration", from, to }),
      })),
    );
    const activities = await administrator.ok<{ text: string }[]>("GET", "/api/activities/1");
    expect(JSON.stringify(activities)).toContain("Ada switched user registration from off to on");
  });

  it("are not written when the value is the same", async () => {
    const answer = await administrator.call("PUT", `${PATH}/debug_mode`, { body: { settingValue: false } });
    expect([answer.status, answer.meter.rowsWritten]).toEqual([200, 0]);
    expect(await stored()).toEqual([]);
  });

  it("refuse a stale version with 409 and the current setting", async () => {
    await change("debug_mode", { settingValue: true, version: 0 });
    const problem = await administrator.fails("PUT", `${PATH}/debug_mode`, {
      settingValue: false,
      version: 0,
    });
    expect(problem).toMatchObject({ status: 409, code: "stale_version", current: { version: 1 } });
    expect(problem.current).toMatchObject({ settingValue: true, updatedBy: "Ada" });
    expect(await change("debug_mode", { settingValue: false })).toMatchObject({ version: 2 });
  });

  it("are changed by one of two users who change the same version at once", async () => {
    const put = () =>
      administrator.call("PUT", `${PATH}/debug_mode`, { body: { settingValue: true, version: 0 } });
    const answers = await Promise.all([put(), put()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await value("select count(*) from audit_log")).toBe(1);
  });

  it("refuse an unknown key with 400, and another organization with 404", async () => {
    const input = { settingValue: true };
    expect((await administrator.fails("PUT", `${PATH}/mining_mode`, input)).code).toBe("invalid_input");
    const other = await organization();
    const theirs = `/api/organization/${other}/settings`;
    expect((await administrator.fails("GET", theirs)).status).toBe(404);
    expect((await administrator.fails("PUT", `${theirs}/debug_mode`, input)).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  it("accept whole numbers within their range, and for switches only true and false", async () => {
    const fee = `${PATH}/transfer_fee`;
    for (const settingValue of [0, 1_000, 75]) {
      expect(await change("transfer_fee", { settingValue })).toMatchObject({
        settingValue,
        defaultValue: 50,
      });
    }
    expect(await list()).toContainEqual(expect.objectContaining({ settingValue: 75, version: 3 }));
    const sentences: [unknown, string][] = [
      [-1, "Must be at least 0"],
      [1_001, "Must be at most 1000"],
      [1e308, "Must be at most"],
      [0.5, "Expected int, received number"],
      [true, "Expected number, received boolean"],
      ["50", "Invalid input"],
      [null, "Invalid input"],
    ];
    for (const [settingValue, sentence] of sentences) {
      const problem = await administrator.fails("PUT", fee, { settingValue });
      expect([settingValue, problem]).toMatchObject([settingValue, { code: "invalid_input" }]);
      expect(problem.errors?.["settingValue"]?.[0]).toContain(sentence);
    }
    const problem = await administrator.fails("PUT", `${PATH}/debug_mode`, { settingValue: 1 });
    expect(problem.errors).toEqual({ settingValue: ["Expected boolean, received number"] });
    expect(await value("select setting_value from organization_settings")).toBe(75);
  });

  it("are audited with both values in the reader's language where they are numbers", async () => {
    await change("transfer_fee", { settingValue: 0 });
    await change("transfer_fee", { settingValue: 125 });
    const activities = JSON.stringify(await administrator.ok("GET", "/api/activities/1"));
    expect(activities).toContain("Ada changed the transfer fee from 0.5% to 0%");
    const danish = await administrator.call("GET", "/api/activities/1", {
      headers: { "Accept-Language": "da" },
    });
    expect(danish.text).toContain("Ada ændrede overførselsgebyret fra 0 % til 1,25 %");
  });

  it("refuse to switch e-mail on without a mail service, but not off", async () => {
    const key = "email_notifications";
    expect((await administrator.fails("PUT", `${PATH}/${key}`, { settingValue: true })).code).toBe(
      "mail_not_configured",
    );
    const configured = await administrator.call("PUT", `${PATH}/${key}`, {
      body: { settingValue: true },
      settings: MAIL,
    });
    expect(JSON.parse(configured.text)).toMatchObject({ settingValue: true, blocked: null });
    expect(await change(key, { settingValue: false })).toMatchObject({ settingValue: false, version: 2 });
  });
});

it("tell only administrators the duration of a refusal in debug mode", async () => {
  const [administrator, officer] = [await person("administrator"), await person("officer")];
  const refusal = (caller: Caller) => caller.fails("PUT", "/api/members/999999/role", { roleId: 1 });
  expect(await refusal(administrator)).not.toHaveProperty("durationMs");
  await store(1, "debug_mode", true);
  expect((await refusal(administrator)).durationMs).toEqual(expect.any(Number));
  expect(await refusal(officer)).not.toHaveProperty("durationMs");
});

it("give only administrators the Server-Timing of answers in debug mode, and no answer to Discord", async () => {
  const [administrator, officer] = [await person("administrator"), await person("officer")];
  const timing = async (caller: Caller, options = {}) =>
    (await caller.call("GET", "/api/user", options)).headers.get("Server-Timing");
  expect(await timing(administrator)).toBeNull();
  await store(1, "debug_mode", true);
  const { headers, meter } = await administrator.call("GET", "/api/health/report");
  const [, trips] =
    /^db;dur=\d+, trips;desc="(\d+)", total;dur=\d+$/.exec(headers.get("Server-Timing") ?? "") ?? [];
  expect(Number(trips)).toBe(meter.trips);
  expect(await timing(administrator)).toContain("db;dur=");
  const others = await Promise.all([
    ...[officer, nobody, await person("administrator", await organization())].map((each) => timing(each)),
    timing(nobody, { ...(await OTHER_WAYS.interaction(administrator)), api: appWithAllWays }),
  ]);
  expect(others).toEqual([null, null, null, null]);
});
