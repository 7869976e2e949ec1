import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  Caller,
  call,
  nobody,
  organization,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import { givePassword, PASSWORD } from "../auth/testing/auth.cases.ts";
import { hashToken } from "../sessions/index.ts";
import type {
  AssertionOptions,
  AuthenticatorSecret,
  CreationOptions,
  NewRecoveryCodes,
  SecondFactors,
  WaitingSignIn,
} from "./second-factor.schema.ts";
import { ageProofs, authenticator, passkey, recoveryCode } from "./testing/second-factor.factory.ts";
import { type Lie, SoftwareAuthenticator } from "./testing/software-authenticator.ts";
import { codeOf, stepOf } from "./totp.ts";

const OWN = "/api/user/second-factor";
let mona: Caller;
let username: string;
beforeEach(async () => {
  mona = await person("member", 1, "Mona");
  await givePassword(mona);
  username = await value("select username from users where id = ?", mona.userId);
});

const codeOfAnswer = ({ status, text }: Answer) => [status, text && JSON.parse(text).code];
const cookie = ({ headers }: Answer, name: string) =>
  new RegExp(`(?:^|[, ])${name}=([\\w-]+)`).exec(headers.getSetCookie().join(", "))?.[1] ?? null;

async function firstStep(password = PASSWORD) {
  const answer = await call("POST", "/api/login", { body: { username, password } });
  const { secondFactor } = JSON.parse(answer.text) as WaitingSignIn;
  return { answer, secondFactor, waiting: cookie(answer, "waiting") ?? "" };
}
const secondStep = (waiting: string, body: object) =>
  call("POST", "/api/login/second-factor", { body, headers: { Cookie: `waiting=${waiting}` } });
const sessions = () => value<number>("select count(*) from sessions where user_id = ?", mona.userId);
const notices = (of = mona) =>
  rows<{ kind: string }>("select kind from notices where user_id = ? order by id", of.userId).then((all) =>
    all.map(({ kind }) => kind),
  );

/** A passkey of a user, added as their browser would. */
async function addPasskey(of = mona, name = "Key") {
  const key = await SoftwareAuthenticator.make(String(raw["APP_URL"]));
  const { challenge } = await of.ok<CreationOptions>("POST", `${OWN}/passkeys/options`);
  const made = await of.ok<NewRecoveryCodes>("POST", `${OWN}/passkeys`, await key.register(challenge, name));
  return { key, ...made };
}

describe("signing in with an authenticator app", () => {
  it("takes the password and a code, in two steps of which only the second begins a session", async () => {
    const code = await authenticator(mona);
    const { answer, secondFactor, waiting } = await firstStep();
    expect(secondFactor).toEqual({ methods: ["authenticator"], passkey: null });
    expect([cookie(answer, "session"), await sessions()]).toEqual([null, 1]);
    expect(answer.headers.getSetCookie().join()).toMatch(
      /waiting=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict/,
    );
    expect(await value("select count(*) from challenges where token_hash = ?", hashToken(waiting))).toBe(1);

    const done = await secondStep(waiting, { code: `${code().slice(0, 3)} ${code().slice(3)}` });
    expect(JSON.parse(done.text)).toMatchObject({ id: mona.userId, displayName: "Mona" });
    const session = new Caller(cookie(done, "session"));
    expect((await session.ok<CurrentUser>("GET", "/api/user")).id).toBe(mona.userId);
    expect(
      await value("select second_factor from sessions where token_hash = ?", hashToken(session.token ?? "")),
    ).toBe("authenticator");
    expect(await value("select details from audit_log where action = 'user.signed_in'")).toBe(
      '{"method":"password","secondFactor":"authenticator"}',
    );
    expect([answer.meter.trips, done.meter.trips]).toEqual([2, 2]);
    const written = [answer, done].map(({ meter }) => meter.rowsWritten);
    expect(written).toEqual([3, 12]);

    // The sign-in and its code are used up.
    expect(codeOfAnswer(await secondStep(waiting, { code: code(1) }))).toEqual([410, "sign_in_ended"]);
    const again = await firstStep();
    expect(codeOfAnswer(await secondStep(again.waiting, { code: code() }))).toEqual([400, "wrong_code"]);
    expect((await secondStep(again.waiting, { code: code(1) })).status).toBe(200);
  });

  it("takes one code for one session, however many use it at once", async () => {
    const code = await authenticator(mona);
    const same = await firstStep();
    const others = await Promise.all([firstStep(), firstStep()]);
    const answers = await Promise.all(
      [same, same, ...others].map(({ waiting }) => secondStep(waiting, { code: code() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessions()).toBe(2);
  });

  it("takes five wrong codes of a user at most, whatever sign-ins they are for, tells them, and goes on later", async () => {
    const code = await authenticator(mona);
    await recoveryCode(mona);
    const signIns = await Promise.all([firstStep(), firstStep()]);
    const wrong = await Promise.all(
      Array.from({ length: 8 }, (_, at) => secondStep(signIns[at % 2]?.waiting ?? "", { code: "000000" })),
    );
    const codes = wrong.map((each) => codeOfAnswer(each)[1]).sort();
    expect(codes).toEqual([...Array(3).fill("too_many_codes"), ...Array(5).fill("wrong_code")]);
    for (const each of wrong.filter(({ status }) => status === 429)) expect(each.meter.rowsWritten).toBe(1);
    expect(await notices()).toEqual(["second_factor_guessed"]);
    const { waiting } = await firstStep();
    const refused = await secondStep(waiting, { code: code() });
    expect(codeOfAnswer(refused)).toEqual([429, "too_many_codes"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
    await raw.DB.prepare("update authenticators set tried_until = '2000-01-01T00:00:00.000Z'").run();
    expect((await secondStep(waiting, { code: code() })).status).toBe(200);
    expect(await value("select tried_codes from authenticators")).toBe(0);
  });

  it("waits five minutes at most, in one browser, for the password that it began with", async () => {
    const code = await authenticator(mona);
    const { waiting } = await firstStep();
    expect((await call("POST", "/api/login/second-factor", { body: { code: code() } })).status).toBe(410);
    expect(codeOfAnswer(await secondStep(hashToken(waiting), { code: code() }))).toEqual([
      410,
      "sign_in_ended",
    ]);
    await raw.DB.prepare("update users set password_hash = password_hash || '='").run();
    expect(codeOfAnswer(await secondStep(waiting, { code: code() }))).toEqual([410, "sign_in_ended"]);
    await givePassword(mona);
    await raw.DB.prepare("update challenges set expires_at = ?").bind(new Date().toISOString()).run();
    expect(codeOfAnswer(await secondStep(waiting, { code: code() }))).toEqual([410, "sign_in_ended"]);
    expect(await sessions()).toBe(1);
  });

  it("is asked of a password link too, and of nobody who has no factor", async () => {
    const code = await authenticator(mona);
    const { url } = await (await person("administrator")).ok<{ url: string }>(
      "POST",
      `/api/members/${mona.memberId}/password-link`,
    );
    const body = { token: url.split("=")[1], password: "drift-nebula-10" };
    const taken = await call("POST", "/api/password-link", { body });
    expect([cookie(taken, "session"), await sessions()]).toEqual([null, 0]);
    expect((await secondStep(cookie(taken, "waiting") ?? "", { code: code() })).status).toBe(200);
    await raw.DB.prepare("delete from authenticators").run();
    const plain = await call("POST", "/api/login", { body: { username, password: "drift-nebula-10" } });
    expect(cookie(plain, "session")).not.toBeNull();
  });
});

describe("recovery codes", () => {
  it("are made with the first factor, each opens one session, and new ones replace them", async () => {
    const { recoveryCodes: first } = await addPasskey();
    expect(first).toHaveLength(10);
    for (const each of first ?? []) expect(each).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect((await addPasskey()).recoveryCodes).toBeNull();
    expect(JSON.stringify(await rows("select * from recovery_codes"))).not.toContain(
      first?.[0]?.replace(/-/g, ""),
    );

    const recoveryCodeOf = (at: number) => ({ recoveryCode: first?.[at]?.toLowerCase() });
    const signIns = await Promise.all([firstStep(), firstStep(), firstStep()]);
    const [one, other] = await Promise.all(
      signIns.slice(0, 2).map(({ waiting }) => secondStep(waiting, recoveryCodeOf(0))),
    );
    expect([one?.status, other?.status].sort()).toEqual([200, 400]);
    const third = signIns[2]?.waiting ?? "";
    expect(codeOfAnswer(await secondStep(third, recoveryCodeOf(0)))).toEqual([400, "wrong_recovery_code"]);
    const told = await value("select details from notices where kind = 'recovery_code_used'");
    expect(told).toBe('{"left":9}');

    const next = await mona.ok<NewRecoveryCodes>("POST", `${OWN}/recovery-codes`);
    expect(codeOfAnswer(await secondStep(third, recoveryCodeOf(1)))).toEqual([400, "wrong_recovery_code"]);
    expect((await secondStep(third, { recoveryCode: next.recoveryCodes?.[1] })).status).toBe(200);
    expect((await mona.ok<SecondFactors>("GET", OWN)).recoveryCodes).toBe(9);
  });

  it("can be guessed five times for a sign-in", async () => {
    await passkey(mona);
    const right = await recoveryCode(mona);
    const { waiting } = await firstStep();
    const guesses = await Promise.all(
      Array.from({ length: 7 }, () => secondStep(waiting, { recoveryCode: "A".repeat(16) })),
    );
    const codes = guesses.map((each) => codeOfAnswer(each)[1]).sort();
    expect(codes).toEqual([...Array(2).fill("sign_in_ended"), ...Array(5).fill("wrong_recovery_code")]);
    expect(codeOfAnswer(await secondStep(waiting, { recoveryCode: right }))[0]).toBe(410);
  });
});

describe("passkeys", () => {
  it("sign in once for a challenge, from our pages, with the key that was added", async () => {
    const { key } = await addPasskey(mona, "Blue key");
    const stranger = await person("member");
    await givePassword(stranger);
    const { key: foreign } = await addPasskey(stranger);
    const { secondFactor, waiting } = await firstStep();
    const { challenge, rpId, allowCredentials } = secondFactor.passkey as AssertionOptions;
    expect([rpId, allowCredentials]).toEqual([
      "localhost",
      [{ type: "public-key", id: key.id, transports: ["usb"] }],
    ]);
    expect(secondFactor.methods).toEqual(["passkey", "recovery_code"]);
    const lies: Lie[] = [
      { origin: "http://localhost:9999" },
      { origin: "https://localhost.example.org" },
      { rpId: "example.org" },
      { type: "webauthn.create" },
    ];
    const wrong = [
      await foreign.assert(challenge),
      { ...(await foreign.assert(challenge)), id: key.id },
      await key.assert(Buffer.from("another").toString("base64url")),
      { ...(await key.assert(challenge)), signature: (await key.assert(challenge)).clientDataJSON },
    ];
    for (const each of wrong)
      expect(codeOfAnswer(await secondStep(waiting, { passkey: each }))).toEqual([400, "passkey_refused"]);
    const next = await firstStep();
    const asked = next.secondFactor.passkey?.challenge ?? "";
    for (const lie of lies) {
      const answer = await secondStep(next.waiting, { passkey: await key.assert(asked, lie) });
      expect([lie, codeOfAnswer(answer)]).toEqual([lie, [400, "passkey_refused"]]);
    }
    const good = await key.assert(asked);
    const both = await Promise.all([1, 2].map(() => secondStep(next.waiting, { passkey: good })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await value("select second_factor from sessions where second_factor is not null")).toBe("passkey");
    expect(
      await rows(
        "select name, counter, last_used_at is not null as used from passkeys where user_id = ?",
        mona.userId,
      ),
    ).toEqual([{ name: "Blue key", counter: expect.any(Number), used: 1 }]);
    // A copy of the key would count from less than ours.
    const last = await firstStep();
    const copied = await key.assert(last.secondFactor.passkey?.challenge ?? "", { counter: 1 });
    expect(codeOfAnswer(await secondStep(last.waiting, { passkey: copied }))).toEqual([
      400,
      "passkey_refused",
    ]);
  });

  it("are added for a challenge of the same session, once, and ten at most", async () => {
    const key = await SoftwareAuthenticator.make(String(raw["APP_URL"]));
    const add = (body: object, of = mona) => of.call("POST", `${OWN}/passkeys`, { body });
    const options = () => mona.ok<CreationOptions>("POST", `${OWN}/passkeys/options`);
    const { challenge, user } = await options();
    expect(Buffer.from(user.id, "base64url").toString()).toBe(String(mona.userId));
    const stranger = await person("member");
    await givePassword(stranger);
    expect(codeOfAnswer(await add(await key.register(challenge), stranger))).toEqual([
      400,
      "passkey_refused",
    ]);
    for (const lie of [{ origin: "https://example.org" }, { rpId: "example.org" }, { type: "webauthn.get" }])
      expect(codeOfAnswer(await add(await key.register(challenge, "Key", lie)))).toEqual([
        400,
        "passkey_refused",
      ]);
    const made = await key.register(challenge);
    const answers = await Promise.all([add(made), add(made)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(codeOfAnswer(await add(await key.register((await options()).challenge)))).toEqual([
      409,
      "passkey_present",
    ]);
    for (let count = 1; count < 10; count += 1) await passkey(mona);
    expect(codeOfAnswer(await mona.call("POST", `${OWN}/passkeys/options`))).toEqual([
      409,
      "too_many_passkeys",
    ]);
  });
});

describe("the account's second factors", () => {
  it("are added and removed by their owner, who is told, and hold no secret in the database or the log", async () => {
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
    expect((await firstStep()).secondFactor).toBeUndefined();
    const confirm = (code: string) => mona.call("PUT", `${OWN}/authenticator`, { body: { code } });
    expect(codeOfAnswer(await confirm("000000"))).toEqual([400, "wrong_code"]);
    const made = await confirm(codeOf(bytes, stepOf(new Date())));
    expect((JSON.parse(made.text) as NewRecoveryCodes).recoveryCodes).toHaveLength(10);
    expect(await value("select secret from authenticators")).toMatch(/^v1:tests:/);
    expect(codeOfAnswer(await mona.call("POST", `${OWN}/authenticator`))).toEqual([
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
    // Nothing is left that they stand in for.
    expect(await mona.ok("GET", OWN)).toMatchObject({
      authenticatorSince: null,
      passkeys: [],
      recoveryCodes: 0,
    });
    expect((await firstStep()).secondFactor).toBeUndefined();
    expect(await notices()).toEqual([
      "authenticator_added",
      "passkey_added",
      "authenticator_removed",
      "passkey_removed",
    ]);
    const log = JSON.stringify(await rows("select * from audit_log"));
    expect(log).toContain("user.authenticator_added");
    expect(log).not.toContain(secret);
  });

  it("are for those with a password alone", async () => {
    await raw.DB.prepare(
      "update users set password_hash = null, discord_id = '200000000000000077' where id = ?",
    )
      .bind(mona.userId)
      .run();
    expect(await mona.ok("GET", OWN)).toMatchObject({ blocked: "no_password" });
    for (const path of ["authenticator", "passkeys/options"])
      expect(codeOfAnswer(await mona.call("POST", `${OWN}/${path}`))).toEqual([
        409,
        "second_factor_without_password",
      ]);
  });

  it("are removed by an administrator for a member who lost them, and both sides are told", async () => {
    const [administrator, other] = [
      await person("administrator", 1, "Astrid"),
      await person("administrator"),
    ];
    await authenticator(mona);
    await passkey(mona);
    await recoveryCode(mona);
    const remove = (of: Caller, id = mona.memberId) => of.call("DELETE", `/api/members/${id}/second-factor`);
    expect((await remove(await person("officer"))).status).toBe(403);
    expect((await remove(await person("administrator", await organization()))).status).toBe(404);
    expect((await remove(administrator)).status).toBe(204);
    expect(codeOfAnswer(await remove(administrator))).toEqual([409, "second_factor_missing_of"]);
    expect((await remove(administrator, administrator.memberId)).status).toBe(403);
    expect([await notices(), await notices(other), await notices(administrator)]).toEqual([
      ["second_factor_reset"],
      ["second_factor_reset_of"],
      [],
    ]);
    expect(
      await value("select entity_name from audit_log where action = 'member.second_factor_removed'"),
    ).toBe("Mona");
    expect((await firstStep()).secondFactor).toBeUndefined();
  });
});

describe("an organization that asks its administrators for a second factor", () => {
  const user = (of: Caller) => of.ok<CurrentUser>("GET", "/api/user");

  it("withholds the permissions of one who signed in with a password alone, until they have one", async () => {
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
      expect([path, codeOfAnswer(await administrator.call("GET", path))]).toEqual([path, [403, "forbidden"]]);
    expect(await user(administrator)).toMatchObject({ permissions: [], isHeldBack: true });
    expect(await administrator.ok("GET", OWN)).toMatchObject({ isRequired: true });
    for (const each of [viaDiscord, officer]) {
      expect((await each.call("GET", "/api/members/1")).status).toBe(200);
      expect((await user(each)).isHeldBack).toBe(false);
    }
    const name = await value("select username from users where id = ?", administrator.userId);
    const login = await call("POST", "/api/login", { body: { username: name, password: PASSWORD } });
    expect(JSON.parse(login.text)).toMatchObject({ permissions: [], isHeldBack: true });

    await addPasskey(administrator);
    expect((await administrator.call("GET", "/api/members/1")).status).toBe(200);
    expect((await user(administrator)).permissions).toContain("admin.users");
    expect((await administrator.call("GET", "/api/user")).meter.trips).toBe(2);
  });
});

describe("confirming who one is", () => {
  const confirm = (body: object, of = mona) => of.call("POST", "/api/user/confirm", { body });

  it("is asked half an hour after the last proof, and takes the password, a code or a passkey", async () => {
    const { key } = await addPasskey();
    const code = await authenticator(mona);
    await ageProofs(mona, 29);
    expect((await mona.call("DELETE", "/api/user/sessions")).status).toBe(204);
    const proofs = [
      () => ({ password: PASSWORD }),
      () => ({ code: code() }),
      async () => {
        const { challenge } = await mona.ok<AssertionOptions>("POST", "/api/user/confirm/passkey");
        return { passkey: await key.assert(challenge) };
      },
    ];
    for (const proof of proofs) {
      await ageProofs(mona, 31);
      const refused = await mona.call("POST", `${OWN}/recovery-codes`);
      expect(codeOfAnswer(refused)).toEqual([403, "reauthentication_required"]);
      expect(refused.meter.rowsWritten).toBe(0);
      expect(await mona.ok("GET", "/api/user/confirm")).toEqual({
        methods: ["password", "passkey", "authenticator"],
        isRecent: false,
      });
      const body = await proof();
      const answer = await confirm(body);
      expect([answer.status, answer.meter.trips]).toEqual([204, 3]);
      expect((await mona.call("POST", `${OWN}/recovery-codes`)).status).toBe(201);
      if (!("password" in body)) expect((await confirm(body)).status).toBe(400);
    }
    expect(await value("select count(*) from audit_log where action = 'user.confirmed'")).toBe(3);
  });

  it("counts wrong answers, and says nothing for another session or user", async () => {
    await authenticator(mona);
    await ageProofs(mona, 31);
    expect(codeOfAnswer(await confirm({ password: "wrong" }))).toEqual([400, "wrong_password"]);
    expect(codeOfAnswer(await confirm({}))).toEqual([400, "invalid_input"]);
    expect(codeOfAnswer(await confirm({ password: PASSWORD, code: "000000" }))).toEqual([
      400,
      "invalid_input",
    ]);
    for (let count = 0; count < 5; count += 1)
      expect(codeOfAnswer(await confirm({ code: "000000" }))).toEqual([400, "wrong_code"]);
    expect(codeOfAnswer(await confirm({ code: "000000" }))).toEqual([429, "too_many_codes"]);
    expect(await mona.ok("GET", "/api/user/confirm")).toMatchObject({ isRecent: false });
    expect((await nobody.call("POST", "/api/user/confirm", { body: { code: "000000" } })).status).toBe(401);
  });
});
