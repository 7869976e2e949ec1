import { expect, it } from "vitest";
import { openDb } from "../../lib/db/client.ts";
import { nobody, organization, raw } from "../../testing/world.ts";
import { SETTING_DEFAULTS, type SettingKey } from "./settings.schema.ts";
import { listOrganizationsWith } from "./settings.ts";

const store = (organizationId: number, key: SettingKey, on: boolean) =>
  raw.DB.prepare(
    "insert into organization_settings (organization_id, setting_key, setting_value, updated_at) values (?, ?, ?, '')",
  )
    .bind(organizationId, key, on ? 1 : 0)
    .run();
const settings = (id: number) => nobody.ok("GET", `/api/organization/${id}/public-settings`);

it("anyone may know whether registration is open, and of the other settings nothing", async () => {
  expect(await settings(1)).toEqual([{ settingKey: "allow_registration", settingValue: true }]);
  for (const key of Object.keys(SETTING_DEFAULTS) as SettingKey[])
    await store(1, key, !SETTING_DEFAULTS[key]);
  expect(await settings(1)).toEqual([{ settingKey: "allow_registration", settingValue: false }]);
});

it("each organization has its own, and one that is not there answers 404", async () => {
  const other = await organization();
  await store(other, "allow_registration", false);
  expect(await settings(1)).toEqual([{ settingKey: "allow_registration", settingValue: true }]);
  expect(await settings(other)).toEqual([{ settingKey: "allow_registration", settingValue: false }]);
  for (const id of ["999", "0", "one"]) {
    expect((await nobody.fails("GET", `/api/organization/${id}/public-settings`)).code).toBe("not_found");
  }
});

it("jobs run for the organizations that have a setting on, by choice or by default", async () => {
  const { db } = openDb(raw.DB, undefined);
  const other = await organization();
  expect(await listOrganizationsWith(db, "discord_auto_sync")).toEqual([1, other]);
  expect(await listOrganizationsWith(db, "email_notifications")).toEqual([]);
  await store(1, "discord_auto_sync", false);
  await store(other, "email_notifications", true);
  expect(await listOrganizationsWith(db, "discord_auto_sync")).toEqual([other]);
  expect(await listOrganizationsWith(db, "email_notifications")).toEqual([other]);
});
