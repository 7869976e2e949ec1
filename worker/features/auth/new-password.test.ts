import { beforeEach, describe, expect, it } from "vitest";
import { ROUTES, type RouteCase } from "../../testing/routes.ts";
import { type Caller, person, raw, rows, value } from "../../testing/world.ts";
import { SETTING_DEFAULTS } from "../settings/settings.schema.ts";
import { PASSWORD_MIN } from "./auth.schema.ts";
import { givePassword, PASSWORD } from "./testing/auth.cases.ts";

let admin: Caller;
let mona: Caller;
beforeEach(async () => {
  admin = await person("administrator");
  mona = await person("member", 1, "Mona Vale");
  await raw.DB.prepare("update organizations set name = 'Nova Rangers' where id = 1").run();
  await raw.DB.prepare(
    "insert into rsi_accounts (user_id, organization_id, handle, handle_key, verified_at) values (?, 1, 'StarHopper', 'starhopper', '')",
  )
    .bind(mona.userId)
    .run();
});

/** The routes that accept a new password, found by the body of every route's case and by their refusals. */
async function routesOfNewPasswords(): Promise<RouteCase[]> {
  const found: RouteCase[] = [];
  for (const each of ROUTES) {
    const scene = { caller: mona, role: "member" as const, isForeign: false, officer: admin };
    const [method = "", template = ""] = each.route.split(" ");
    // Skips bodies of other routes, which may need data that this test does not have.
    if (!/auth|password|register|login|user|member/.test(template) || method === "GET") continue;
    const { path, body } = await each.request(scene);
    if (!body || !("password" in body)) continue;
    const short = { ...body, password: "x".repeat(PASSWORD_MIN - 1) };
    const answer = await mona.call(method, path, { body: short });
    const { errors } = JSON.parse(answer.text || "{}");
    if (answer.status === 400 && errors?.password) found.push(each);
  }
  return found;
}

/** Sends a new password by every route, for Mona or a new user with the same name. */
const WAYS: Record<string, (password: string) => Promise<{ status: number; text: string }>> = {
  "POST /api/register": (password) =>
    admin.call("POST", "/api/register", {
      body: { username: "mona.vale", password, displayName: "StarHopper", role: "Member" },
    }),
  "POST /api/password-link": async (password) => {
    const path = `/api/members/${mona.memberId}/password-link`;
    const { url } = await admin.ok<{ url: string }>("POST", path);
    return mona.call("POST", "/api/password-link", { body: { token: url.split("=")[1], password } });
  },
  "PATCH /api/user/password": async (password) => {
    await givePassword(mona);
    await raw.DB.prepare("delete from attempts").run();
    return mona.call("PATCH", "/api/user/password", { body: { currentPassword: PASSWORD, password } });
  },
  "POST /api/user/password": async (password) => {
    await raw.DB.prepare("update users set password_hash = null, sign_in_name = null where id = ?")
      .bind(mona.userId)
      .run();
    return mona.call("POST", "/api/user/password", { body: { username: "mona.vale", password } });
  },
};

describe("every way of setting a password", () => {
  it("is covered by these tests", async () => {
    const found = (await routesOfNewPasswords()).map(({ route }) => route);
    expect(found.toSorted()).toEqual(Object.keys(WAYS).toSorted());
  });

  for (const [route, send] of Object.entries(WAYS)) {
    it(`${route} refuses common passwords and names, and says why`, async () => {
      await raw.DB.prepare("update users set username = 'mona.vale' where id = ?").bind(mona.userId).run();
      const before = await rows("select password_hash from users where password_hash not like 'scrypt$16$%'");
      for (const [password, code, why] of [
        ["iloveyou", "weak_password", "one of the most common ones"],
        ["mona.vale", "password_of_names", "Too close to your name or the organization's"],
        ["mona-vale-1", "password_of_names", "Too close to"],
        ["starhopper7", "password_of_names", "Too close to"],
        ["NovaRangers!", "password_of_names", "Too close to"],
        ["rangers2024", "password_of_names", "Too close to"],
      ] as const) {
        const answer = await send(password);
        const problem = JSON.parse(answer.text);
        expect([password, answer.status, problem.code]).toEqual([password, 400, code]);
        expect(problem.errors.password[0]).toContain(why);
      }
      expect(
        await rows("select password_hash from users where password_hash not like 'scrypt$16$%'"),
      ).toEqual(before);
    });

    it(`${route} requires the length that an administrator set`, async () => {
      await raw.DB.prepare(
        "insert into organization_settings (organization_id, setting_key, setting_value, updated_at) values (1, 'password_length', 20, '')",
      ).run();
      const answer = await send("nineteen-characters");
      const problem = JSON.parse(answer.text);
      expect([answer.status, problem.code]).toEqual([400, "password_too_short"]);
      expect(problem.errors.password).toEqual([
        "A password here needs at least 20 characters. Choose a longer one.",
      ]);
      expect((await send("now-twenty-characters")).status).toBeLessThan(300);
    });
  }

  it("accepts existing passwords still", async () => {
    await givePassword(mona);
    const setting = { settingValue: 64, version: 0 };
    await admin.ok("PUT", "/api/organization/1/settings/password_length", setting);
    const username = await value("select username from users where id = ?", mona.userId);
    expect((await mona.call("POST", "/api/login", { body: { username, password: PASSWORD } })).status).toBe(
      200,
    );
  });
});

it("has a least length that is a setting from the product's own up to 64, which visitors can read", async () => {
  expect(SETTING_DEFAULTS.password_length).toBe(PASSWORD_MIN);
  const path = "/api/organization/1/settings/password_length";
  for (const settingValue of [5, 65, 8.5, true])
    expect((await admin.call("PUT", path, { body: { settingValue, version: 0 } })).status).toBe(400);
  await admin.call("PUT", path, { body: { settingValue: 12, version: 0 } });
  const known = await mona.ok<object[]>("GET", "/api/organization/1/public-settings");
  expect(known).toContainEqual({ settingKey: "password_length", settingValue: 12 });
});
