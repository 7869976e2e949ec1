import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SystemContext } from "../../lib/context.ts";
import { openDb, readBatch, type Statement } from "../../lib/db/client.ts";
import { takePlace } from "../../lib/scrypt.ts";
import { stopClock } from "../../testing/clock.ts";
import { Caller, call, person, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import { givePassword, inThrees } from "../auth/testing/auth.cases.ts";
import { hashToken } from "../sessions/index.ts";
import type { NewRecoveryCodes, SecondFactors } from "./second-factor.schema.ts";
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

stopClock();
let mona: Caller;
let username: string;
beforeEach(async () => {
  ({ mona, username } = await memberWithPassword());
});
const sessions = () => value<number>("select count(*) from sessions where user_id = ?", mona.userId);

describe("signing in with an authenticator app", () => {
  it("requires the password and a code in two steps; the second begins the session", async () => {
    const code = await authenticator(mona);
    const { answer, secondFactor, waiting } = await firstStep(username);
    expect(secondFactor).toEqual({ methods: ["authenticator"], passkey: null });
    expect([cookieOf(answer, "session"), await sessions()]).toEqual([null, 1]);
    expect(answer.headers.getSetCookie().join()).toMatch(
      /waiting=[\w.-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict/,
    );
    expect(await value("select count(*) from challenges")).toBe(0);

    const done = await secondStep(waiting, { code: `${code().slice(0, 3)} ${code().slice(3)}` });
    expect(JSON.parse(done.text)).toMatchObject({ id: mona.userId, displayName: "Mona" });
    const session = new Caller(cookieOf(done, "session"));
    expect((await session.ok<CurrentUser>("GET", "/api/user")).id).toBe(mona.userId);
    expect(
      await value("select second_factor from sessions where token_hash = ?", hashToken(session.token ?? "")),
    ).toBe("authenticator");
    expect(await value("select details from audit_log where action = 'user.signed_in'")).toBe(
      '{"method":"password","secondFactor":"authenticator"}',
    );
    expect([answer.meter.trips, done.meter.trips]).toEqual([1, 2]);

    // Neither the sign-in nor its code works again.
    expect(outcomeOf(await secondStep(waiting, { code: code(1) }))).toEqual([410, "sign_in_ended"]);
    const again = await firstStep(username);
    expect(outcomeOf(await secondStep(again.waiting, { code: code() }))).toEqual([400, "wrong_code"]);
    expect((await secondStep(again.waiting, { code: code(1) })).status).toBe(200);
  });

  it("accepts a code once, also when it is used in parallel", async () => {
    const code = await authenticator(mona);
    const same = await firstStep(username);
    const others = await Promise.all([firstStep(username), firstStep(username)]);
    const answers = await Promise.all(
      [same, same, ...others].map(({ waiting }) => secondStep(waiting, { code: code() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessions()).toBe(2);
  });

  it("accepts five wrong codes of a network over all sign-ins, notifies the user, and accepts codes again later", async () => {
    const code = await authenticator(mona);
    await recoveryCode(mona);
    const signIns = await Promise.all([firstStep(username), firstStep(username)]);
    const wrong = await Promise.all(
      Array.from({ length: 8 }, (_, at) => secondStep(signIns[at % 2]?.waiting ?? "", { code: "000000" })),
    );
    const codes = wrong.map((each) => outcomeOf(each)[1]).sort();
    expect(codes).toEqual([...Array(3).fill("too_many_codes"), ...Array(5).fill("wrong_code")]);
    for (const each of wrong.filter(({ status }) => status === 429))
      expect(each.meter.rowsWritten).toBeLessThanOrEqual(1);
    expect(await noticesOf(mona)).toEqual(["second_factor_guessed"]);
    const { waiting } = await firstStep(username);
    const refused = await secondStep(waiting, { code: code() });
    expect(outcomeOf(refused)).toEqual([429, "too_many_codes"]);
    expect(JSON.parse(refused.text).detail).toContain("Wait 5 s, or use a passkey or a recovery code.");
    expect(refused.headers.get("Retry-After")).toBe("5");
    await raw.DB.prepare("update attempts set next_at = '2000' where next_at is not null").run();
    expect((await secondStep(waiting, { code: code() })).status).toBe(200);
    expect(await value("select count from attempts where key like 'code:%'")).toBe(0);
  });

  it("waits five minutes at most, in one browser, and ends when the password changes", async () => {
    const code = await authenticator(mona);
    const { waiting } = await firstStep(username);
    expect((await call("POST", "/api/login/second-factor", { body: { code: code() } })).status).toBe(410);
    expect(outcomeOf(await secondStep(hashToken(waiting), { code: code() }))).toEqual([410, "sign_in_ended"]);
    await raw.DB.prepare("update users set password_hash = password_hash || '='").run();
    expect(outcomeOf(await secondStep(waiting, { code: code() }))).toEqual([410, "sign_in_ended"]);
    await givePassword(mona);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 });
    try {
      expect(outcomeOf(await secondStep(waiting, { code: code() }))).toEqual([410, "sign_in_ended"]);
    } finally {
      vi.useRealTimers();
    }
    expect(await sessions()).toBe(1);
  });

  it("requires the second step of a user of a password link, but not of a user without a factor", async () => {
    const code = await authenticator(mona);
    const { url } = await (await person("administrator")).ok<{ url: string }>(
      "POST",
      `/api/members/${mona.memberId}/password-link`,
    );
    const body = { token: url.split("=")[1], password: "drift-nebula-10" };
    const taken = await call("POST", "/api/password-link", { body });
    expect([cookieOf(taken, "session"), await sessions()]).toEqual([null, 0]);
    expect((await secondStep(cookieOf(taken, "waiting") ?? "", { code: code() })).status).toBe(200);
    await raw.DB.prepare("delete from authenticators").run();
    const plain = await call("POST", "/api/login", { body: { username, password: "drift-nebula-10" } });
    expect(cookieOf(plain, "session")).not.toBeNull();
  });
});

const codeHashes = async () =>
  (await rows<{ code_hash: string }>("select code_hash from recovery_codes")).map((row) =>
    row.code_hash.split("$"),
  );

describe("recovery codes", () => {
  it("are made with the first factor, begin one session each, and are replaced by new ones", async () => {
    const { recoveryCodes: first } = await addPasskey(mona);
    expect(first).toHaveLength(10);
    for (const each of first ?? []) expect(each).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect((await addPasskey(mona)).recoveryCodes).toBeNull();
    expect(JSON.stringify(await rows("select * from recovery_codes"))).not.toContain(
      first?.[0]?.replace(/-/g, ""),
    );

    const recoveryCodeOf = (at: number) => ({ recoveryCode: first?.[at]?.toLowerCase() });
    const signIns = await Promise.all([firstStep(username), firstStep(username), firstStep(username)]);
    const [one, other] = await Promise.all(
      signIns.slice(0, 2).map(({ waiting }) => secondStep(waiting, recoveryCodeOf(0))),
    );
    expect([one?.status, other?.status].sort()).toEqual([200, 400]);
    const third = signIns[2]?.waiting ?? "";
    expect(outcomeOf(await secondStep(third, recoveryCodeOf(0)))).toEqual([400, "wrong_recovery_code"]);
    const codesLeft = await value("select details ->> 'left' from notices where kind = 'recovery_code_used'");
    expect(codesLeft).toBe(9);

    const next = await mona.ok<NewRecoveryCodes>("POST", `${OWN}/recovery-codes`);
    expect(outcomeOf(await secondStep(third, recoveryCodeOf(1)))).toEqual([400, "wrong_recovery_code"]);
    expect((await secondStep(third, { recoveryCode: next.recoveryCodes?.[1] })).status).toBe(200);
    expect((await mona.ok<SecondFactors>("GET", OWN)).recoveryCodes).toBe(9);
  });

  it("are stored with a salt, one for a set, so that a check hashes once", async () => {
    const { recoveryCodes: made } = await addPasskey(mona);
    const stored = await codeHashes();
    expect(stored).toHaveLength(10);
    expect(new Set(stored.map((parts) => parts.slice(0, 5).join("$"))).size).toBe(1);
    await mona.ok("POST", `${OWN}/recovery-codes`);
    const [next] = await codeHashes();
    expect(next?.[4]).not.toBe(stored[0]?.[4]);
    expect(made).toHaveLength(10);
  });

  it("are stored with the product's cost", async () => {
    // The other tests use cheaper hashes.
    const path = "./recovery-codes.ts?as-it-is";
    const { firstRecoveryCodes, findRecoveryCode } = (await import(
      path
    )) as typeof import("./recovery-codes.ts");
    const context = { db: openDb(raw.DB, undefined).db } as SystemContext;
    const { statements, read } = await firstRecoveryCodes(context, mona.userId);
    const { recoveryCodes: made } = read(await readBatch(context.db, statements as [Statement]));
    const stored = await codeHashes();
    expect(stored.map((parts) => parts.slice(0, 4).join())).toEqual(Array(10).fill("scrypt,16384,8,1"));
    const hashes = stored.map((parts) => parts.join("$"));
    using place = takePlace("known", "tests");
    expect(hashes).toContain(await findRecoveryCode(place, made?.[3]?.replaceAll("-", "") ?? "", hashes));
  });

  it("from before they had a salt stay valid until they are used or replaced", async () => {
    await passkey(mona);
    const old = createHash("sha256").update("ABCDEFGHIJKLMNOP").digest("hex");
    await raw.DB.prepare("insert into recovery_codes (user_id, code_hash) values (?, ?), (?, 'another')")
      .bind(mona.userId, old, mona.userId)
      .run();
    const guess = await firstStep(username);
    const wrong = await secondStep(guess.waiting, { recoveryCode: "PONMLKJIHGFEDCBA" });
    expect(outcomeOf(wrong)).toEqual([400, "wrong_recovery_code"]);
    expect((await secondStep(guess.waiting, { recoveryCode: "ABCD-EFGH-IJKL-MNOP" })).status).toBe(200);
    expect(await rows("select code_hash from recovery_codes")).toEqual([{ code_hash: "another" }]);
  });

  it("allow five wrong guesses for each sign-in", async () => {
    await passkey(mona);
    const right = await recoveryCode(mona);
    const { waiting } = await firstStep(username);
    const guesses = await inThrees(7, () => secondStep(waiting, { recoveryCode: "A".repeat(16) }));
    const codes = guesses.map((each) => outcomeOf(each)[1]).sort();
    expect(codes).toEqual([...Array(2).fill("sign_in_ended"), ...Array(5).fill("wrong_recovery_code")]);
    expect(outcomeOf(await secondStep(waiting, { recoveryCode: right }))[0]).toBe(410);
  });
});
