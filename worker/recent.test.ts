import { expect, it } from "vitest";
import { app } from "./app.ts";
import { ageProofs, outcomeOf } from "./features/second-factor/testing/second-factor.factory.ts";
import { asksForProof } from "./lib/http/recent.ts";
import { callRoute, ROUTES, type Scene } from "./testing/routes.ts";
import { type Caller, person, prospect, raw, value } from "./testing/world.ts";

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

it("a role of the administration is given and taken, and its holders set inactive, with a recent proof alone", async () => {
  const administrator = await person("administrator");
  const member = await person("member");
  const other = await person("administrator");
  const officer = await person("officer");
  const ofOther = await prospect({ user_id: other.userId, status: "active" });
  const ofMember = await prospect({ user_id: member.userId, status: "active" });
  await ageProofs(administrator, 31);
  const give = async (key: string, { memberId }: Caller) => {
    const roleId = await value("select id from roles where organization_id = 1 and key = ?", key);
    return administrator.call("PUT", `/api/members/${memberId}/role`, { body: { roleId } });
  };
  const set = (status: string, { memberId }: Caller) =>
    administrator.call("PUT", `/api/members/${memberId}/status`, { body: { status } });
  const move = (status: string) =>
    administrator.call("PATCH", `/api/prospects/${ofOther}/status`, { body: { status } });
  const moveAll = (status: string) => {
    const body = { prospects: [{ id: ofMember }, { id: ofOther }], change: { kind: "status", status } };
    return administrator.call("POST", "/api/prospects/bulk", { body });
  };
  for (const attempt of [
    () => give("administrator", member),
    () => give("member", other),
    () => set("inactive", other),
    () => move("inactive"),
    () => moveAll("inactive"),
  ])
    expect(outcomeOf(await attempt())).toEqual([403, "reauthentication_required"]);
  await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(other.memberId).run();
  expect(outcomeOf(await set("active", other))).toEqual([403, "reauthentication_required"]);
  expect((await give("recruiter", member)).status).toBe(200);
  expect((await set("inactive", officer)).status).toBe(200);
});

it("an administrator adds a user with a recent proof alone", async () => {
  const administrator = await person("administrator");
  const body = { username: "vega.rook", password: "nebula-drift-9", role: "member" };
  const add = () => administrator.call("POST", "/api/register", { body });
  await ageProofs(administrator, 31);
  expect(outcomeOf(await add())).toEqual([403, "reauthentication_required"]);
  expect(await value("select count(*) from users")).toBe(1);
  await ageProofs(administrator, 29);
  expect((await add()).status).toBe(201);
});
