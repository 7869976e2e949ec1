import { beforeEach, describe, expect, it } from "vitest";
import type { Problem } from "../../lib/errors.ts";
import { stopClock } from "../../testing/clock.ts";
import { rowCounts } from "../../testing/inspect.ts";
import { type Answer, Caller, call, nobody, person, raw, rows, value } from "../../testing/world.ts";
import type { CurrentUser, UserRole } from "../account/account.schema.ts";
import { FREE_ATTEMPTS } from "./attempts.ts";
import { inThrees } from "./testing/auth.cases.ts";

const someone = { username: "Rook.Vega", password: "nebula-drift-9" };
const problemOf = ({ text }: Answer) => JSON.parse(text) as Problem;
const sessionOf = (answer: Answer) =>
  new Caller(/session=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? null);

describe("registering as a visitor", () => {
  stopClock();

  it("creates a user, a session and a prospect at intro, with history and audit", async () => {
    const answer = await nobody.call("POST", "/api/register", {
      body: { ...someone, email: "vega@example.org", displayName: "Vega Rook" },
      headers: { "Accept-Language": "da" },
    });
    expect(answer.status).toBe(201);
    const user = JSON.parse(answer.text) as CurrentUser;
    expect(user).toMatchObject({
      username: "Rook.Vega",
      displayName: "Vega Rook",
      email: "vega@example.org",
      organizationId: 1,
      language: "da",
      role: null,
      permissions: [],
      member: null,
    });
    expect(
      await rows(
        "select user_id, display_name, username, email, status, assigned_to, referral_source from prospects",
      ),
    ).toEqual([
      {
        user_id: user.id,
        display_name: "Vega Rook",
        username: "Rook.Vega",
        email: "vega@example.org",
        status: "intro",
        assigned_to: null,
        referral_source: "website",
      },
    ]);
    const prospectId = await value<number>("select id from prospects");
    expect(await rows("select prospect_id, action, performed_by, new_value from prospect_history")).toEqual([
      { prospect_id: prospectId, action: "created", performed_by: "Vega Rook", new_value: "intro" },
    ]);
    expect(await rows("select action, entity_id, entity_name, actor_name from audit_log")).toEqual([
      { action: "user.registered", entity_id: prospectId, entity_name: "Vega Rook", actor_name: "Vega Rook" },
    ]);
    const visitor = sessionOf(answer);
    expect((await visitor.ok<CurrentUser>("GET", "/api/user")).id).toBe(user.id);
    expect((await visitor.fails("GET", "/api/dashboard/stats/1")).code).toBe("forbidden");
    const signedIn = await nobody.call("POST", "/api/login", { body: someone });
    expect(signedIn.status).toBe(200);
  });

  it("uses the username as display name, and stores an empty e-mail as none", async () => {
    const user = await nobody.ok<CurrentUser>("POST", "/api/register", {
      ...someone,
      email: "",
      displayName: "",
    });
    expect(user).toMatchObject({ displayName: "Rook.Vega", email: null });
  });

  it("refuses while the organization has registration switched off", async () => {
    await raw.DB.prepare(
      "insert into organization_settings (organization_id, setting_key, setting_value, updated_at) values (1, 'allow_registration', 0, '')",
    ).run();
    expect((await nobody.fails("POST", "/api/register", someone)).code).toBe("registration_closed");
    expect(await value("select count(*) from users")).toBe(0);
  });

  it("refuses a weak password and writes nothing", async () => {
    const before = await rowCounts();
    for (const [password, code] of [
      ["123456", "weak_password"],
      ["rook.vega", "password_of_names"],
    ]) {
      expect((await nobody.fails("POST", "/api/register", { ...someone, password })).code).toBe(code);
    }
    // Attempts to register are counted.
    expect({ ...(await rowCounts()), attempts: 0 }).toEqual({ ...before, attempts: 0 });
  });

  it("refuses a taken name, in any case, and gives it to one of two users at once", async () => {
    const answers = await Promise.all(
      ["Rook.Vega", "rook.vega"].map((username) =>
        nobody.call("POST", "/api/register", { body: { ...someone, username } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const late = await nobody.fails("POST", "/api/register", { ...someone, username: "ROOK.VEGA" });
    expect(late).toMatchObject({ code: "username_taken", detail: expect.stringContaining("ROOK.VEGA") });
    for (const table of ["users", "prospects", "prospect_history", "sessions", "audit_log"]) {
      expect([table, await value(`select count(*) from ${table}`)]).toEqual([table, 1]);
    }
  });

  it("refuses a role instead of ignoring it", async () => {
    for (const caller of [nobody, await person("officer")]) {
      const problem = await caller.fails("POST", "/api/register", { ...someone, role: "Member" });
      expect(problem).toMatchObject({ status: 403, code: "forbidden" });
    }
    expect(await value("select count(*) from users where username = 'Rook.Vega'")).toBe(0);
  });

  it("slows down a network after ten attempts, in parallel too", async () => {
    const tries = await inThrees(FREE_ATTEMPTS.registration + 3, (at) =>
      call("POST", "/api/register", {
        // A taken name counts as an attempt, too.
        body: { ...someone, username: `pilot ${at % 2}` },
        headers: { "CF-Connecting-IP": "192.0.2.7" },
      }),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
    expect(await value("select count(*) from users")).toBe(2);
  });
});

describe("adding a user with admin.users", () => {
  const added = { ...someone, displayName: someone.username };
  let administrator: Caller;
  beforeEach(async () => {
    administrator = await person("administrator", 1, "Ada");
  });

  it("creates a user and a member with the role, and keeps the caller's session", async () => {
    const answer = await administrator.call("POST", "/api/register", {
      body: { ...added, role: "recruiter" },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie().join()).not.toContain("session=");
    const user = JSON.parse(answer.text) as CurrentUser;
    expect(user).toMatchObject({ role: "Recruiter", roleKey: "recruiter", language: null });
    expect(await rows("select role_source, status from members where user_id = ?", user.id)).toEqual([
      { role_source: "person", status: "active" },
    ]);
    expect(await value("select count(*) from prospects")).toBe(0);
    expect(await value("select count(*) from sessions where user_id = ?", user.id)).toBe(0);
    expect(await rows("select action, actor_name, entity_id, entity_name from audit_log")).toEqual([
      { action: "user.added", actor_name: "Ada", entity_id: user.id, entity_name: "Rook.Vega" },
    ]);
    expect((await administrator.ok<CurrentUser>("GET", "/api/user")).displayName).toBe("Ada");
  });

  it.each(["displayName", "role"])("needs a value for %s", async (field) => {
    const { [field]: _, ...body } = { ...added, role: "Member" } as Record<string, string>;
    const problem = await administrator.fails("POST", "/api/register", body);
    expect([problem.status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]]);
    expect(await value("select count(*) from users")).toBe(1);
  });

  it("adds the user to the caller's organization, not to the deployment's first", async () => {
    await raw.DB.prepare(
      "insert into organizations (id, name, created_at) values (2, 'Elsewhere', '')",
    ).run();
    await raw.DB.prepare(
      `insert into roles (organization_id, key, name, permissions, priority, is_system, created_at, updated_at)
       select 2, key, name, permissions, priority, 1, '', '' from roles where organization_id = 1`,
    ).run();
    const theirs = await person("administrator", 2);
    const user = await theirs.ok<CurrentUser>("POST", "/api/register", { ...added, role: "Member" });
    expect(user.organizationId).toBe(2);
    expect((await theirs.ok<UserRole>("GET", `/api/users/${user.id}/role`)).name).toBe("Member");
    expect((await administrator.fails("GET", `/api/users/${user.id}/role`)).code).toBe("not_found");
  });

  it("refuses a role above the caller's, one with permissions that the caller lacks, and an unknown one", async () => {
    const officer = await person("officer");
    await raw.DB.prepare(
      `update roles set permissions = json_insert(permissions, '$[#]', 'admin.users') where key = 'officer' and organization_id = 1`,
    ).run();
    await raw.DB.prepare(
      `insert into roles (organization_id, name, permissions, priority, is_system, created_at, updated_at)
       values (1, 'Quartermaster', '["admin.permissions"]', 5, 0, '', '')`,
    ).run();
    const before = await rowCounts("security_log");
    for (const role of ["administrator", "Quartermaster", "Admiral"]) {
      const problem = await officer.fails("POST", "/api/register", { ...added, role });
      expect([role, problem.code]).toEqual([role, "role_not_yours"]);
      expect(problem.detail).toContain(role);
    }
    expect(await rowCounts("security_log")).toEqual(before);
    expect((await officer.ok<CurrentUser>("POST", "/api/register", { ...added, role: "officer" })).role).toBe(
      "Officer",
    );
  });

  it("adds one user for each idempotency key, in sequence and at once", async () => {
    const send = (key: string) =>
      administrator.call("POST", "/api/register", {
        body: { ...added, role: "Member" },
        headers: { "Idempotency-Key": key },
      });
    const answers = [...(await Promise.all([send("form"), send("form")])), await send("form")];
    const ids = answers.map(({ text }) => (JSON.parse(text) as CurrentUser).id);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(ids).size).toBe(1);
    expect(await value("select count(*) from audit_log where action = 'user.added'")).toBe(1);
    expect(problemOf(await send("another-form")).code).toBe("username_taken");
  });

  it("refuses a taken name with 409", async () => {
    await administrator.ok("POST", "/api/register", { ...added, role: "Member" });
    const answer = await administrator.call("POST", "/api/register", {
      body: { ...added, role: "Member" },
    });
    expect(problemOf(answer)).toMatchObject({ status: 409, code: "username_taken" });
  });
});
