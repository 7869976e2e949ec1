import { describe, expect, it } from "vitest";
import type { SystemRole } from "./lib/permissions.schema.ts";
import { callRoute, ROUTES, type Scene } from "./testing/routes.ts";
import { type Caller, manyProspects, nobody, person, prospect, raw } from "./testing/world.ts";

const READ_TRIPS = 2;
const WRITE_TRIPS = 3;

describe("D1 round trips of every route", () => {
  for (const role of ["administrator", "onboarding_team"] as const satisfies SystemRole[]) {
    it(`keep to the budget for the role ${role}`, async () => {
      const caller = await person(role);
      const scene: Scene = { caller, role, isForeign: false, officer: await person("officer") };
      const over: unknown[] = [];
      for (const each of ROUTES) {
        // Its budget counts the people in the guild.
        if (each.route.startsWith("POST /api/discord/sync-members")) continue;
        const { method, answer } = await callRoute(each, scene);
        const budget = each.trips ?? (method === "GET" ? READ_TRIPS : WRITE_TRIPS);
        if (answer.meter.trips > budget) over.push([each.route, answer.status, answer.meter.trips]);
      }
      expect(over).toEqual([]);
    });
  }

  it("keep to it for a visitor who signs in or registers, too", async () => {
    const account = { username: "vega.rook", password: "nebula-drift-9" };
    for (const path of ["/api/register", "/api/login"]) {
      const { status, meter } = await nobody.call("POST", path, { body: account });
      expect([path, status < 300, meter.trips <= WRITE_TRIPS]).toEqual([path, true, true]);
    }
  });
});

describe("asking again for what has not changed", () => {
  const again = (caller: Caller, path: string, tag: string) =>
    caller.call("GET", path, { headers: { "If-None-Match": tag } });
  const sql = (text: string) => async () => {
    await raw.DB.prepare(text).run();
  };
  const bot = sql(
    `insert into bots (organization_id, name, framework, status, auto_start, is_crm_bot, created_at, updated_at)
     values (1, 'Scout', 'discord.js', 'inactive', 0, 0, '', '')`,
  );
  const rename = sql("update users set display_name = 'Renamed', updated_at = updated_at");
  const renameRole = sql("update roles set name = name || '!', version = version + 1 where key = 'member'");
  const joins = () => person("recruiter");

  const POLLED: Record<string, Record<string, () => Promise<unknown>>> = {
    "/api/prospects/1": { "a new prospect": () => prospect() },
    "/api/prospects/1?stage=intro&limit=50": { "a new prospect": () => prospect() },
    "/api/prospects/1/by-status/intro": { "a new prospect": () => prospect() },
    "/api/prospects/1/counts": { "a new prospect": () => prospect() },
    "/api/prospects/1/team": { "a new member": joins, "a member's new name": rename },
    "/api/dashboard/stats/1": { "a new prospect": () => prospect(), "a new member": joins, "a new bot": bot },
    "/api/activities/1": {
      "something that happened": async () =>
        (await person("officer")).ok("PATCH", "/api/user/language", { language: "da" }),
    },
    "/api/members/1": {
      "a new member": joins,
      "a member's new name": rename,
      "a role's new name": renameRole,
    },
    "/api/members/1/assignable": { "a new member": joins, "a member's new name": rename },
    "/api/discord-bots/1": { "a new bot": bot },
  };

  for (const [path, changes] of Object.entries(POLLED)) {
    it(`${path} costs one round trip and no body, until it changes`, async () => {
      const officer = await person("officer");
      await prospect();
      const wrong: unknown[] = [];
      for (const [change, make] of Object.entries(changes)) {
        const first = await officer.call("GET", path);
        const tag = first.headers.get("ETag") ?? "";
        expect([first.status, tag]).toEqual([200, expect.stringMatching(/^W\/".+"$/)]);
        expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
        const second = await again(officer, path, tag);
        expect([second.status, second.text, second.meter.trips]).toEqual([304, "", 1]);
        expect(second.headers.get("ETag")).toBe(tag);
        await make();
        const third = await again(officer, path, tag);
        if (third.status !== 200) wrong.push(`${change}: still ${third.status}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  it("gives each person a tag of their own, which a change of role or language ends", async () => {
    const [one, other] = [await person("officer"), await person("officer")];
    for (const path of Object.keys(POLLED)) {
      const [tag, theirs] = (await Promise.all([one, other].map((each) => each.call("GET", path)))).map(
        ({ headers }) => headers.get("ETag") ?? "",
      );
      expect(tag).not.toBe(theirs);
      expect((await again(other, path, tag ?? "")).status).toBe(200);
    }
    const path = "/api/discord-bots/1";
    const tag = async () => (await one.call("GET", path)).headers.get("ETag") ?? "";
    let before = await tag();
    for (const change of [
      sql(
        `update roles set permissions = json_insert(permissions, '$[#]', 'bots.write'), version = version + 1 where key = 'officer'`,
      ),
      sql(
        `update members set role_id = (select id from roles where key = 'crm_manager' and organization_id = 1)`,
      ),
      sql("update users set language = 'da'"),
    ]) {
      await change();
      expect((await again(one, path, before)).status).toBe(200);
      before = await tag();
    }
  });
});

describe("rows read", () => {
  /** Members with a user each, and audit entries of every audience. */
  async function populate(count: number): Promise<void> {
    const numbers = `with recursive n(value) as (select 1 union all select value + 1 from n where value < ${count})`;
    await raw.DB.batch([
      raw.DB.prepare(
        `insert into users (organization_id, username, display_name, created_at, updated_at)
         select 1, 'pilot' || value, 'Pilot ' || value, '', '' from (${numbers} select value from n)`,
      ),
      raw.DB.prepare(
        `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
         select 1, users.id, roles.id, 'discord', 'active', '', '' from users
         join roles on roles.organization_id = 1 and roles.key = case when users.id % 20 = 0 then 'recruiter' else 'member' end
         where username like 'pilot%'`,
      ),
      raw.DB.prepare(
        `insert into audit_log (organization_id, action, audience, actor_kind, actor_user_id, actor_name, created_at)
         select 1, 'prospect.notes', json_extract('["everyone","prospects","admin","private"]', '$[' || (value % 4) || ']'),
           'user', value % 50, 'Pilot', '' from (${numbers} select value from n)`,
      ),
      raw.DB.prepare(
        `insert into member_days (organization_id, day, active) select 1, date('now', '-' || value || ' days'), value
         from (${numbers} select value from n) where value < 2000`,
      ),
      raw.DB.prepare(
        `insert into bots (organization_id, name, framework, status, auto_start, is_crm_bot, created_at, updated_at)
         select 1, 'Bot ' || value, 'discord.js', 'inactive', 0, 0, '', '' from (${numbers} select value from n) where value <= 5`,
      ),
    ]);
  }

  const LISTS = [
    "/api/members/1",
    "/api/members/1?limit=50",
    "/api/members/1?limit=1",
    "/api/members/1/assignable",
    "/api/activities/1",
    "/api/discord-bots/1",
    "/api/user/sessions",
  ];
  for (const size of [100, 10_000]) {
    it(`stay within three times what is answered, and 20, at ${size} members and audit entries`, async () => {
      const callers = await Promise.all(
        (["administrator", "officer", "onboarding_team"] as const).map((role) => person(role)),
      );
      await populate(size);
      await manyProspects(size, [callers[1]?.memberId ?? 0]);
      // What is left open is what the dashboard may count.
      await raw.DB.prepare("update prospects set deadline = null where id > 40").run();
      const over: unknown[] = [];
      for (const caller of callers) {
        for (const path of LISTS) {
          const { status, text, meter } = await caller.call("GET", path);
          if (status === 403) continue;
          const answered = (JSON.parse(text) as unknown[]).length;
          if (meter.rowsRead > 3 * answered + 20) over.push([caller.userId, path, answered, meter.rowsRead]);
        }
        for (const path of ["/api/dashboard/stats/1", "/api/user"]) {
          const { text, meter } = await caller.call("GET", path);
          const { pipelineStats, urgent } = JSON.parse(text);
          const answered = pipelineStats ? Object.keys(pipelineStats).length : 1;
          if (meter.rowsRead > 3 * answered + 20 + (urgent ?? 0))
            over.push([caller.userId, path, meter.rowsRead]);
        }
      }
      const [administrator] = callers;
      const next = (await administrator?.call("GET", "/api/members/1?limit=60"))?.headers.get("Link") ?? "";
      const page = await administrator?.call("GET", /<(.+)>; rel="next"/.exec(next)?.[1] ?? "");
      const second = JSON.parse(page?.text ?? "[]") as unknown[];
      if ((page?.meter.rowsRead ?? 0) > 3 * second.length + 20)
        over.push(["second page", page?.meter.rowsRead]);
      expect(over).toEqual([]);
    });
  }
});
