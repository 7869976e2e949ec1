import { afterEach, describe, expect, it } from "vitest";
import { PLACES, PLACES_EACH, type Place, takePlace } from "../../lib/scrypt.ts";
import { type Answer, type Caller, call, person, value } from "../../testing/world.ts";
import type { PasswordLink } from "../members/members.schema.ts";
import type { CreationOptions } from "../second-factor/second-factor.schema.ts";
import {
  authenticator,
  cookieOf,
  firstStep,
  memberWithPassword,
  OWN,
  passkey,
  recoveryCode,
  secondStep,
} from "../second-factor/testing/second-factor.factory.ts";
import { SoftwareAuthenticator } from "../second-factor/testing/software-authenticator.ts";
import { PASSWORD } from "./testing/auth.cases.ts";
import { placeOf } from "./visitor.ts";

const ORIGIN = "http://localhost:8787";
const NEXT = "drift-nebula-10";

const post = (path: string, from: string, body: object, cookie = "") =>
  call("POST", path, { body, headers: { "CF-Connecting-IP": from, ...(cookie ? { Cookie: cookie } : {}) } });
const codeOf = ({ text }: Answer): string => (text ? (JSON.parse(text).code ?? "") : "");
const isFull = (answer: Answer) => codeOf(answer) === "line_full";
/** The number of answers by code. */
const tally = (answers: readonly Answer[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, codeOf)).map(([code, all = []]) => [code, all.length]),
  );
const wrongPasswords = (username: (at: number) => string, count: number, from: (at: number) => string) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      post("/api/login", from(at), { username: username(at), password: "not-the-password" }),
    ),
  );

describe("many requests that hash at once", () => {
  it("are refused before anything is read or written, except for a few, while a known device signs in", async () => {
    const { username } = await memberWithPassword();
    const right = { username, password: PASSWORD };
    const device = `device=${cookieOf(await post("/api/login", "198.51.100.1", right), "device")}`;
    const before = await value<number>("select count(*) from attempts");
    // Every second one names an existing user.
    const burst = wrongPasswords(
      (at) => (at % 2 ? username : `nobody ${at}`),
      60,
      (at) => `203.0.113.${at}`,
    );
    const owner = await post("/api/login", "198.51.100.1", right, device);
    const answers = await burst;
    expect(owner.status).toBe(200);
    expect(tally(answers)).toEqual({
      wrong_credentials: PLACES,
      line_full: 60 - PLACES,
    });
    const refused = answers.filter(isFull);
    for (const { status, headers, meter } of refused)
      expect([status, headers.get("Retry-After"), meter.trips, meter.rowsWritten]).toEqual([429, "8", 0, 0]);
    expect(new Set(refused.map(({ text }) => JSON.parse(text).detail))).toEqual(
      new Set(["Many passwords and codes are being checked right now. Wait 8 s and try again."]),
    );
    // One write for each hash, for its network, and one for each name with a wrong password; the owner's own is one.
    const hashed = PLACES + PLACES / 2 + 1;
    expect((await value<number>("select count(*) from attempts")) - before).toBe(hashed + 1);
  });

  it("are refused beyond three of one network, whatever names they try, and can retry afterwards", async () => {
    const from = () => "203.0.113.1";
    const answers = await wrongPasswords((at) => `nobody ${at}`, 40, from);
    expect(tally(answers)).toEqual({ wrong_credentials: PLACES_EACH, line_full: 40 - PLACES_EACH });
    const later = await wrongPasswords((at) => `nobody ${at}`, PLACES_EACH, from);
    expect(tally(later)).toEqual({ wrong_credentials: PLACES_EACH });
  });
});

it("get at most three places for known devices per user, whatever the number of devices", () => {
  using taken = new DisposableStack();
  const ask = (userId: number, id: string) => {
    const device = { id, users: [{ userId, at: "2026-11-28T12:00:00.000Z" }] };
    taken.use(placeOf({ address: "192.0.2.1", device }));
  };
  for (let at = 0; at < PLACES_EACH; at++) ask(7, `device ${at}`);
  expect(() => ask(7, "another device")).toThrow();
  expect(() => ask(8, "of somebody else")).not.toThrow();
});

describe("a full line", () => {
  let taken: Place[] = [];
  const fill = () => {
    for (const line of ["strangers", "known"] as const)
      taken.push(...Array.from({ length: PLACES }, (_, at) => takePlace(line, `other ${at}`)));
  };
  afterEach(() => {
    for (const each of taken) each[Symbol.dispose]();
    taken = [];
  });

  /** Prepares every request that hashes, while there are places: it must then be valid otherwise. */
  const WAYS: Record<string, (mona: Caller) => Promise<() => Promise<Answer>>> = {
    "POST /api/login": async (mona) => {
      const username = await value<string>("select username from users where id = ?", mona.userId);
      return () => post("/api/login", "192.0.2.1", { username, password: PASSWORD });
    },
    "POST /api/login/second-factor, by a recovery code": async (mona) => {
      await passkey(mona);
      const code = await recoveryCode(mona);
      const { waiting } = await firstStep(
        await value("select username from users where id = ?", mona.userId),
      );
      return () => secondStep(waiting, { recoveryCode: code });
    },
    "POST /api/register": async () => () =>
      post("/api/register", "192.0.2.1", { username: "vega.rook", password: PASSWORD }),
    "POST /api/register, by an administrator": async () => {
      const administrator = await person("administrator");
      const body = { username: "nova.kell", displayName: "Nova", password: PASSWORD, role: "Member" };
      return () => administrator.call("POST", "/api/register", { body });
    },
    "POST /api/password-link": async (mona) => {
      const administrator = await person("administrator");
      const link = await administrator.ok<PasswordLink>(
        "POST",
        `/api/members/${mona.memberId}/password-link`,
      );
      const token = link.url.split("#password_link=")[1];
      return () => post("/api/password-link", "192.0.2.1", { token, password: NEXT });
    },
    "PATCH /api/user/password": async (mona) => () =>
      mona.call("PATCH", "/api/user/password", { body: { currentPassword: PASSWORD, password: NEXT } }),
    "POST /api/user/password": async () => {
      const member = await person("member");
      return () => member.call("POST", "/api/user/password", { body: { username: "rigel", password: NEXT } });
    },
    "POST /api/user/discord": async (mona) => () =>
      mona.call("POST", "/api/user/discord", { body: { password: PASSWORD } }),
    "POST /api/user/confirm": async (mona) => () =>
      mona.call("POST", "/api/user/confirm", { body: { password: PASSWORD } }),
    "PUT /api/user/second-factor/authenticator": async (mona) => {
      const code = await authenticator(mona, false);
      return () => mona.call("PUT", `${OWN}/authenticator`, { body: { code: code() } });
    },
    "POST /api/user/second-factor/passkeys": async (mona) => {
      const key = await SoftwareAuthenticator.make(ORIGIN);
      const { challenge } = await mona.ok<CreationOptions>("POST", `${OWN}/passkeys/options`);
      const body = await key.register(challenge, "Key");
      return () => mona.call("POST", `${OWN}/passkeys`, { body });
    },
    "POST /api/user/second-factor/recovery-codes": async (mona) => {
      await passkey(mona);
      return () => mona.call("POST", `${OWN}/recovery-codes`);
    },
  };

  it("refuses each request that hashes a password or a recovery code with 429, and writes nothing; later each succeeds", async () => {
    for (const [way, prepare] of Object.entries(WAYS)) {
      const { mona } = await memberWithPassword();
      const ask = await prepare(mona);
      fill();
      const { status, headers, meter, ...refused } = await ask();
      expect([way, status, codeOf({ status, headers, meter, ...refused })]).toEqual([way, 429, "line_full"]);
      expect([way, Number(headers.get("Retry-After")) > 0, meter.rowsWritten]).toEqual([way, true, 0]);
      for (const each of taken.splice(0)) each[Symbol.dispose]();
      expect([way, (await ask()).status]).toEqual([way, expect.toSatisfy((after: number) => after < 300)]);
    }
  });
});
