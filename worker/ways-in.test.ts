import { describe, expect, expectTypeOf, it } from "vitest";
import { API } from "./app.ts";
import type { CurrentUser } from "./features/account/index.ts";
import { removeSelf } from "./features/auth/remove-user.ts";
import { givePassword } from "./features/auth/testing/auth.cases.ts";
import { beginAuthenticator, removeAuthenticator } from "./features/second-factor/authenticator.ts";
import { getSecondFactors, readFactors } from "./features/second-factor/factors.ts";
import { removePasskey } from "./features/second-factor/passkeys.ts";
import { makeRecoveryCodes } from "./features/second-factor/recovery-codes.ts";
import { passkey } from "./features/second-factor/testing/second-factor.factory.ts";
import { addToken, bearer } from "./features/tokens/testing/tokens.factory.ts";
import { makeToken } from "./features/tokens/token.ts";
import type { SessionContext } from "./lib/context.ts";
import type { Problem } from "./lib/errors.ts";
import { SYSTEM_PERMISSIONS, SYSTEM_ROLES } from "./lib/permissions.schema.ts";
import { madeRequest } from "./testing/cases.ts";
import { at } from "./testing/database.ts";
import { accessOf, expectedOf, HOLDERS, oneOfEach, ROUTES, type Scene } from "./testing/routes.ts";
import { appWithAllWays as api, bySession, OTHER_WAYS } from "./testing/ways-in.ts";
import { type Answer, type Caller, call, person, raw, rows, send as sendAsGiven } from "./testing/world.ts";

type Way = typeof bySession;
type Request = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/** Sends a request as a user, by the given way in. */
async function send(way: Way, caller: Caller, { method, path, body, headers }: Request): Promise<Answer> {
  const credentials = await way(caller);
  return call(method, path, { ...credentials, body, api, headers: { ...headers, ...credentials.headers } });
}

const codeOf = ({ status, text }: Answer) => (status < 400 ? undefined : (JSON.parse(text) as Problem).code);
const userOf = (answer: Answer) => JSON.parse(answer.text) as CurrentUser;

/** Routes that are declared for sessions only. */
const OF_SESSIONS = new Set(API.filter(({ access }) => access.session).map(({ name }) => name));

/** Routes that ask only some requests for a recent proof, each with a request that needs it and one that does not. */
const PROVEN_IF = ROUTES.flatMap(({ route, provenIf }) => (provenIf ? [{ route, ...provenIf }] : []));

describe("every route answers a token and an interaction as it answers a session", () => {
  // Interactions have the rights of their user: the least and the most powerful are enough. Every route is called by an
  // administrator's token, and one of each rule by the others.
  const walks = [
    ["token", SYSTEM_ROLES],
    ["interaction", ["member", "administrator"]],
  ] as const;
  for (const [kind, role] of walks.flatMap(([way, roles]) => roles.map((each) => [way, each] as const)))
    it(`${kind} of the role ${role}: what only a session may do is refused, and writes nothing`, async () => {
      const caller = await person(role);
      const scene: Scene = { caller, role, isForeign: false, officer: await person("officer") };
      const wrong: unknown[] = [];
      const isEvery = kind === "token" && role === "administrator";
      const cases = isEvery ? ROUTES : oneOfEach(ROUTES, accessOf);
      for (const each of cases.filter(({ provenIf }) => !provenIf)) {
        const [method = ""] = each.route.split(" ");
        const answer = await send(OTHER_WAYS[kind], caller, { method, ...(await each.request(scene)) });
        const declared = expectedOf(each, scene);
        const isRefused = OF_SESSIONS.has(each.route) && declared.code !== "forbidden";
        const isBeyond =
          kind === "token" && each.scope?.every((permission) => !HOLDERS[permission]?.includes(role));
        const expected = isRefused
          ? "session_required"
          : isBeyond
            ? "forbidden"
            : (declared.code ?? declared.status);
        const wrote = isRefused && answer.meter.rowsWritten > 0;
        if ((codeOf(answer) ?? answer.status) !== expected || wrote)
          wrong.push([each.route, codeOf(answer) ?? answer.status, "expected", expected, { wrote }]);
      }
      expect(wrong).toEqual([]);
    });

  it("except that a token with one permission calls no route that takes another", async () => {
    const caller = await person("administrator");
    const scene: Scene = {
      ...{ caller, role: "administrator", isForeign: false },
      officer: await person("officer"),
    };
    const tokens = new Map<string, string>();
    for (const each of SYSTEM_PERMISSIONS)
      tokens.set(
        each,
        (await addToken(caller, { permissions: JSON.stringify([each]), last_used_at: at() })).token,
      );
    const wrong: unknown[] = [];
    const ofPermissions = ROUTES.filter(
      ({ access, scope, route }) => (Array.isArray(access) || scope) && !OF_SESSIONS.has(route),
    );
    for (const each of oneOfEach(ofPermissions, accessOf)) {
      const { route, isEachNeeded = false, scope } = each;
      const access = scope ?? each.access;
      if (typeof access === "string") continue;
      const [method = ""] = route.split(" ");
      const without = SYSTEM_PERMISSIONS.find((permission) => !access.includes(permission)) ?? "";
      for (const permission of [without, ...access]) {
        const headers = bearer(tokens.get(permission) ?? "");
        const { path, body } = await each.request(scene);
        const answer = await call(method, path, { body, headers });
        const isRefused = permission === without || isEachNeeded;
        const { code, detail } = answer.status < 400 ? { code: null, detail: "" } : JSON.parse(answer.text);
        // Beyond the access, a verb may ask for another permission for this record.
        const isOwn = code === "forbidden" && detail.includes(`(${permission})`);
        const isRight = isRefused ? code === "forbidden" : answer.status !== 401 && !isOwn;
        if (!isRight) wrong.push([route, permission, answer.status, code, detail]);
        if (isRefused && answer.meter.rowsWritten > 0) wrong.push([route, permission, "wrote"]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("except for signing in and out, proofs of identity, and routes that take a recent proof", () => {
    const stated = ROUTES.filter(({ inBrowser, proof, provenIf }) => inBrowser || (proof && !provenIf));
    expect([...OF_SESSIONS].sort()).toEqual(stated.map(({ route }) => route).sort());
  });

  it("verbs of the caller's own sign-in take the context of a session, so that the compiler refuses a token", () => {
    expectTypeOf(getSecondFactors).parameter(0).toEqualTypeOf<SessionContext>();
    expectTypeOf(readFactors).parameter(0).toEqualTypeOf<SessionContext>();
    expectTypeOf(beginAuthenticator).parameter(0).toEqualTypeOf<SessionContext>();
    expectTypeOf(removeAuthenticator).parameter(0).toEqualTypeOf<SessionContext>();
    expectTypeOf(removePasskey).parameter(0).toEqualTypeOf<SessionContext>();
    expectTypeOf(makeRecoveryCodes).parameter(0).toEqualTypeOf<SessionContext>();
    expectTypeOf(removeSelf).parameter(0).toEqualTypeOf<SessionContext>();
  });
});

describe("a route that asks only some requests for a recent proof", () => {
  it("has a case with a request that needs the proof, and one that does not", () => {
    const ofSome = API.filter(({ proof }) => proof?.isNeeded).map(({ name }) => name);
    expect(ofSome.sort()).toEqual(PROVEN_IF.map(({ route }) => route).sort());
  });

  for (const { route, needs, needsNone } of PROVEN_IF) {
    const [method = ""] = route.split(" ");
    it(`refuses these requests of a token and an interaction, and accepts the others: ${route}`, async () => {
      const administrator = await person("administrator");
      for (const way of Object.values(OTHER_WAYS)) {
        const refused = await send(way, administrator, { method, ...(await madeRequest(needs)) });
        expect([codeOf(refused), refused.meter.rowsWritten]).toEqual(["session_required", 0]);
        expect(
          (await send(way, administrator, { method, ...(await madeRequest(needsNone)) })).status,
        ).toBeLessThan(300);
      }
      expect(
        (await send(bySession, administrator, { method, ...(await madeRequest(needs)) })).status,
      ).toBeLessThan(300);
    });
  }
});

const LANGUAGE: Request = { method: "PATCH", path: "/api/user/language", body: { language: "da" } };

describe("the credentials of a request", () => {
  it("are refused with 401 when they are unknown, whatever cookie comes with them", async () => {
    const member = await person("member");
    for (const headers of [
      { Authorization: `Bearer ${makeToken()}` },
      { Authorization: "Bearer" },
      { Authorization: "bearer cc_" },
      { "X-Stand-In-Interaction": "999" },
    ] as Record<string, string>[])
      for (const way of [bySession, async () => ({})]) {
        const answer = await call("GET", "/api/user", { ...(await way(member)), headers, api });
        expect([answer.status, codeOf(answer)]).toEqual([401, "signed_out"]);
      }
  });

  it("of a token or an interaction take precedence over those of a cookie", async () => {
    const [browsing, acting] = [await person("administrator"), await person("member")];
    for (const way of Object.values(OTHER_WAYS)) {
      const both = { ...(await bySession(browsing)), ...(await way(acting)), api };
      expect(userOf(await call("GET", "/api/user", both)).id).toBe(acting.userId);
      const report = await call("GET", "/api/health/report", both);
      expect([report.status, codeOf(report)]).toEqual([403, "forbidden"]);
    }
  });

  it("require our own origin only when a browser sends them by itself", async () => {
    const member = await person("member");
    for (const headers of [{ Origin: "" }, { Origin: "https://evil.example" }] as Record<string, string>[]) {
      const refused = await send(bySession, member, { ...LANGUAGE, headers });
      expect([codeOf(refused), refused.meter.rowsWritten]).toEqual(["cross_site", 0]);
      for (const way of Object.values(OTHER_WAYS)) {
        expect((await send(way, member, { ...LANGUAGE, headers })).status).toBe(200);
        const both = { ...LANGUAGE, headers: { ...headers, Cookie: `session=${member.token}` } };
        expect((await send(way, member, both)).status).toBe(200);
      }
    }
  });

  it("decide where a user's own writes are read: a browser keeps a bookmark, a program reads the primary database", async () => {
    const member = await person("member");
    for (const way of [bySession, OTHER_WAYS.token]) {
      const asked: unknown[] = [];
      const DB = {
        withSession(from: string) {
          asked.push(from);
          return raw.DB.withSession(from);
        },
      };
      const { token, headers } = { token: null, headers: {}, ...(await way(member)) };
      const { method, path, body } = LANGUAGE;
      const init = {
        method,
        body: JSON.stringify(body),
        headers: {
          ...{ Origin: `${raw["APP_URL"]}`, "Content-Type": "application/json", ...headers },
          Cookie: `bookmark=older; session=${token}`,
        },
      };
      const response = await sendAsGiven(path, init, { DB }, api);
      expect(response.status).toBe(200);
      const isBrowser = way === bySession;
      expect(asked[0]).toBe(isBrowser ? "older" : "first-primary");
      expect(response.headers.has("Set-Cookie")).toBe(isBrowser);
    }
  });

  it("determine the kind of actor in the audit log, with a session's mark for sessions only", async () => {
    const officer = await person("officer");
    const add = { method: "POST", path: "/api/prospects", body: { displayName: "Vega Rook" } };
    for (const way of [bySession, ...Object.values(OTHER_WAYS)])
      expect((await send(way, officer, add)).status).toBe(201);
    const logged = await rows(
      `select actor_kind, actor_user_id, session_id is not null as is_marked from audit_log
       where action = 'prospect.created' order by id`,
    );
    const actor_user_id = officer.userId;
    expect(logged).toEqual([
      { actor_kind: "user", actor_user_id, is_marked: 1 },
      { actor_kind: "token", actor_user_id, is_marked: 0 },
      { actor_kind: "interaction", actor_user_id, is_marked: 0 },
    ]);
    const histories = await rows("select performed_by_id from prospect_history where action = 'created'");
    expect(histories).toEqual(Array.from({ length: 3 }, () => ({ performed_by_id: actor_user_id })));
  });
});

describe("an organization that requires a second factor of its administrators", () => {
  const ways = [bySession, ...Object.values(OTHER_WAYS)];
  const settings: Request = { method: "GET", path: "/api/organization/1/settings" };

  /** Returns the rights by each way in: the permissions that the user sees, and whether the settings open. */
  const rightsOf = (caller: Caller) =>
    Promise.all(
      ways.map(async (way) => {
        const { permissions, isHeldBack } = userOf(
          await send(way, caller, { method: "GET", path: "/api/user" }),
        );
        const { status } = await send(way, caller, settings);
        return [permissions.includes("admin.system"), isHeldBack, status];
      }),
    );
  const HELD = [false, true, 403];
  const FREE = [true, false, 200];

  it("withholds their permissions by every way in until they have one", async () => {
    const administrator = await person("administrator");
    await givePassword(administrator);
    expect(await rightsOf(administrator)).toEqual([FREE, FREE, FREE]);
    const body = { settingValue: true };
    await administrator.ok("PUT", "/api/organization/1/settings/require_second_factor", body);
    expect(await rightsOf(administrator)).toEqual([HELD, HELD, HELD]);
    await passkey(administrator);
    expect(await rightsOf(administrator)).toEqual([FREE, FREE, FREE]);
  });

  it("requires it of users who sign in with Discord, too", async () => {
    const administrator = await person("administrator");
    await raw.DB.prepare("update sessions set method = 'discord'").run();
    const body = { settingValue: true };
    await administrator.ok("PUT", "/api/organization/1/settings/require_second_factor", body);
    expect(await rightsOf(administrator)).toEqual([HELD, HELD, HELD]);
  });
});
