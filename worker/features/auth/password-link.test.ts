import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { stopClock } from "../../testing/clock.ts";
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
import type { PasswordLink } from "../members/members.schema.ts";
import { hashToken } from "../sessions/index.ts";
import { FREE_ATTEMPTS } from "./attempts.ts";
import { givePassword, PASSWORD } from "./testing/auth.cases.ts";

stopClock();
let administrator: Caller;
let mona: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
  mona = await person("member", 1, "Mona");
  await raw.DB.prepare("update users set username = 'Mona.V', discord_id = '200000000000000009' where id = ?")
    .bind(mona.userId)
    .run();
});

const path = (caller: Caller) => `/api/members/${caller.memberId}/password-link`;
const tokenOf = ({ url }: PasswordLink) => url.split("#password_link=")[1] ?? "";
const makeLink = async (caller = mona) => tokenOf(await administrator.ok<PasswordLink>("POST", path(caller)));
const take = (token: string, password = PASSWORD, from = "192.0.2.1"): Promise<Answer> =>
  call("POST", "/api/password-link", {
    body: { token, password },
    headers: { "CF-Connecting-IP": from },
  });
const codeOf = ({ status, text }: Answer) => [status, (JSON.parse(text) as Problem).code];
const ENDED = [410, "password_link_ended"];
const signIn = (username: string, password: string) =>
  call("POST", "/api/login", { body: { username, password } });

describe("making a password link", () => {
  it("returns the link once, stores only its hash, and audits it", async () => {
    const link = await administrator.ok<PasswordLink>("POST", path(mona));
    expect(link).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:8787\/auth#password_link=[\w-]{43}$/),
      username: "Mona.V",
      expiresAt: expect.any(String),
    });
    const hours = (Date.parse(link.expiresAt) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect(await rows("select member_id, token_hash from password_links")).toEqual([
      { member_id: mona.memberId, token_hash: hashToken(tokenOf(link)) },
    ]);
    expect(await rows("select action, entity_name, details from audit_log")).toEqual([
      { action: "member.password_link", entity_name: "Mona", details: null },
    ]);
  });

  it("notifies the member, and on request ends the old password and their sessions at once", async () => {
    await givePassword(mona);
    expect((await signIn("Mona.V", PASSWORD)).status).toBe(200);
    await administrator.ok("POST", path(mona));
    expect((await mona.call("GET", "/api/user")).status).toBe(200);
    const answer = await administrator.call("POST", path(mona), { body: { endNow: true } });
    expect([answer.status, answer.meter.trips]).toEqual([201, 2]);
    expect(answer.meter.rowsWritten).toBeLessThanOrEqual(18);
    expect((await mona.fails("GET", "/api/user")).code).toBe("signed_out");
    expect(codeOf(await signIn("Mona.V", PASSWORD))).toEqual([401, "wrong_credentials"]);
    const notices = await rows("select kind from notices where user_id = ? order by id", mona.userId);
    expect(notices.map(({ kind }) => kind)).toEqual([
      ...Array(2).fill("member.password_link"),
      "member.sessions_ended",
    ]);
    expect((await rows("select action from audit_log")).map(({ action }) => action)).toEqual([
      "user.signed_in",
      ...Array(2).fill("member.password_link"),
      "member.password_ended",
    ]);
  });

  it("requires admin.users and a higher rank than the member's, and refuses the caller's own account", async () => {
    const officer = await person("officer");
    const other = await person("administrator");
    await raw.DB.prepare(
      "update roles set permissions = json_insert(permissions, '$[#]', 'admin.users') where key = 'crm_manager'",
    ).run();
    const manager = await person("crm_manager");
    expect((await officer.fails("POST", path(mona))).code).toBe("forbidden");
    expect((await manager.fails("POST", path(officer))).code).toBe("outranked");
    expect((await manager.fails("POST", path(other))).code).toBe("outranked");
    expect((await manager.fails("POST", path(manager))).code).toBe("own_membership");
    const foreigner = await person("administrator", await organization());
    expect((await foreigner.fails("POST", path(mona))).code).toBe("not_found");
    expect(await value("select count(*) from password_links")).toBe(0);
    await manager.ok("POST", path(mona));
  });

  it("refuses a member of lower rank who holds a permission that the caller lacks", async () => {
    await raw.DB.batch(
      [
        `insert into roles (organization_id, name, permissions, priority, is_system, created_at, updated_at)
         values (1, 'Keeper', '["dashboard.view","admin.system"]', 5, 0, '', '')`,
        "update roles set permissions = json_insert(permissions, '$[#]', 'admin.users') where key = 'crm_manager'",
        `update members set role_id = (select max(id) from roles) where id = ${mona.memberId}`,
      ].map((sql) => raw.DB.prepare(sql)),
    );
    const manager = await person("crm_manager");
    expect((await manager.fails("POST", path(mona))).code).toBe("password_link_beyond");
    expect(await value("select count(*) from password_links")).toBe(0);
    await raw.DB.prepare("update roles set permissions = '[\"dashboard.view\"]' where name = 'Keeper'").run();
    await manager.ok("POST", path(mona));
  });

  it("refuses an inactive member, and one whose name is another user's sign-in name", async () => {
    await nobody.ok("POST", "/api/register", { username: "mona.v", password: PASSWORD });
    expect(await administrator.fails("POST", path(mona))).toMatchObject({
      status: 409,
      code: "sign_in_name_taken",
    });
    await administrator.ok("PUT", `/api/members/${mona.memberId}/status`, { status: "inactive" });
    expect((await administrator.fails("POST", path(mona))).code).toBe("member_inactive");
    expect(await value("select count(*) from password_links")).toBe(0);
  });
});

describe("using a password link", () => {
  it("sets the password, ends every session, signs in, and works once", async () => {
    const token = await makeLink();
    const answer = await take(token);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({
      id: mona.userId,
      signInMethods: ["password", "discord"],
    } satisfies Partial<CurrentUser>);
    const session = new Caller(/session=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? null);
    expect((await session.ok<CurrentUser>("GET", "/api/user")).displayName).toBe("Mona");
    expect((await mona.fails("GET", "/api/dashboard/stats/1")).code).toBe("signed_out");
    expect(await rows("select action, actor_name from audit_log order by id desc limit 2")).toEqual([
      { action: "user.signed_in", actor_name: "Mona" },
      { action: "user.password_set", actor_name: "Mona" },
    ]);
    expect(codeOf(await take(token, "another-drift-9"))).toEqual(ENDED);
    expect((await signIn("mona.v", PASSWORD)).status).toBe(200);
    expect((await signIn("mona.v", "another-drift-9")).status).toBe(401);
    expect(await value("select has_signed_in from members where id = ?", mona.memberId)).toBe(1);
  });

  it("sets one password when two users use it at once", async () => {
    const token = await makeLink();
    const answers = await Promise.all([take(token, "first-drift-9"), take(token, "second-drift-9")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await value("select count(*) from sessions where user_id = ?", mona.userId)).toBe(1);
  });

  it("replaces a forgotten password and keeps the sign-in name", async () => {
    const added = await administrator.ok<CurrentUser>("POST", "/api/register", {
      username: "Vega",
      displayName: "Vega",
      password: "forgotten-9",
      role: "Member",
    });
    const vega = new Caller(null, added.id, added.member?.id);
    expect((await take(await makeLink(vega))).status).toBe(200);
    expect((await signIn("vega", "forgotten-9")).status).toBe(401);
    expect((await signIn("VEGA", PASSWORD)).status).toBe(200);
    expect(await value("select count(*) from notices where kind = 'auth.password'")).toBe(1);
  });

  const ENDINGS: Record<string, (token: string) => Promise<unknown>> = {
    "a newer one": () => administrator.ok("POST", path(mona)),
    "its member becoming inactive, though active again": async () => {
      const status = `/api/members/${mona.memberId}/status`;
      await administrator.ok("PUT", status, { status: "inactive" });
      await administrator.ok("PUT", status, { status: "active" });
    },
    "leaving through the pipeline": async () => {
      await raw.DB.prepare(
        `insert into prospects (organization_id, user_id, display_name, username, status, stage_changed_at, created_at, updated_at)
         values (1, ?, 'Mona', 'mona', 'active', '', '', '')`,
      )
        .bind(mona.userId)
        .run();
      const id = await value("select max(id) from prospects");
      await administrator.ok("PATCH", `/api/prospects/${id}/status`, { status: "inactive", reason: "Left" });
      await administrator.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" });
    },
    "its user being deleted": () => administrator.ok("DELETE", `/api/users/${mona.userId}`),
    "its 24 hours": async () => {
      vi.setSystemTime(Date.now() + 24 * 3_600_000);
    },
    "one that is no link at all": async () => undefined,
  };
  for (const [why, end] of Object.entries(ENDINGS)) {
    it(`is refused with the same message after ${why}`, async () => {
      const token = await makeLink();
      try {
        await end(token);
        expect(codeOf(await take(why.includes("no link") ? `${token}x` : token))).toEqual(ENDED);
      } finally {
        vi.useRealTimers();
      }
      expect(await value("select count(*) from users where password_hash is not null")).toBe(0);
    });
  }

  it("stays valid after a password that is too short, very common or the username", async () => {
    const token = await makeLink();
    expect(codeOf(await take(token, "short"))).toEqual([400, "invalid_input"]);
    for (const [weak, code] of [
      ["123456", "weak_password"],
      ["mona.v", "password_of_names"],
    ])
      expect(codeOf(await take(token, weak))).toEqual([400, code]);
    expect((await take(token)).status).toBe(200);
  });

  it("slows down attempts by address", async () => {
    for (let tries = 0; tries < FREE_ATTEMPTS.link; tries++) await take("guess");
    const token = await makeLink();
    expect((await take(token)).status).toBe(429);
    expect((await take(token, PASSWORD, "192.0.2.2")).status).toBe(200);
  });
});
