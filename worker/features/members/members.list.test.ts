import { beforeEach, describe, expect, it } from "vitest";
import { fill } from "../../testing/fill.ts";
import { nextOf } from "../../testing/pipeline.ts";
import { type Caller, hoursFromNow, organization, person, raw, rows, value } from "../../testing/world.ts";
import type { Member, MemberCounts, RosterEntry } from "./members.schema.ts";

let administrator: Caller;
beforeEach(async () => {
  administrator = await person("administrator", 1, "Ada");
});

const names = async (query: string) =>
  (await administrator.ok<Member[]>("GET", `/api/members/1?${query}`)).map(({ displayName }) => displayName);

const change = (caller: Caller, set: string, ...values: unknown[]) =>
  raw.DB.prepare(`update members set ${set} where id = ?`)
    .bind(...values, caller.memberId)
    .run();

describe("the list", () => {
  let people: Record<"otto" | "rita" | "mona" | "mads", Caller>;
  beforeEach(async () => {
    people = {
      otto: await person("officer", 1, "Otto"),
      rita: await person("recruiter", 1, "Rita"),
      mona: await person("member", 1, "Mona"),
      mads: await person("member", 1, "Mads"),
    };
    await change(people.rita, "last_seen_at = ?, in_discord = 1", hoursFromNow(-5));
    await change(people.mona, "last_seen_at = ?, in_discord = 1", hoursFromNow(-1));
    await change(people.mads, "status = 'inactive', joined_at = ?", hoursFromNow(-900));
  });

  it("is ordered by last seen, and by id for members never seen", async () => {
    expect(await names("")).toEqual(["Mona", "Rita", "Ada", "Otto", "Mads"]);
  });

  it("is ordered by last joined on demand", async () => {
    expect(await names("sort=joined")).toEqual(["Mona", "Rita", "Otto", "Ada", "Mads"]);
  });

  it("is narrowed by role, status and presence, alone and together", async () => {
    const [role] = await rows<{ id: number }>(
      "select id from roles where key = 'member' and organization_id = 1",
    );
    expect(await names("status=inactive")).toEqual(["Mads"]);
    expect(await names("status=active&inDiscord=1")).toEqual(["Mona", "Rita"]);
    expect(await names("inDiscord=0")).toEqual(["Ada", "Otto", "Mads"]);
    expect(await names(`role=${role?.id}`)).toEqual(["Mona", "Mads"]);
    expect(await names(`role=${role?.id}&inDiscord=0`)).toEqual(["Mads"]);
    expect(await names(`role=${role?.id}&status=active&sort=joined`)).toEqual(["Mona"]);
    expect(await names("role=9999")).toEqual([]);
  });

  it("is narrowed to those who have never signed in", async () => {
    await change(people.otto, "has_signed_in = 1");
    await change(people.mona, "has_signed_in = 1");
    expect(await names("signedIn=0")).toEqual(["Rita", "Ada", "Mads"]);
    expect(await names("signedIn=0&status=active&sort=joined")).toEqual(["Rita", "Ada"]);
    expect(await names("signedIn=0&q=ma")).toEqual(["Mads"]);
  });

  it("is searched by names and Discord id, together with its filters", async () => {
    await raw.DB.prepare(
      "update users set discord_id = '200000000000000077', username = 'bravo' where id = ?",
    )
      .bind(people.mona.userId)
      .run();
    expect(await names("q=m")).toEqual(["Mona", "Mads"]);
    expect(await names("q=ona")).toEqual(["Mona"]);
    expect(await names("q=BRAVO")).toEqual(["Mona"]);
    expect(await names("q=%40bra")).toEqual(["Mona"]);
    expect(await names("q=200000000000000077")).toEqual(["Mona"]);
    expect(await names("q=m&status=inactive")).toEqual(["Mads"]);
    expect(await names("q=nobody")).toEqual([]);
    await raw.DB.prepare("update users set display_name = 'Vega' where id = ?")
      .bind(people.mona.userId)
      .run();
    expect(await names("q=mona")).toEqual([]);
    expect(await names("q=vega")).toEqual(["Vega"]);
  });

  it("shows members a roster of the active ones, last seen first, with name, role and presence alone", async () => {
    const roster = (query = "") => people.mona.ok<RosterEntry[]>("GET", `/api/members/1/roster?${query}`);
    expect((await roster()).map(({ displayName }) => displayName)).toEqual(await names("status=active"));
    const [rita] = await roster("q=rita");
    expect(Object.keys(rita ?? {}).sort()).toEqual(
      ["avatarUrl", "displayName", "id", "inDiscord", "isOwn", "lastSeen", "role", "roleColor"].sort(),
    );
    expect(rita).toMatchObject({ id: people.rita.memberId, role: "Recruiter", inDiscord: true });
    const named = "select username from users where id = ?";
    const username = await value<string>(named, people.rita.userId);
    expect(await names(`q=${username}`)).toEqual([rita?.displayName]);
    expect(await roster(`q=${username}`)).toEqual([]);
    expect(await people.mona.call("GET", "/api/members/1")).toMatchObject({ status: 403 });
    expect(await people.mona.call("GET", `/api/members/${people.rita.memberId}/profile`)).toMatchObject({
      status: 403,
    });
  });

  it("contains no member of another organization, also in a search", async () => {
    await person("member", await organization(), "Elsewhere");
    for (const query of ["", "q=elsewhere", "sort=joined", "inDiscord=0"]) {
      expect(await names(query)).not.toContain("Elsewhere");
    }
  });

  it("has pages in every order, with every filter and in a search", async () => {
    for (const query of ["", "sort=joined", "inDiscord=0", "q=m", "status=active", "signedIn=0"]) {
      const all = await names(query);
      const paged: string[] = [];
      for (let path: string | null = `/api/members/1?${query}&limit=1`; path; ) {
        const { text, headers } = await administrator.call("GET", path);
        paged.push(...(JSON.parse(text) as Member[]).map(({ displayName }) => displayName));
        path = nextOf(headers);
      }
      expect([query, paged]).toEqual([query, all]);
    }
  });

  it("counts by status, presence and role", async () => {
    const counts = await administrator.ok<MemberCounts>("GET", "/api/members/1/counts");
    expect(counts).toMatchObject({ all: 5, active: 4, inactive: 1, inDiscord: 2, notInDiscord: 3 });
    expect(counts.roles.map(({ count }) => count).sort()).toEqual([1, 1, 1, 2]);
  });

  it("refuses unknown filters", async () => {
    for (const query of [
      "role=x",
      "status=gone",
      "inDiscord=2",
      "signedIn=1",
      "sort=name",
      `q=${"x".repeat(65)}`,
    ]) {
      const problem = await administrator.fails("GET", `/api/members/1?${query}`);
      expect([query, Object.keys(problem.errors ?? {})]).toEqual([query, [query.split("=")[0]]]);
    }
  });
});

it("totals equal a full count after random changes", async () => {
  const people = await Promise.all(["officer", "member", "member"].map((role) => person(role as "member")));
  const [first, second, third] = people as [Caller, Caller, Caller];
  await administrator.ok("PUT", `/api/members/${first.memberId}/status`, { status: "inactive" });
  await change(
    second,
    "in_discord = 1, role_id = (select role_id from members where id = ?)",
    first.memberId,
  );
  await change(second, "status = 'inactive'");
  await raw.DB.prepare("delete from members where id = ?").bind(third.memberId).run();
  expect(await rows("select * from member_totals where count <> 0 order by 1, 2, 3, 4")).toEqual(
    await rows(
      `select organization_id, role_id, status, in_discord, count(*) as count from members
       group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    ),
  );
});

describe("rows read", () => {
  const LISTS: Record<string, "flat" | "search"> = {
    "/api/members/1?limit=50": "flat",
    "/api/members/1?limit=50&sort=joined": "flat",
    "/api/members/1?limit=50&status=inactive": "flat",
    "/api/members/1?limit=50&inDiscord=0": "flat",
    "/api/members/1?limit=50&inDiscord=1": "flat",
    "/api/members/1?limit=50&signedIn=0": "flat",
    "/api/members/1?limit=50&role=ROLE": "flat",
    "/api/members/1?limit=50&role=ROLE&status=active": "flat",
    "/api/members/1/counts": "flat",
    "/api/members/1/roster?limit=50": "flat",
    "/api/members/1/roster?limit=50&q=pilot": "search",
    "/api/roles/1": "flat",
    "/api/members/1?limit=50&q=pilot": "search",
    "/api/members/1?limit=50&q=pilot&status=inactive": "search",
    "/api/members/1?limit=50&q=pi": "search",
  };

  it("are the same at 100 and at 10,000 members, and at most 800 for a search", async () => {
    const [role] = await rows<{ id: number }>(
      "select id from roles where key = 'recruiter' and organization_id = 1",
    );
    const read = async () => {
      const figures: Record<string, { read: number; answered: number }> = {};
      await administrator.cached();
      for (const path of Object.keys(LISTS)) {
        const answer = await administrator.call("GET", path.replace("ROLE", String(role?.id)));
        expect([path, answer.status, answer.meter.trips]).toEqual([path, 200, 1]);
        const { length: answered = 1 } = JSON.parse(answer.text) as unknown[];
        figures[path] = { read: answer.meter.rowsRead, answered };
      }
      return figures;
    };
    const spread = () =>
      raw.DB.prepare(
        `update members set in_discord = id % 2, status = case when id % 10 = 0 then 'inactive' else status end,
           has_signed_in = id % 7 > 0, last_seen_at = case when id % 3 > 0 then strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || id || ' minutes') end`,
      ).run();
    await fill(200, [administrator.memberId]);
    await spread();
    const small = await read();
    await raw.DB.batch([
      raw.DB.prepare(
        `insert into users (id, organization_id, username, display_name, created_at, updated_at)
         with recursive n(value) as (select 1 union all select value + 1 from n where value < 10000)
         select 200000 + value, 1, 'pilot' || value, 'Pilot ' || value, '', '' from n`,
      ),
      raw.DB.prepare(
        `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
         select 1, users.id, roles.id, 'discord', 'active', '', '' from users
         join roles on roles.organization_id = 1 and roles.key = case when users.id % 20 = 0 then 'recruiter' else 'member' end
         where users.id > 200000`,
      ),
    ]);
    await spread();
    const large = await read();
    const over = Object.entries(LISTS).filter(([path, kind]) => {
      const [before, after] = [small[path], large[path]];
      if (!before || !after) return true;
      const most = before.read + 50 + 3 * (after.answered - before.answered);
      return kind === "search" ? after.read > 800 : after.read > Math.min(most, 3 * after.answered + 100);
    });
    expect(over.map(([path]) => [path, small[path], large[path]])).toEqual([]);
    const full = await administrator.call("GET", "/api/members/1");
    expect(full.meter.rowsRead).toBeLessThanOrEqual(3 * 500 + 100);
  });
});
