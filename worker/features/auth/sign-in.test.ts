import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { takePlace } from "../../lib/scrypt.ts";
import { type Answer, call, nobody, person, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser } from "../account/account.schema.ts";
import { hashToken } from "../sessions/index.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { hashPassword, weaknessOf } from "./passwords.ts";

const PASSWORD = "nebula-drift-9";

/** An officer Vega with a password. */
async function vega(): Promise<number> {
  const { userId } = await person("officer", 1, "Vega Rook");
  using place = takePlace("known", "tests");
  await raw.DB.prepare(
    "update users set username = 'Vega', sign_in_name = 'vega', password_hash = ? where id = ?",
  )
    .bind(await hashPassword(place, PASSWORD), userId)
    .run();
  await raw.DB.prepare("delete from sessions").run();
  return userId;
}

const signIn = (username: string, password: string, from = "192.0.2.1"): Promise<Answer> =>
  call("POST", "/api/login", { body: { username, password }, headers: { "CF-Connecting-IP": from } });
const problemOf = ({ text }: Answer) => JSON.parse(text) as Problem;

let userId: number;
beforeEach(async () => {
  userId = await vega();
});

describe("signing in with a password", () => {
  it("answers the user with role and permissions, and is audited", async () => {
    const answer = await signIn("Vega", PASSWORD);
    const user = JSON.parse(answer.text) as CurrentUser;
    expect(answer.status).toBe(200);
    expect(user).toMatchObject({
      id: userId,
      displayName: "Vega Rook",
      role: "Officer",
      signInMethods: ["password"],
    });
    expect(user.permissions).toContain("crm.assign");
    expect(user.permissions).not.toContain("admin.users");
    expect(await rows("select action, readers, actor_user_id, details from audit_log")).toEqual([
      {
        action: "user.signed_in",
        readers: "private",
        actor_user_id: userId,
        details: '{"method":"password"}',
      },
    ]);
  });

  it("stores when the user first signed in, for the list of those who never did", async () => {
    const first = () =>
      rows(
        "select signed_in_at, has_signed_in, version from users join members on members.user_id = users.id where users.id = ?",
        userId,
      );
    expect(await first()).toEqual([{ signed_in_at: null, has_signed_in: 0, version: 1 }]);
    await signIn("Vega", PASSWORD);
    const after = await first();
    expect(after).toEqual([{ signed_in_at: expect.any(String), has_signed_in: 1, version: 1 }]);
    await signIn("Vega", PASSWORD);
    expect(await first()).toEqual(after);
  });

  it("accepts the name in any case and with surrounding spaces", async () => {
    for (const name of ["vega", "VEGA", " Vega "])
      expect([name, (await signIn(name, PASSWORD)).status]).toEqual([name, 200]);
  });

  it("accepts Danish letters in any case", async () => {
    await raw.DB.prepare("update users set username = 'Åse Ærø', sign_in_name = 'åse ærø' where id = ?")
      .bind(userId)
      .run();
    for (const name of ["Åse Ærø", "åse ærø", "ÅSE ÆRØ"]) {
      expect([name, (await signIn(name, PASSWORD)).status]).toEqual([name, 200]);
    }
  });

  it("answers a wrong password and an unknown name alike, after the same work", async () => {
    // Hashing begins by normalizing its input, which is counted here.
    const hashed = vi.spyOn(String.prototype, "normalize");
    const seen = [];
    for (const name of ["Vega", "nobody-of-that-name"]) {
      hashed.mockClear();
      const answer = await signIn(name, "not-the-password");
      const { requestId: _, ...problem } = problemOf(answer);
      seen.push({
        problem,
        hashed: hashed.mock.contexts.filter((text) => String(text) === "not-the-password").length,
        trips: answer.meter.trips,
        cookie: answer.headers.has("Set-Cookie"),
      });
    }
    hashed.mockRestore();
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toMatchObject({
      problem: { status: 401, code: "wrong_credentials" },
      hashed: 1,
      cookie: false,
    });
    expect(await value("select count(*) from sessions")).toBe(0);
  });

  it("refuses an inactive member with the right password, and a user without a password", async () => {
    await raw.DB.prepare("update members set status = 'inactive'").run();
    expect(problemOf(await signIn("Vega", PASSWORD)).code).toBe("account_inactive");
    await raw.DB.prepare("update users set password_hash = null").run();
    expect(problemOf(await signIn("Vega", PASSWORD)).code).toBe("wrong_credentials");
    expect(await value("select count(*) from sessions")).toBe(0);
  });
});

describe("the session of a sign-in", () => {
  const https = { APP_URL: "https://command.example.org" };
  const cookieOf = (answer: Answer) =>
    answer.headers.getSetCookie().find((each) => each.includes("session=")) ?? "";

  it("has a new random token each time, of which only the hash is stored", async () => {
    const tokens = [];
    for (let turn = 0; turn < 2; turn++) {
      const cookie = cookieOf(await signIn("Vega", PASSWORD));
      expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
      tokens.push(/=([\w-]+)/.exec(cookie)?.[1] ?? "");
    }
    expect(new Set(tokens).size).toBe(2);
    const stored = await rows<{ token_hash: string }>("select * from sessions");
    expect(stored.map((each) => each.token_hash).sort()).toEqual(tokens.map(hashToken).sort());
    for (const token of tokens) expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("is kept in a __Host- cookie over https", async () => {
    const answer = await call("POST", "/api/login", {
      body: { username: "Vega", password: PASSWORD },
      headers: { Origin: https.APP_URL },
      settings: https,
    });
    expect(cookieOf(answer)).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const token = /=([\w-]+)/.exec(cookieOf(answer))?.[1];
    const user = (name: string) =>
      call("GET", "/api/user", { headers: { Cookie: `${name}=${token}` }, settings: https });
    expect((await user("__Host-session")).status).toBe(200);
    expect((await user("session")).status).toBe(401);
  });
});

it("stores a password with its own salt and the product's cost, and no other password matches", async () => {
  // The other tests use cheaper hashes.
  const path = "./passwords.ts?as-it-is";
  const { hashPassword, verifyPassword } = (await import(path)) as typeof import("./passwords.ts");
  // Uses two lines, which pause independently.
  using one = takePlace("known", "tests");
  using two = takePlace("strangers", "tests");
  const [hash, other] = await Promise.all([one, two].map((place) => hashPassword(place, PASSWORD)));
  expect(other).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(other).not.toBe(hash);
  const verified = [
    verifyPassword(one, PASSWORD, other ?? ""),
    verifyPassword(two, `${PASSWORD} `, other ?? ""),
    verifyPassword(two, PASSWORD, null),
  ];
  expect(await Promise.all(verified)).toEqual([true, false, false]);
});

it("common passwords, one repeated sign and names with little beside them are weak", () => {
  const names = ["vega.rook", "Vega Rook", "Nova Rangers", null];
  for (const password of ["123456", "Password1", "aaaaaaa", "starcitizen"])
    expect([password, weaknessOf(password, names)]).toEqual([password, "common"]);
  for (const password of ["VEGA.rook", "vega-rook-1", "rook2024", "NovaRangers!", "rangers99"])
    expect([password, weaknessOf(password, names)]).toEqual([password, "name"]);
  for (const password of [PASSWORD, "vega plays the violin"])
    expect([password, weaknessOf(password, names)]).toEqual([password, null]);
  expect(COMMON_PASSWORDS.size).toBe(3_000);
});

it("no cache stores an answer that signs in", async () => {
  expect((await signIn("Vega", PASSWORD)).headers.get("Cache-Control")).toBe("no-store");
  expect((await nobody.call("GET", "/api/user")).headers.get("Cache-Control")).toBe("no-store");
});
