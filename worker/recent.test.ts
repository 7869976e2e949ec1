import { expect, it } from "vitest";
import { app } from "./app.ts";
import { ageProofs } from "./features/second-factor/testing/second-factor.factory.ts";
import { asksForProof } from "./lib/http/recent.ts";
import type { SystemRole } from "./lib/permissions.schema.ts";
import { callRoute, ROUTES, type Scene } from "./testing/routes.ts";
import { person, prospect, raw, value } from "./testing/world.ts";

/** What hands out access, takes it away or takes data away: routes that ask for a recent proof of who the caller is. */
const SENSITIVE = [
  "POST /api/discord-bots",
  "PATCH /api/discord-bots/:id/token",
  "PATCH /api/discord-bots/:id/crm",
  "POST /api/roles",
  "PUT /api/roles/:id",
  "DELETE /api/roles/:id",
  "POST /api/roles/:id/move-members",
  "POST /api/permissions",
  "PUT /api/permissions/:id",
  "DELETE /api/permissions/:id",
  "PUT /api/discord/role-mappings/:orgId/priority",
  "PUT /api/discord/role-mappings/:orgId/:roleId",
  "POST /api/members/:id/password-link",
  "DELETE /api/members/:id/sessions",
  "DELETE /api/members/:id/second-factor",
  "DELETE /api/users/:id",
  "DELETE /api/users/:id/sessions",
  "DELETE /api/user/sessions",
  "POST /api/user/password",
  "DELETE /api/user/discord",
  "DELETE /api/user",
  "POST /api/user/second-factor/authenticator",
  "PUT /api/user/second-factor/authenticator",
  "DELETE /api/user/second-factor/authenticator",
  "POST /api/user/second-factor/passkeys/options",
  "POST /api/user/second-factor/passkeys",
  "DELETE /api/user/second-factor/passkeys/:id",
  "POST /api/user/second-factor/recovery-codes",
  "PUT /api/organization/:orgId/settings/:settingKey",
  "GET /api/backup/export",
];

/** Words in paths and names of such routes, so that a new one is not forgotten. */
const SENSITIVE_WORDS =
  /token|password|second-factor|roles|permissions|role-mappings|sessions|backup|restore|api-key/;

/** Routes with such a word that take their proof with them, or that give and take nothing. */
const WITHOUT = [
  "PATCH /api/user/password",
  "POST /api/password-link",
  "POST /api/login/second-factor",
  "POST /api/discord/sync-roles/:orgId",
  "POST /api/uex/user/:userId/ships/:shipId/restore",
];

it("every route that hands out access asks for a recent proof, and no other does", () => {
  const asking = app.routes.filter(({ handler }) => asksForProof(handler));
  expect(asking.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...SENSITIVE].sort());
  const writing = ROUTES.map(({ route }) => route).filter((route) => !route.startsWith("GET "));
  const named = writing.filter((route) => SENSITIVE_WORDS.test(route) && !SENSITIVE.includes(route));
  expect(named.sort()).toEqual([...WITHOUT].sort());
});

it("half an hour after the last proof such a route is refused with its own code, and writes nothing", async () => {
  const caller = await person("administrator");
  const scene: Scene = { caller, role: "administrator", isForeign: false, officer: await person("officer") };
  for (const each of ROUTES.filter(({ route }) => SENSITIVE.includes(route))) {
    const isSetting = each.route.includes("/settings/");
    await ageProofs(caller, 31);
    const { answer } = isSetting
      ? {
          answer: await caller.call("PUT", "/api/organization/1/settings/allow_registration", {
            body: { settingValue: false },
          }),
        }
      : await callRoute(each, scene);
    const { code } = JSON.parse(answer.text) as { code: string };
    expect([each.route, answer.status, code]).toEqual([each.route, 403, "reauthentication_required"]);
    expect(answer.meter.rowsWritten).toBe(0);
  }
  const debug = { body: { settingValue: true } };
  expect((await caller.call("PUT", "/api/organization/1/settings/debug_mode", debug)).status).toBe(200);
});

it("a role of the administration is given with a recent proof alone", async () => {
  const administrator = await person("administrator");
  const { memberId } = await person("member");
  await ageProofs(administrator, 31);
  const give = async (key: string) => {
    const roleId = await value("select id from roles where organization_id = 1 and key = ?", key);
    return administrator.call("PUT", `/api/members/${memberId}/role`, { body: { roleId } });
  };
  expect(JSON.parse((await give("administrator")).text).code).toBe("reauthentication_required");
  expect((await give("recruiter")).status).toBe(200);
});

it("a user is added with a role with a recent proof alone, since whoever adds them knows their password", async () => {
  const administrator = await person("administrator");
  const add = (role?: string) =>
    administrator.call("POST", "/api/register", {
      body: { username: `vega ${role ?? "alone"}`, password: "nebula-drift-9", ...(role ? { role } : {}) },
    });
  await ageProofs(administrator, 31);
  for (const role of ["administrator", "member"]) {
    const { text, meter } = await add(role);
    expect([role, JSON.parse(text).code, meter.rowsWritten]).toEqual([role, "reauthentication_required", 0]);
  }
  expect((await add()).status).toBe(201);
  await ageProofs(administrator, 29);
  expect((await add("administrator")).status).toBe(201);
});

it("a member of the administration is made active again with a recent proof alone, wherever that is done", async () => {
  const administrator = await person("administrator");
  const activate = async (role: SystemRole) => {
    const { memberId, userId } = await person(role);
    const id = await prospect({ status: "inactive", user_id: userId });
    await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(memberId).run();
    const body = { status: "active" };
    const answers = [
      await administrator.call("PUT", `/api/members/${memberId}/status`, { body }),
      await administrator.call("PATCH", `/api/prospects/${id}/status`, { body }),
    ];
    return answers.map(({ text }) => (JSON.parse(text) as { code?: string }).code);
  };
  await ageProofs(administrator, 31);
  const refused = "reauthentication_required";
  expect(await activate("administrator")).toEqual([refused, refused]);
  expect(await activate("recruiter")).toEqual([undefined, undefined]);
});
