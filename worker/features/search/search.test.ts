import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type Permission, SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import type { SearchAnswer, SearchHit } from "../../lib/search/search.schema.ts";
import { hoursFromNow } from "../../testing/database.ts";
import { fill } from "../../testing/fill.ts";
import { runs } from "../../testing/runs.ts";
import { type Caller, organization, person, prospect, raw } from "../../testing/world.ts";
import { makeBot } from "../bots/testing/bots.factory.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { event } from "../events/testing/events.factory.ts";
import { hangar } from "../fleet/testing/fleet.factory.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import { wish } from "../wishes/testing/wishes.factory.ts";

const search = (reader: Caller, q: string, more = "") =>
  reader.ok<SearchAnswer>("GET", `/api/search?q=${encodeURIComponent(q)}${more}`);
const hitsOf = async (reader: Caller, q: string, more = ""): Promise<SearchHit[]> =>
  (await search(reader, q, more)).flatMap(({ hits }) => hits);
const titles = async (reader: Caller, q: string) => (await hitsOf(reader, q)).map(({ title }) => title);

let officer: Caller;
beforeEach(async () => {
  officer = await person("officer", 1, "Otto");
});

describe("a search tolerates typos and spellings", () => {
  it.each([
    ["Tobias Vang", "tobais"],
    ["Tobias Vang", "tobias vnag"],
    ["Tobias Vang", "tboias"],
    ["Tobias Vang", "tobas"],
    ["Tobias Vang", "vang"],
    ["Tobias Vang", "TO"],
    ["Tobias Vang", "@tobias"],
    ["Sofie Ørsted", "orsted"],
    ["Sofie Ørsted", "ØRSTED"],
    ["Agnes Newbæk Kærgård", "kaergaard"],
    ["Agnes Newbæk Kærgård", "newbaek kærgard"],
    ["Orsted", "ørsted"],
    ["Åse", "ase"],
    ["Zoë", "zoe"],
    ["Christoffersen", "kristofersen"],
    ["Привет Мир", "привет"],
    ["Escort to Pyro gateway", "escrot"],
    ["Escort to Pyro gateway", "gatway pyro"],
    ["Øvelse i Nyx", "ovelse"],
    ["Medical supplies", "medcial suplies"],
  ])("finds %j typed as %j", async (name, typed) => {
    await prospect({ display_name: name, username: name.toLowerCase() });
    await contract({ title: name, status: "posted" });
    await event({ title: name });
    await wish({ title: name });
    const found = await search(officer, typed);
    expect(found.map(({ group, hits }) => [group, hits[0]?.title])).toEqual(
      ["people", "contracts", "events", "wishes"].map((group) => [group, name]),
    );
  });

  it("does not match another name", async () => {
    await prospect({ display_name: "Tobias", username: "tobias" });
    await contract({ title: "Tobias", status: "posted" });
    for (const typed of ["tomas", "oscar", "tobi xyz"]) expect(await titles(officer, typed)).toEqual([]);
  });
});

it("ranks equal names first, then beginnings of names and words, parts, and typos last", async () => {
  const names = ["Convoy", "Convoys", "The convoy", "Reconvoyed", "Convoi"];
  for (const title of names.toReversed()) await contract({ title, status: "posted" });
  expect(await titles(officer, "convoy")).toEqual([
    "Convoy",
    "Convoys",
    "The convoy",
    "Reconvoyed",
    "Convoi",
  ]);
});

it("ranks a person with the name, and names that begin with it, before newer ones that contain it", async () => {
  const user = { display_name: "Ann", username: "annika.b" };
  const [same, begins] = [await prospect(user), await prospect({ ...user, display_name: "Anna" })];
  await raw.DB.prepare(
    `insert into prospects (organization_id, display_name, username, status, stage_changed_at, created_at, updated_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < 700)
     select 1, 'Joann ' || value, 'hann' || value, 'intro', '', '', '2999' from n`,
  ).run();
  const found = (await hitsOf(officer, "ann")).map(({ id }) => id);
  expect(found.slice(0, 2)).toEqual([same, begins]);
  expect(found).toHaveLength(5);
});

it("answers at most five hits of a group; of equal ones the next to come or the newest first", async () => {
  const starts = [-90, 30, -5, 60, 5, 90];
  for (const hours of starts)
    await event({ title: "Mining", starts_at: hoursFromNow(hours), ends_at: hoursFromNow(hours + 1) });
  const at = (await hitsOf(officer, "mining")).map((hit) =>
    Math.round((Date.parse(hit.at ?? "") - Date.now()) / 3_600_000),
  );
  expect(at).toEqual([5, 30, 60, 90, -5]);
});

it("searches only the given groups, and refuses an unknown one", async () => {
  await prospect({ display_name: "Convoy" });
  await contract({ title: "Convoy", status: "posted" });
  await event({ title: "Convoy" });
  const groups = async (more: string) => (await search(officer, "convoy", more)).map(({ group }) => group);
  expect(await groups("&in=people")).toEqual(["people"]);
  expect(await groups("&in=contracts,events")).toEqual(["contracts", "events"]);
  expect((await officer.fails("GET", "/api/search?q=a&in=secrets")).code).toBe("invalid_input");
  expect((await officer.fails("GET", "/api/search?q=")).code).toBe("invalid_input");
});

it("finds a person once: as a prospect while the pipeline is open, then as the member", async () => {
  const mona = await person("member", 1, "Mona Lisa");
  const id = await prospect({ display_name: "Mona Lisa", user_id: mona.userId, status: "onboarding" });
  const kinds = async () => (await hitsOf(officer, "mona lisa")).map(({ kind, id: hitId }) => [kind, hitId]);
  expect(await kinds()).toEqual([["prospect", id]]);
  await raw.DB.prepare("update prospects set status = 'active' where id = ?").bind(id).run();
  expect(await kinds()).toEqual([["member", mona.memberId]]);
});

it("finds for readers of the roster active members, by the name that the roster has", async () => {
  const reader = await person("member", 1, "Rita");
  const mona = await person("member", 1, "Mona Lisa");
  const opens = { path: "/members?q=Mona%20Lisa", name: null };
  expect(await hitsOf(reader, "mona")).toEqual([expect.objectContaining({ id: mona.memberId, ...opens })]);
  await raw.DB.prepare("update users set display_name = 'Leonarda', username = 'mona' where id = ?")
    .bind(mona.userId)
    .run();
  expect(await hitsOf(officer, "mona")).toHaveLength(1);
  expect(await hitsOf(reader, "mona")).toEqual([]);
  await raw.DB.prepare("update members set status = 'inactive' where id = ?").bind(mona.memberId).run();
  expect(await titles(reader, "leonarda")).toEqual([]);
  expect(await titles(officer, "leonarda")).toEqual(["Leonarda"]);
});

it("tells which prospects the reader can assign to themselves", async () => {
  const taken = { status: "onboarding", assigned_to: officer.memberId } as const;
  await prospect({ display_name: "Newman free" });
  await prospect({ display_name: "Newman mine", ...taken });
  await prospect({ display_name: "Newman over", status: "active" });
  const onboarder = await person("onboarding_team");
  await prospect({ display_name: "Newman theirs", ...taken, assigned_to: onboarder.memberId });
  const can = (await hitsOf(officer, "newman")).map(({ title, canTake }) => [title, canTake]).sort();
  expect(can).toEqual([
    ["Newman free", true],
    ["Newman mine", false],
    ["Newman over", false],
    ["Newman theirs", true],
  ]);
  expect((await hitsOf(onboarder, "newman")).map(({ title, canTake }) => [title, canTake])).toEqual([
    ["Newman theirs", false],
  ]);
});

it("finds a title's current text, through every change of it", async () => {
  const { id } = await officer.ok<{ id: number }>("POST", "/api/contracts", { title: "Haul quantanium" });
  expect(await titles(officer, "quantanium")).toEqual(["Haul quantanium"]);
  await officer.ok("PUT", `/api/contracts/${id}`, { title: "Haul medicine" });
  expect(await titles(officer, "quantanium")).toEqual([]);
  expect(await titles(officer, "medicine")).toEqual(["Haul medicine"]);
  await officer.call("DELETE", `/api/contracts/${id}`);
  expect(await titles(officer, "medicine")).toEqual([]);
  const stored = await raw.DB.prepare("select titles from title_blocks where kind = 'contract'").first(
    "titles",
  );
  expect(stored).toBe("{}");
});

it("leads to the reader's own ship, to the fleet, or to the dialog that adds one", async () => {
  const [member, other] = [await person("member"), await holderOf(await customRole())];
  await hangar(member.userId, [1]);
  const name = (await raw.DB.prepare("select name from ships").first<string>("name")) ?? "";
  const path = async (reader: Caller) =>
    (await hitsOf(reader, name, "&in=ships")).find(({ title }) => title === name)?.path;
  const query = new URLSearchParams({ q: name });
  expect(await path(member)).toBe(`/my-hangar?${query}`);
  expect(await path(officer)).toBe(`/organization?tab=fleet&${query}`);
  expect(await path(other)).toBe("/my-hangar?add=1");
});

it("finds nothing of another organization", async () => {
  const other = await organization();
  await prospect({ display_name: "Foreign convoy", organization_id: other });
  await contract({ title: "Foreign convoy", status: "posted", organization_id: other });
  await event({ title: "Foreign convoy", organization_id: other });
  await wish({ title: "Foreign convoy", organization_id: other });
  await person("member", other, "Foreign convoy");
  expect(await titles(officer, "foreign convoy")).toEqual([]);
  expect(
    new Set((await hitsOf(await person("officer", other), "foreign convoy")).map(({ kind }) => kind)),
  ).toEqual(new Set(["prospect", "member", "contract", "event", "wish"]));
});

/** The route that answers a record, or the list that has it. */
const OPENS: Record<SearchHit["kind"], (id: number) => string> = {
  member: (id) => `/api/members/${id}/profile`,
  prospect: (id) => `/api/prospects/${id}/record`,
  contract: (id) => `/api/contracts/${id}/record`,
  event: (id) => `/api/events/${id}/details`,
  wish: (id) => `/api/wishes/${id}/details`,
  ship: () => "/api/uex/ships",
  bot: () => "/api/discord-bots/1",
};

it("finds all records that a reader with any permissions can open by their own route, and nothing else", async () => {
  const others = [await person("officer"), await person("recruiter")];
  const readers = [await person("member"), await person("member")];
  const rest = SYSTEM_PERMISSIONS.filter((each) => !/read|view|admin|write/.test(each));
  const permissions = fc.subarray([
    ...(["prospects.read", "prospects.read_all", "contracts.read", "contracts.admin"] as const),
    ...(["events.read", "events.write", "members.read", "bots.read", ...rest] as const),
  ] as Permission[]);
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(permissions, fc.boolean(), async (granted, isAudience) => {
      turn++;
      const name = (what: string) => `Xyl${turn} ${what}`;
      const [reader] = readers as [Caller, Caller];
      const [other] = others as [Caller];
      const role = await customRole(granted);
      await raw.DB.prepare("update members set role_id = ? where user_id = ?")
        .bind(role, reader.userId)
        .run();
      const audience = JSON.stringify([isAudience ? role : 0]);
      const made: [SearchHit["kind"], number][] = [];
      const add = async (kind: SearchHit["kind"], id: Promise<number>) => made.push([kind, await id]);
      for (const [assigned_to, added_by] of [
        [reader.memberId, null],
        [null, reader.memberId],
        [null, null],
        [other.memberId, reader.memberId],
      ] as const)
        for (const status of ["intro", "onboarding"] as const)
          await add(
            "prospect",
            prospect({ display_name: name(`p${made.length}`), assigned_to, added_by, status }),
          );
      for (const created_by of [reader.memberId, other.memberId])
        for (const status of ["draft", "posted"])
          await add(
            "contract",
            contract({ title: name(`c${made.length}`), created_by, posted_by: created_by, status }),
          );
      for (const [status, created_by, shown] of [
        ["draft", reader.userId, null],
        ["draft", other.userId, null],
        ["planned", other.userId, null],
        ["planned", other.userId, audience],
      ] as const)
        await add("event", event({ title: name(`e${made.length}`), status, created_by, audience: shown }));
      await add("wish", wish({ title: name("w") }));
      await add("bot", makeBot({ name: name("b") }));
      const member = await person("member", 1, name("m"));
      made.push(["member", member.memberId]);

      const wrong: unknown[] = [];
      const opens = async (kind: SearchHit["kind"], id: number) => {
        const { status, text } = await reader.call("GET", OPENS[kind](id));
        return (
          status === 200 &&
          (kind !== "bot" || (JSON.parse(text) as { id: number }[]).some((bot) => bot.id === id))
        );
      };
      for (const { kind, id } of await hitsOf(reader, `Xyl${turn}`))
        if (!(await opens(kind, id))) wrong.push(["found", kind, id]);
      const titleOf = new Map<string, string>();
      for (const [table, column, kind] of [
        ["prospects", "display_name", "prospect"],
        ["contracts", "title", "contract"],
        ["events", "title", "event"],
      ] as const)
        for (const row of (
          await raw.DB.prepare(`select id, ${column} as title from ${table} where ${column} like ?`)
            .bind(`Xyl${turn} %`)
            .all<{ id: number; title: string }>()
        ).results)
          titleOf.set(`${kind} ${row.id}`, row.title);
      for (const [kind, id] of made) {
        const title =
          titleOf.get(`${kind} ${id}`) ?? name({ wish: "w", bot: "b", member: "m" }[kind as "wish"]);
        const isFound = (await hitsOf(reader, title)).some((hit) => hit.kind === kind && hit.id === id);
        if (isFound !== (await opens(kind, id))) wrong.push([kind, id, title, { isFound }]);
      }
      expect(wrong).toEqual([]);
    }),
    runs(3, 12),
  );
});

it("finds the oldest of 10,000 titles and people, and reads at most 1,750 rows with two round trips for any text", async () => {
  const [admin, onboarder] = [await person("administrator"), await person("onboarding_team")];
  const named = await prospect({ display_name: "Tobias Ørsted", status: "intro" });
  await fill(10_000, [officer.memberId, onboarder.memberId]);
  await raw.DB.prepare(
    "update contracts set title = 'Escort to Pyro' where id = (select min(id) from contracts where status = 'posted')",
  ).run();
  expect((await hitsOf(admin, "tobais orsted"))[0]).toMatchObject({ kind: "prospect", id: named });
  expect((await hitsOf(admin, "escrot pyro")).map(({ title }) => title)).toEqual(["Escort to Pyro"]);
  const costs = [];
  for (const q of [
    "a",
    "an",
    "the",
    "e",
    "er",
    "person",
    "preson 99",
    "Contract 7",
    "pilot 77",
    "mining timer ship",
    "@p",
  ])
    for (const reader of [admin, onboarder]) {
      const { meter } = await reader.call("GET", `/api/search?q=${encodeURIComponent(q)}`);
      if (meter.trips > 2 || meter.rowsRead > 1_750 || meter.rowsWritten > 0)
        costs.push([q, meter.rowsRead, meter.trips]);
    }
  expect(costs).toEqual([]);
});
