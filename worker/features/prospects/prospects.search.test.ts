import { describe, expect, it } from "vitest";
import type { SearchAnswer } from "../../lib/search/search.schema.ts";
import { nextOf } from "../../testing/pipeline.ts";
import { hoursFromNow, manyProspects, person, prospect, raw, rows } from "../../testing/world.ts";
import type { Prospect, ProspectStatus } from "./prospects.schema.ts";

async function scene() {
  const officer = await person("officer");
  const names: [string, string, string | null][] = [
    ["Ærø Østergård", "aeroe", "200000000000000017"],
    ["Anders And", "quack_99", "300000000000000042"],
    ["Åse Ångstrøm", "Ærlig", null],
    ['Bo "The Wall" Ek', "bo*wall", null],
    ["100% Pure", "pure_or_not", null],
    ["NEAR(far)", "near-far", null],
    ["Émile", "emile", null],
    ["x".repeat(60), "long", null],
    ["Al", "al", null],
  ];
  for (const [display_name, username, discord_id] of names) {
    await prospect({ display_name, username, discord_id, status: "onboarding" });
  }
  return async (q: string, filter = "") => {
    const list = await officer.ok<Prospect[]>("GET", `/api/prospects/1?q=${encodeURIComponent(q)}${filter}`);
    return list.map((each) => each.displayName).sort();
  };
}

describe("searching", () => {
  it("finds any part of a name, username or Discord id, in any case", async () => {
    const find = await scene();
    expect(await find("nders")).toEqual(["Anders And"]);
    expect(await find("ANDERS a")).toEqual(["Anders And"]);
    expect(await find("quack")).toEqual(["Anders And"]);
    expect(await find("0000042")).toEqual(["Anders And"]);
    expect(await find("200000000000000017")).toEqual(["Ærø Østergård"]);
    expect(await find("nobody here")).toEqual([]);
    expect(await find("  anders  ")).toEqual(["Anders And"]);
  });

  it("finds Danish letters in any case", async () => {
    const find = await scene();
    for (const text of ["Østergård", "østergård", "ØSTERGÅRD", "ærø", "ÆRØ", "gård"]) {
      expect(await find(text), text).toEqual(["Ærø Østergård"]);
    }
    expect(await find("ångstrøm")).toEqual(["Åse Ångstrøm"]);
    expect(await find("émile")).toEqual(["Émile"]);
  });

  it("finds names that begin with one or two letters, in any case", async () => {
    const find = await scene();
    expect(await find("a")).toEqual(["Al", "Anders And"]);
    expect(await find("AL")).toEqual(["Al"]);
    for (const text of ["Æ", "æ", "ær", "Ær", "ÆR"])
      expect(await find(text), text).toEqual(["Ærø Østergård"]);
    for (const text of ["å", "ås"]) expect(await find(text), text).toEqual(["Åse Ångstrøm"]);
    expect(await find("nd")).toEqual([]);
  });

  it("finds usernames that begin with the text after an @", async () => {
    const find = await scene();
    expect(await find("@quack")).toEqual(["Anders And"]);
    expect(await find("@QU")).toEqual(["Anders And"]);
    expect(await find("@ærlig")).toEqual(["Åse Ångstrøm"]);
    expect(await find("@anders")).toEqual([]);
    expect(await find("@")).toHaveLength(9);
  });

  it("reads special characters of SQL as plain text", async () => {
    const find = await scene();
    expect(await find('"The Wall"')).toEqual(['Bo "The Wall" Ek']);
    expect(await find('o "T')).toEqual(['Bo "The Wall" Ek']);
    expect(await find("bo*")).toEqual(['Bo "The Wall" Ek']);
    expect(await find("100%")).toEqual(["100% Pure"]);
    expect(await find("%%%")).toEqual([]);
    expect(await find("___")).toEqual([]);
    expect(await find("pure_or")).toEqual(["100% Pure"]);
    expect(await find("NEAR(")).toEqual(["NEAR(far)"]);
    expect(await find("r-f")).toEqual(["NEAR(far)"]);
    for (const text of [
      "*",
      "%",
      '"',
      '""',
      '"""',
      "-",
      "^",
      "a OR b",
      "NOT x",
      "AND",
      "(((",
      "col:x",
      "'; drop",
      "{}{",
      "\\\\\\",
      "@%",
      '@"',
    ]) {
      expect(Array.isArray(await find(text)), text).toBe(true);
    }
    expect(await find("Anders OR Émile")).toEqual([]);
    expect(await find("ABC\u0000DEF")).toEqual([]);
    expect(await find("🚀🚀🚀")).toEqual([]);
  });

  it("has pages of 50 at most, newest first", async () => {
    const officer = await person("officer");
    await manyProspects(130, []);
    for (const query of ["q=person", "q=pe&stage=intro", "q=person&limit=9"]) {
      const found: number[] = [];
      for (let path: string | null = `/api/prospects/1?${query}`; path; ) {
        const { text, headers } = await officer.call("GET", path);
        const ids = (JSON.parse(text) as Prospect[]).map(({ id }) => id);
        expect(ids.length).toBeLessThanOrEqual(50);
        found.push(...ids);
        path = nextOf(headers);
      }
      const stage = query.includes("stage") ? "where stage = 'intro'" : "";
      const all = await rows<{ id: number }>(`select id from prospects ${stage} order by id desc`);
      expect([query, found]).toEqual([query, all.map(({ id }) => id)]);
    }
  });

  it("finds every match among thousands, page after page, also with a filter that few match", async () => {
    const officer = await person("officer");
    await manyProspects(2_065, []);
    for (const [filter, where] of [
      ["", "1"],
      ["&status=onboarding", "status = 'onboarding'"],
      ["&status=inactive&assignedTo=none", "status = 'inactive'"],
    ]) {
      const found: number[] = [];
      for (let path: string | null = `/api/prospects/1?q=person${filter}`; path; ) {
        const { text, headers } = await officer.call("GET", path);
        found.push(...(JSON.parse(text) as Prospect[]).map(({ id }) => id));
        path = nextOf(headers);
      }
      const all = await rows<{ id: number }>(`select id from prospects where ${where} order by id desc`);
      expect(found, filter).toEqual(all.map(({ id }) => id));
    }
  });

  it("accepts 48 characters and refuses more", async () => {
    const find = await scene();
    expect(await find("x".repeat(48))).toEqual(["x".repeat(60)]);
    expect(await find("ø".repeat(48))).toEqual([]);
    const officer = await person("officer");
    expect(await officer.fails("GET", `/api/prospects/1?q=${"x".repeat(49)}`)).toMatchObject({ status: 400 });
  });

  it("narrows by stage, status, assignee and deadline, and follows a change of name or stage", async () => {
    const officer = await person("officer");
    const mine = await prospect({
      display_name: "Vera Vane",
      assigned_to: officer.memberId,
      status: "onboarding",
    });
    const { memberId: assigned_to } = await person("recruiter");
    const late = await prospect({ display_name: "Vera Late", deadline: hoursFromNow(-2), assigned_to });
    const soon = await prospect({ display_name: "Vera Soon", deadline: hoursFromNow(2), assigned_to });
    const alone = await prospect({ display_name: "Vera Alone", deadline: hoursFromNow(-2) });
    const here = await prospect({ display_name: "Vera Here", status: "active", discord_status: "active" });
    const left = await prospect({ display_name: "Vera Left", status: "active", discord_status: "left" });
    for (const text of ["vera", "ve"]) {
      const find = async (filter: string) =>
        (await officer.ok<Prospect[]>("GET", `/api/prospects/1?q=${text}&${filter}`))
          .map((each) => each.id)
          .sort();
      expect(await find("")).toEqual([mine, late, soon, alone, here, left]);
      expect(await find("assignedTo=me")).toEqual([mine]);
      expect(await find(`assignedTo=${officer.memberId}&stage=onboarding`)).toEqual([mine]);
      expect(await find("assignedTo=me&stage=intro")).toEqual([]);
      expect(await find("assignedTo=none")).toEqual([alone, here, left]);
      expect(await find("assignedTo=none&stage=open")).toEqual([alone]);
      expect(await find("assignedTo=none&deadline=overdue")).toEqual([alone]);
      expect(await find("stage=intro")).toEqual([late, soon, alone]);
      expect(await find("stage=open")).toEqual([mine, late, soon, alone]);
      expect(await find("status=active")).toEqual([here, left]);
      expect(await find("status=active&stage=open")).toEqual([]);
      expect(await find("status=active&inDiscord=1")).toEqual([here]);
      expect(await find("deadline=overdue")).toEqual([late]);
      expect(await find("deadline=soon")).toEqual([soon]);
      expect(await find("deadline=set")).toEqual([late, soon]);
      expect(await find("stage=open&deadline=none")).toEqual([mine]);
      expect(await find("urgent=1")).toEqual([late, soon]);
    }
    await officer.ok("PATCH", `/api/prospects/${mine}/status`, { status: "active" });
    const found = await officer.ok<Prospect[]>("GET", "/api/prospects/1?q=vera&stage=active");
    expect(found.map((each) => each.id).sort()).toEqual([mine, here, left]);
  });
});

describe("searching by deadline", () => {
  it("finds tasks by deadline, to the millisecond, and no prospect that has left the pipeline", async () => {
    const officer = await person("officer");
    const dues: [string, string | null, ProspectStatus][] = [
      ["Due before 1970", "1969-12-31T23:59:00.000Z", "onboarding"],
      ["Due long ago", "2001-01-01T00:00:00.000Z", "onboarding"],
      ["Due just now", hoursFromNow(-1 / 3600), "onboarding"],
      ["Due soon", hoursFromNow(1 / 3600 + 0.01), "onboarding"],
      ["Due within a day", hoursFromNow(23.9), "intro"],
      ["Due after a day", hoursFromNow(24.1), "intro"],
      ["Due in the far future", "9999-01-01T00:00:00.000Z", "intro"],
      ["Due but gone", hoursFromNow(-2), "inactive"],
      ["Due never", null, "onboarding"],
    ];
    const assigned_to = officer.memberId;
    for (const [display_name, deadline, status] of dues)
      await prospect({ display_name, deadline, status, assigned_to });
    const find = async (filter: string) => {
      const found = await officer.ok<Prospect[]>("GET", `/api/prospects/1?q=due&${filter}`);
      return found.map((each) => each.displayName.slice(4)).sort();
    };
    const overdue = ["before 1970", "just now", "long ago"];
    expect(await find("deadline=overdue")).toEqual(overdue);
    expect(await find("deadline=soon")).toEqual(["soon", "within a day"]);
    expect(await find("deadline=none")).toEqual(["never"]);
    expect(await find("deadline=set")).toHaveLength(7);
    expect(await find("urgent=1&deadline=overdue")).toEqual(overdue);
    expect(await find("urgent=1")).toEqual(["before 1970", "just now", "long ago", "soon", "within a day"]);
    expect(await find("urgent=1&stage=intro")).toEqual(["within a day"]);
  });
});

it("finds a person whose name has all words behind blocks of newer ones that have each of them in another name", async () => {
  const both = await prospect({ display_name: "Anna Berg", username: "starlit" });
  await raw.DB.prepare(
    `insert into prospects (organization_id, display_name, username, status, stage_changed_at, created_at, updated_at)
     with recursive n(value) as (select 1 union all select value + 1 from n where value < 2000)
     select 1, iif(value % 2, 'Anna ', 'Berg ') || value, 'pilot' || value, 'intro', '', '', '2999' from n`,
  ).run();
  const officer = await person("officer");
  const found = await officer.ok<SearchAnswer>("GET", "/api/search?q=berg%20anna");
  expect(found.flatMap(({ hits }) => hits.map(({ id }) => id))).toEqual([both]);
});
