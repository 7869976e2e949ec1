import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { stopClock } from "../../testing/clock.ts";
import {
  backgroundDone,
  type Caller,
  call,
  hoursFromNow,
  person,
  raw,
  rows,
  value,
} from "../../testing/world.ts";
import type { CurrentUser } from "../account/index.ts";
import type { AuditEntry } from "../audit/audit.schema.ts";
import { customPermission } from "../roles/testing/roles.factory.ts";
import { addToken, bearer } from "./testing/tokens.factory.ts";
import { makeToken } from "./token.ts";

stopClock();
let owner: Caller;
let administrator: Caller;
beforeEach(async () => {
  owner = await person("officer", 1, "Olga");
  administrator = await person("administrator");
});

const LANGUAGE = ["PATCH", "/api/user/language", { language: "da" }] as const;
const MEMBERS = "/api/members/1";

/** Sends a request with a token, like a program: without an origin and cookies. */
const ask = (token: string, path = MEMBERS, method = "GET", body?: unknown, headers = {}) =>
  call(method, path, { headers: { Origin: "", ...bearer(token), ...headers }, body });
const outcome = async (...request: Parameters<typeof ask>) => {
  const { status, text } = await ask(...request);
  return status < 400 ? status : (JSON.parse(text) as Problem).code;
};
const permissionsOf = async (token: string) =>
  (JSON.parse((await ask(token, "/api/user")).text) as CurrentUser).permissions;
const set = (sql: string, ...values: unknown[]) =>
  raw.DB.prepare(sql)
    .bind(...values)
    .run();

describe("a request with a token", () => {
  it("has the permissions that both the token and its owner's role have", async () => {
    const { token } = await addToken(owner, { permissions: '["members.read","admin.users"]' });
    expect(await permissionsOf(token)).toEqual(["members.read"]);
    expect(await outcome(token)).toBe(200);
    expect(await outcome(token, "/api/permissions")).toBe("forbidden");
    expect(await outcome(token, "/api/prospects/1")).toBe("forbidden");
  });

  it("has its custom permissions; an administrator's token has no others either", async () => {
    const [mine, other] = [await customPermission(), await customPermission()];
    const { token } = await addToken(administrator, { permissions: JSON.stringify([mine, "events.read"]) });
    const { text } = await ask(token, "/api/user");
    expect((JSON.parse(text) as { permissions: string[] }).permissions).toEqual([mine, "events.read"]);
    expect(text).not.toContain(other);
  });

  it("without permissions only reads what every signed-in user may", async () => {
    const { token } = await addToken(owner, { permissions: "[]" });
    expect(await outcome(token, "/api/user")).toBe(200);
    expect(await outcome(token)).toBe("forbidden");
    const [method, path, body] = LANGUAGE;
    const refused = await ask(token, path, method, body);
    expect([refused.status, (JSON.parse(refused.text) as Problem).code]).toEqual([403, "token_reads"]);
    const { token: other } = await addToken(owner, { permissions: '["events.read"]' });
    expect(await outcome(other, path, method, body)).toBe(200);
  });

  it("costs as many round trips and rows as one with a session, and writes nothing", async () => {
    const { token } = await addToken(owner, { last_used_at: hoursFromNow(0) });
    const [{ meter }, { meter: ofSession }] = [await ask(token), await owner.call("GET", MEMBERS)];
    await backgroundDone();
    expect([meter.trips, meter.rowsWritten]).toEqual([ofSession.trips, 0]);
    expect(meter.rowsRead).toBeLessThanOrEqual(ofSession.rowsRead + 2);
  });

  it("does not reuse the entity tag of another token or session of the user", async () => {
    const [all, some] = [await addToken(owner), await addToken(owner, { permissions: '["members.read"]' })];
    const tagOf = ({ headers }: { headers: Headers }) => headers.get("ETag") ?? "";
    const tags = [tagOf(await ask(all.token)), tagOf(await owner.call("GET", MEMBERS))];
    for (const tag of tags)
      expect(await outcome(some.token, MEMBERS, "GET", undefined, { "If-None-Match": tag })).toBe(200);
    const own = tagOf(await ask(some.token));
    expect(await outcome(some.token, MEMBERS, "GET", undefined, { "If-None-Match": own })).toBe(304);
  });

  it("updates the token's last use, at most once an hour", async () => {
    const { token, id } = await addToken(owner);
    const noted = () => value("select last_used_at from tokens where id = ?", id);
    const askAt = async (lastUse: string | null) => {
      await set("update tokens set last_used_at = ?", lastUse);
      await Promise.all([ask(token), ask(token)]);
      await backgroundDone();
      return noted();
    };
    expect(await askAt(null)).toBe(hoursFromNow(0));
    expect(await askAt(hoursFromNow(-59 / 60))).toBe(hoursFromNow(-59 / 60));
    expect(await askAt(hoursFromNow(-61 / 60))).toBe(hoursFromNow(0));
  });

  it("is in the audit log under its owner's name with the token's name, on screen and as CSV", async () => {
    const { token } = await addToken(owner, { name: "Contract robot" });
    const body = { displayName: "Vega Rook" };
    expect((await ask(token, "/api/prospects", "POST", body)).status).toBe(201);
    await owner.ok("POST", "/api/prospects", { displayName: "Rigel Ash" });
    const found = await owner.ok<AuditEntry[]>(
      "GET",
      "/api/audit/1?action=prospect.created&q=contract robot",
    );
    expect(found.map(({ actor }) => actor)).toEqual([
      { kind: "token", name: "Olga", userId: owner.userId, token: "Contract robot" },
    ]);
    const [ofSession] = await owner.ok<AuditEntry[]>("GET", "/api/audit/1?action=prospect.created");
    expect(ofSession?.actor).toEqual({ kind: "user", name: "Olga", userId: owner.userId, token: null });
    const { text } = await owner.call("GET", "/api/audit/1/export?action=prospect.created");
    expect(text).toContain("Olga,Program with a person's token (Contract robot),");
  });
});

describe("a token is refused with 401", () => {
  const isRefused = async (token: string) => {
    const { status, text } = await ask(token);
    return status === 401 && (JSON.parse(text) as Problem).code === "signed_out";
  };

  it("with a wrong checksum before the database is asked, and after one round trip when it is unknown", async () => {
    const { token } = await addToken(owner);
    const wrong = token.slice(0, -1) + (token.endsWith("a") ? "b" : "a");
    for (const [sent, trips] of [
      [wrong, 0],
      ["cc_x", 0],
      [makeToken(), 1],
    ] as const) {
      const { status, meter } = await ask(sent);
      await backgroundDone();
      expect([sent, status, meter.trips, meter.rowsWritten]).toEqual([sent, 401, trips, 0]);
    }
  });

  it("at once when it is revoked or ends", async () => {
    const { token, id } = await addToken(owner);
    const { token: ending } = await addToken(owner, { expires_at: hoursFromNow(0) });
    const { token: lasting } = await addToken(owner, { expires_at: hoursFromNow(0.001) });
    expect([await isRefused(token), await isRefused(ending), await isRefused(lasting)]).toEqual([
      false,
      true,
      false,
    ]);
    await owner.ok("DELETE", `/api/tokens/${id}`);
    expect(await isRefused(token)).toBe(true);
  });

  it("at once when its owner becomes inactive, and also after they come back", async () => {
    const { token } = await addToken(owner);
    const { token: other } = await addToken(administrator);
    const status = (to: string) =>
      administrator.ok("PUT", `/api/members/${owner.memberId}/status`, { status: to });
    await status("inactive");
    expect(await isRefused(token)).toBe(true);
    await status("active");
    expect([await isRefused(token), await isRefused(other)]).toEqual([true, false]);
  });

  it("when its owner is inactive by any other way", async () => {
    const { token } = await addToken(owner);
    await set("update members set status = 'inactive' where id = ?", owner.memberId);
    expect(await isRefused(token)).toBe(true);
    await set("delete from members where id = ?", owner.memberId);
    expect(await isRefused(token)).toBe(true);
  });

  it("at once when its owner is deleted or leaves", async () => {
    const tokens: string[] = [];
    const leaving = await person("member", 1, "Mona");
    for (const each of [owner, leaving]) tokens.push((await addToken(each)).token);
    await administrator.ok("DELETE", `/api/users/${owner.userId}`);
    const username = await value<string>("select username from users where id = ?", leaving.userId);
    await leaving.ok("DELETE", "/api/user", { username });
    expect(await Promise.all(tokens.map(isRefused))).toEqual([true, true]);
    expect(await rows("select id from tokens")).toEqual([]);
  });
});

it("loses at once the permissions and the rank that its demoted owner lost", async () => {
  const { token } = await addToken(owner);
  const recruiter = await person("recruiter");
  const leaveOf = async () => {
    const day = "2950-01-01".replace("2950", String(new Date().getUTCFullYear() + 1));
    return outcome(token, "/api/leaves", "POST", { from: day, to: day, userId: recruiter.userId });
  };
  expect([await outcome(token, "/api/audit/1"), await leaveOf()]).toEqual([200, 201]);
  await set(
    "update members set role_id = (select id from roles where key = 'member' and organization_id = 1) where id = ?",
    owner.memberId,
  );
  expect([await outcome(token, "/api/audit/1"), await leaveOf()]).toEqual(["forbidden", "forbidden"]);
  await set(
    "update roles set permissions = json_insert(permissions, '$[#]', 'members.write') where key = 'member'",
  );
  expect(await leaveOf()).toBe("outranked");
});

it("has no permission while its owner needs a second factor and has none", async () => {
  const { token } = await addToken(owner);
  await set("update roles set requires_second_factor = 1 where key = 'officer'");
  expect([await permissionsOf(token), await outcome(token)]).toEqual([[], "forbidden"]);
});
