import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import { Caller, call, organization, person, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import { givePassword, PASSWORD } from "../auth/testing/auth.cases.ts";
import type { AuthenticatorSecret, NewRecoveryCodes, SecondFactors } from "./second-factor.schema.ts";
import {
  addPasskey,
  authenticator,
  cookieOf,
  firstStep,
  memberWithPassword,
  noticesOf,
  OWN,
  outcomeOf,
  passkey,
  recoveryCode,
  secondStep,
} from "./testing/second-factor.factory.ts";
import { codeOf, stepOf } from "./totp.ts";

stopClock();
let mona: Caller;
let username: string;
beforeEach(async () => {
  ({ mona, username } = await memberWithPassword());
});

describe("the account's second factors", () => {
  it("are added and removed by their owner, who is notified, and leave no secret in the database or the log", async () => {
    const { secret, uri } = await mona.ok<AuthenticatorSecret>("POST", `${OWN}/authenticator`);
    expect(uri).toContain(`secret=${secret}&issuer=Command%20Centre`);
    const bytes = Buffer.from(
      (secret.match(/.{8}/g) ?? []).flatMap((eight) => {
        const bits = [...eight]
          .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
          .join("");
        return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
      }),
    );
    expect(await mona.ok("GET", OWN)).toMatchObject({ authenticatorSince: null, recoveryCodes: 0 });
    expect((await firstStep(username)).secondFactor).toBeUndefined();
    const confirm = (code: string) => mona.call("PUT", `${OWN}/authenticator`, { body: { code } });
    expect(outcomeOf(await confirm("000000"))).toEqual([400, "wrong_code"]);
    const made = await confirm(codeOf(bytes, stepOf(new Date())));
    expect((JSON.parse(made.text) as NewRecoveryCodes).recoveryCodes).toHaveLength(10);
    expect(await value("select secret from authenticators")).toMatch(/^v1:tests:/);
    expect(outcomeOf(await mona.call("POST", `${OWN}/authenticator`))).toEqual([
      409,
      "authenticator_present",
    ]);

    await addPasskey(mona, "Blue key");
    const { passkeys, ...rest } = await mona.ok<SecondFactors>("GET", OWN);
    expect(rest).toEqual({
      blocked: null,
      isRequired: false,
      authenticatorSince: expect.any(String),
      recoveryCodes: 10,
    });
    const id = passkeys[0]?.id;
    const stranger = await person("member");
    expect((await stranger.call("DELETE", `${OWN}/passkeys/${id}`)).status).toBe(404);
    await mona.ok("DELETE", `${OWN}/authenticator`);
    expect((await mona.ok<SecondFactors>("GET", OWN)).recoveryCodes).toBe(10);
    await mona.ok("DELETE", `${OWN}/passkeys/${id}`);
    // Recovery codes are deleted with the last factor.
    expect(await mona.ok("GET", OWN)).toMatchObject({
      authenticatorSince: null,
      passkeys: [],
      recoveryCodes: 0,
    });
    expect((await firstStep(username)).secondFactor).toBeUndefined();
    expect(await noticesOf(mona)).toEqual([
      "authenticator_added",
      "passkey_added",
      "authenticator_removed",
      "passkey_removed",
      "auth.new_device",
    ]);
    const log = JSON.stringify(await rows("select * from audit_log"));
    expect(log).toContain("user.authenticator_added");
    expect(log).not.toContain(secret);
  });

  it("require a password", async () => {
    await raw.DB.prepare(
      "update users set password_hash = null, discord_id = '200000000000000077' where id = ?",
    )
      .bind(mona.userId)
      .run();
    expect(await mona.ok("GET", OWN)).toMatchObject({ blocked: "no_password" });
    for (const path of ["authenticator", "passkeys/options"])
      expect(outcomeOf(await mona.call("POST", `${OWN}/${path}`))).toEqual([
        409,
        "second_factor_without_password",
      ]);
  });

  it("are removed by an administrator for a member who lost them; the member and other administrators are notified", async () => {
    const [administrator, other] = [
      await person("administrator", 1, "Astrid"),
      await person("administrator"),
    ];
    await authenticator(mona);
    await passkey(mona);
    await recoveryCode(mona);
    const remove = (caller: Caller, id = mona.memberId) =>
      caller.call("DELETE", `/api/members/${id}/second-factor`);
    expect((await remove(await person("officer"))).status).toBe(403);
    expect((await remove(await person("administrator", await organization()))).status).toBe(404);
    expect((await remove(administrator)).status).toBe(204);
    expect(outcomeOf(await remove(administrator))).toEqual([409, "second_factor_missing_of"]);
    expect((await remove(administrator, administrator.memberId)).status).toBe(403);
    expect([await noticesOf(mona), await noticesOf(other), await noticesOf(administrator)]).toEqual([
      ["second_factor_reset"],
      ["second_factor_reset_of"],
      [],
    ]);
    expect(
      await value("select entity_name from audit_log where action = 'member.second_factor_removed'"),
    ).toBe("Mona");
    expect((await firstStep(username)).secondFactor).toBeUndefined();
  });
});

describe("an organization that requires a second factor of its administrators", () => {
  const user = (caller: Caller) => caller.ok<CurrentUser>("GET", "/api/user");

  it("withholds the permissions of an administrator who signed in with a password alone, until they add one", async () => {
    const administrator = await person("administrator");
    const viaDiscord = await person("administrator");
    await raw.DB.prepare("update sessions set method = 'discord' where user_id = ?")
      .bind(viaDiscord.userId)
      .run();
    await givePassword(administrator);
    const officer = await person("officer");
    await administrator.ok("PUT", "/api/organization/1/settings/require_second_factor", {
      settingValue: true,
    });
    for (const path of ["/api/members/1", "/api/organization/1/settings", "/api/backup/export"])
      expect([path, outcomeOf(await administrator.call("GET", path))]).toEqual([path, [403, "forbidden"]]);
    expect(await user(administrator)).toMatchObject({ permissions: [], isHeldBack: true });
    expect(await administrator.ok("GET", OWN)).toMatchObject({ isRequired: true });
    expect((await user(viaDiscord)).isHeldBack).toBe(true);
    expect((await officer.call("GET", "/api/members/1")).status).toBe(200);
    expect((await user(officer)).isHeldBack).toBe(false);
    const name = await value("select username from users where id = ?", administrator.userId);
    const login = await call("POST", "/api/login", { body: { username: name, password: PASSWORD } });
    expect(JSON.parse(login.text)).toMatchObject({ permissions: [], isHeldBack: true });

    await addPasskey(administrator);
    expect((await administrator.call("GET", "/api/members/1")).status).toBe(200);
    expect((await user(administrator)).permissions).toContain("admin.users");
    expect((await administrator.call("GET", "/api/user")).meter.trips).toBe(1);
  });

  it("requires the second step in a session with Discord, where neither the password nor Discord replaces it", async () => {
    const officer = await person("officer");
    await givePassword(officer);
    await raw.DB.batch([
      raw.DB.prepare("update roles set requires_second_factor = 1 where key = 'officer'"),
      raw.DB.prepare("update sessions set method = 'discord' where user_id = ?").bind(officer.userId),
    ]);
    expect((await user(officer)).isHeldBack).toBe(true);
    const code = await authenticator(officer);
    expect(await user(officer)).toMatchObject({ permissions: [], isHeldBack: true });
    expect(await officer.ok("GET", "/api/user/confirm")).toMatchObject({ methods: ["authenticator"] });
    await officer.ok("POST", "/api/user/confirm", { password: PASSWORD });
    expect((await user(officer)).isHeldBack).toBe(true);
    await officer.ok("POST", "/api/user/confirm", { code: code() });
    expect((await user(officer)).isHeldBack).toBe(false);
  });

  it("requires it of holders of any role with that setting, whatever its permissions", async () => {
    const [administrator, member, officer] = await Promise.all([
      person("administrator"),
      person("member"),
      person("officer"),
    ]);
    const all = await administrator.ok<{ id: number; key: string; version: number }[]>("GET", "/api/roles/1");
    const role = all.find(({ key }) => key === "member");
    const edit = { requiresSecondFactor: true, version: role?.version };
    expect(await administrator.ok("PUT", `/api/roles/${role?.id}`, edit)).toMatchObject({
      requiresSecondFactor: true,
    });
    expect([(await user(member)).isHeldBack, (await user(officer)).isHeldBack]).toEqual([true, false]);
  });

  it("ends other sessions when the first factor is added, and withholds the permissions when the last is removed", async () => {
    const administrator = await person("administrator");
    await givePassword(administrator);
    const settings = "/api/organization/1/settings/require_second_factor";
    await administrator.ok("PUT", settings, { settingValue: true });
    const name = await value<string>("select username from users where id = ?", administrator.userId);
    const thief = new Caller(cookieOf((await firstStep(name)).answer, "session"));
    expect((await user(thief)).isHeldBack).toBe(true);
    const { key } = await addPasskey(administrator);
    expect(outcomeOf(await thief.call("GET", "/api/members/1"))).toEqual([401, "signed_out"]);

    const { secondFactor, waiting } = await firstStep(name);
    const passkey = await key.assert(secondFactor.passkey?.challenge ?? "");
    const own = new Caller(cookieOf(await secondStep(waiting, { passkey }), "session"));
    expect((await user(own)).isHeldBack).toBe(false);
    // A further second factor ends no session.
    await addPasskey(own, "Second key");
    expect((await user(administrator)).isHeldBack).toBe(false);
    for (const { id } of (await own.ok<SecondFactors>("GET", OWN)).passkeys)
      await own.ok("DELETE", `${OWN}/passkeys/${id}`);
    expect((await user(own)).isHeldBack).toBe(true);
  });
});
