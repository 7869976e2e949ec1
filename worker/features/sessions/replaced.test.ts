import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LIVE_CLOSE } from "../../lib/live/live.schema.ts";
import { closePages, openPage } from "../../testing/live.ts";
import { backgroundDone, Caller, call, organization, person, raw, rows, value } from "../../testing/world.ts";
import { givePassword, PASSWORD } from "../auth/testing/auth.cases.ts";
import { backFromDiscord } from "../discord/testing/discord.factory.ts";
import {
  authenticator,
  cookieOf,
  firstStep,
  memberWithPassword,
  recoveryCode,
} from "../second-factor/testing/second-factor.factory.ts";
import { sessionIdOf } from "./token.ts";

let mona: Caller;
let username: string;
beforeEach(async () => {
  ({ mona, username } = await memberWithPassword());
});
afterEach(closePages);

const isOpen = async (token: string | null) =>
  (await new Caller(token).call("GET", "/api/user")).status === 200;
const isStored = (token: string | null) =>
  value<number>("select count(*) from sessions where id = ?", sessionIdOf(token ?? ""));

describe("a sign-in in a browser that has a session ends that session", () => {
  const login = async (headers: Record<string, string>) =>
    call("POST", "/api/login", { body: { username, password: PASSWORD }, headers });
  const WAYS: Record<string, (Cookie: string) => Promise<Awaited<ReturnType<typeof call>>>> = {
    "with a password": (Cookie) => login({ Cookie }),
    "with a second step": async (Cookie) => {
      const code = await authenticator(mona);
      const { waiting } = await firstStep(username);
      const headers = { Cookie: `${Cookie}; waiting=${waiting}` };
      return call("POST", "/api/login/second-factor", { body: { code: code() }, headers });
    },
    "with Discord": async (Cookie) => {
      const { path, headers } = await backFromDiscord();
      return call("GET", path, { headers: { Cookie: `${Cookie}; ${headers?.["Cookie"]}` } });
    },
    "by registering": (Cookie) =>
      call("POST", "/api/register", {
        body: { username: "vega.rook", password: PASSWORD },
        headers: { Cookie },
      }),
    "by a password link": async (Cookie) => {
      const administrator = await person("administrator");
      const { url } = await administrator.ok<{ url: string }>(
        "POST",
        `/api/members/${mona.memberId}/password-link`,
        {},
      );
      const token = url.split("password_link=")[1];
      return call("POST", "/api/password-link", { body: { token, password: PASSWORD }, headers: { Cookie } });
    },
  };
  for (const [way, signIn] of Object.entries(WAYS)) {
    it(way, async () => {
      for (const before of [new Caller(mona.token, mona.userId), await person("officer")]) {
        await raw.DB.prepare("delete from authenticators").run();
        await raw.DB.prepare("delete from users where username = 'vega.rook'")
          .run()
          .catch(() => undefined);
        const answer = await signIn(`session=${before.token}`);
        const token = cookieOf(answer, "session");
        if (answer.status === 409) continue;
        expect([answer.status < 400, await isOpen(token), await isOpen(before.token)]).toEqual([
          true,
          true,
          false,
        ]);
        expect(await isStored(before.token)).toBe(0);
      }
    });
  }

  it("but not a session whose token it does not have, nor when it is refused", async () => {
    const other = await person("officer");
    const id = sessionIdOf(String(other.token));
    for (const forged of [`${id}.${"A".repeat(43)}`, `${other.token}A`, `${id}`]) {
      const answer = await login({ Cookie: `session=${forged}` });
      expect([answer.status, await isOpen(cookieOf(answer, "session"))]).toEqual([200, true]);
    }
    const refused = await call("POST", "/api/login", {
      body: { username, password: "wrong" },
      headers: { Cookie: `session=${other.token}` },
    });
    expect([refused.status, await isOpen(other.token)]).toEqual([401, true]);
  });

  it("and closes its live connections, in another organization too", async () => {
    const stranger = await person("administrator", await organization());
    const page = await openPage(stranger);
    await login({ Cookie: `session=${stranger.token}` });
    await backgroundDone();
    expect(await page.next()).toEqual({ closed: LIVE_CLOSE.sessionChanged });
  });

  it("and writes as many rows as a sign-in without a session", async () => {
    await raw.DB.prepare("update users set signed_in_at = created_at").run();
    await raw.DB.prepare("update members set has_signed_in = 1").run();
    const plain = await login({});
    const again = await login({ Cookie: `session=${mona.token}` });
    expect(again.meter.rowsWritten).toBe(plain.meter.rowsWritten);
    await recoveryCode(mona);
    await authenticator(mona);
    const { waiting } = await firstStep(username);
    const cookies = `session=${cookieOf(again, "session")}; waiting=${waiting}`;
    const second = await call("POST", "/api/login/second-factor", {
      body: { recoveryCode: "ABCDEFGHIJKLMNOP" },
      headers: { Cookie: cookies },
    });
    expect([second.status, second.meter.rowsWritten <= 8]).toEqual([200, true]);
  });
});

describe("a confirmation of the user's identity", () => {
  it("gives the session a new token, which makes the earlier one invalid", async () => {
    await givePassword(mona);
    const page = await openPage(mona);
    const tokens = [mona.token];
    const [before] = await rows<object>("select id, user_id, method, created_at, expires_at from sessions");
    for (let turn = 0; turn < 2; turn += 1) {
      await mona.ok("POST", "/api/user/confirm", { password: PASSWORD });
      tokens.push(mona.token);
      expect(await Promise.all(tokens.map(isOpen))).toEqual(tokens.map((each) => each === mona.token));
    }
    expect(new Set(tokens).size).toBe(3);
    expect(await rows("select id, user_id, method, created_at, expires_at from sessions")).toEqual([before]);
    await mona.ok("PATCH", "/api/user/language", { language: "da" });
    await backgroundDone();
    expect(page.rest().filter((each) => "closed" in (each as object))).toEqual([]);
  });

  it("gives no new token when it is refused", async () => {
    const { token } = mona;
    const answer = await mona.call("POST", "/api/user/confirm", { body: { password: "wrong" } });
    expect([answer.status, cookieOf(answer, "session"), await isOpen(token)]).toEqual([400, null, true]);
  });

  it("starts a link with a new token, too: the password is a proof", async () => {
    const { token } = mona;
    await mona.ok("POST", "/api/user/discord", { password: PASSWORD });
    expect([await isOpen(token), await isOpen(mona.token)]).toEqual([false, true]);
  });
});
