import { describe, expect, it } from "vitest";
import { nextOf, sizes } from "../../testing/pipeline.ts";
import { type Caller, manyProspects, person, raw, shared, value } from "../../testing/world.ts";
import type { Prospect, TeamOverview } from "./prospects.schema.ts";

const STAGES = ["", "stage=intro", "stage=onboarding", "stage=active", "stage=inactive"];
const STATUSES = ["intro", "intro_completed", "assigned_onboarding", "onboarding", "active", "inactive"];
const DEADLINES = ["", "deadline=overdue", "deadline=soon", "deadline=set", "deadline=none"];
const FILTERS = [
  "stage=intro",
  "stage=inactive&assignedTo=me",
  "assignedTo=none",
  ...DEADLINES.filter(Boolean),
  "urgent=1",
  "urgent=1&deadline=overdue",
  "urgent=1&deadline=soon&assignedTo=me",
  "stage=onboarding&deadline=overdue",
];

type Scene = { officer: Caller; onboarding: Caller; recruiter: Caller };

/**
 * Many people, every second of those who are or were active with a membership, and an onboarding team that holds nobody at
 * intro.
 */
async function scene(size: number): Promise<Scene> {
  const officer = await person("officer");
  const onboarding = await person("onboarding_team");
  const recruiter = await person("recruiter");
  await manyProspects(size, [officer.memberId, onboarding.memberId, recruiter.memberId]);
  const memberId = onboarding.memberId;
  await raw.DB.batch([
    raw.DB.prepare(
      "update prospects set status = 'onboarding' where stage = 'intro' and assigned_to = ?",
    ).bind(memberId),
    raw.DB.prepare(
      `insert into users (id, organization_id, username, display_name, created_at, updated_at)
       select 100000 + id, 1, 'user' || id, 'User', created_at, created_at from prospects where id % 2 = 0 and status in ('active', 'inactive')`,
    ),
    raw.DB.prepare(
      `insert into members (organization_id, user_id, role_id, role_source, status, joined_at, updated_at)
       select 1, id, (select id from roles where key = 'member'), 'person', 'active', created_at, created_at
       from users where id > 100000`,
    ),
    raw.DB.prepare(
      "update prospects set user_id = 100000 + id where id % 2 = 0 and status in ('active', 'inactive')",
    ),
  ]);
  return { officer, onboarding, recruiter };
}

/** Most rows that a search or a rare combination of filters reads. */
const RARE = 2_000;

/** Most rows that a list reads by default, by the number of its answer. */
const usual = (answered: number) => 3 * answered + 100;

/** Reads up to `pages` pages of a list and returns violations of the budget. */
async function overBudget(
  caller: Caller,
  path: string,
  pages = 3,
  most: (answered: number) => number = usual,
): Promise<string[]> {
  const broken: string[] = [];
  let next: string | null = path;
  for (let page = 1; next !== null && page <= pages; page++) {
    const answer = await caller.call("GET", next);
    expect(answer.status, next).toBe(200);
    const answered = (JSON.parse(answer.text) as unknown[]).length;
    const { rowsRead, trips } = answer.meter;
    if (rowsRead > most(answered) || trips > 2) {
      broken.push(`${path} page ${page}: ${answered} answered, ${rowsRead} rows read, ${trips} trips`);
    }
    next = nextOf(answer.headers);
  }
  return broken;
}

function lists(
  { officer, onboarding, recruiter }: Scene,
  stages: string[],
  others: string[],
): [Caller, string][] {
  const found: [Caller, string][] = [];
  for (const stage of stages) {
    for (const assignee of ["", "assignedTo=me", "assignedTo=none", `assignedTo=${recruiter.memberId}`]) {
      for (const deadline of DEADLINES) {
        for (const other of others) {
          const query = [stage, assignee, deadline, other, "limit=20"].filter(Boolean).join("&");
          if (!stage.startsWith("status") || assignee === "") found.push([officer, query]);
          if (!stage.startsWith("status")) found.push([onboarding, query]);
        }
      }
    }
  }
  return found;
}

/** Searches of every kind: by words, parts of words, one letter, names and numbers. */
const TEXTS = ["person", "person 9", "son 77", "p", "pe", "Pe", "@", "@person9", "2000000000000", "zzz", "ø"];

/** Compares the team overview with the open work, and its rows read with that number. */
async function compareTeam({ officer }: Scene): Promise<void> {
  const answer = await officer.call("GET", "/api/prospects/1/team");
  const open = await value<number>(
    "select count(*) from prospects where status not in ('active', 'inactive')",
  );
  expect(answer.meter.rowsRead).toBeLessThanOrEqual(2 * open + 60);
  expect(answer.meter.trips).toBeLessThanOrEqual(2);
  const team = JSON.parse(answer.text) as TeamOverview;
  const [all = 0] = await sizes(
    "prospects where status not in ('active', 'inactive') and assigned_to is null",
  );
  expect(team.unassigned).toBe(all);
  expect(team.assignees.reduce((sum, each) => sum + each.open, 0)).toBe(open - all);
}

it("reads for the team overview among 100 prospects no more than the open work it counts", async () => {
  await compareTeam(await scene(100));
});

describe("among 10,000 prospects", () => {
  const among = shared(() => scene(10_000));

  it("keeps within its budget among 10,000 prospects with every combination of filters and in searches, page after page", async () => {
    const world = among();
    const { officer, onboarding, recruiter } = world;
    const broken = [];
    const stages = [...STAGES, ...STATUSES.map((status) => `status=${status}`)];
    for (const [caller, query] of lists(world, stages, ["", "urgent=1"])) {
      const most = /status=|urgent=/.test(query) ? () => RARE : usual;
      const pages = caller === officer ? 2 : 1;
      broken.push(...(await overBudget(caller, `/api/prospects/1?${query}`, pages, most)));
    }
    for (const status of STATUSES) {
      const path = `/api/prospects/1/by-status/${status}`;
      broken.push(...(await overBudget(officer, path, 3, (answered) => usual(answered) + RARE)));
      for (const assignee of ["me", "none", recruiter.memberId]) {
        const query = `status=${status}&assignedTo=${assignee}&limit=20`;
        broken.push(...(await overBudget(officer, `/api/prospects/1?${query}`, 3, () => RARE)));
      }
    }
    const searches = [
      ...TEXTS.map((text) => [text, ""]),
      ...["person", "person 9", "pe", "@person9"].flatMap((text) => FILTERS.map((filter) => [text, filter])),
    ];
    for (const [text = "", filter] of searches) {
      const path = `/api/prospects/1?q=${encodeURIComponent(text)}&${filter}`;
      broken.push(...(await overBudget(officer, path, 3, () => RARE)));
    }
    expect(broken).toEqual([]);

    const id = await value<number>(
      "select max(id) from prospects where assigned_to = ?",
      onboarding.memberId,
    );
    for (const [path, answered] of [
      [`/api/prospects/${id}/record`, 1],
      [`/api/prospects/${id}/history`, 1],
      [`/api/prospects/${id}/discord-activities`, 1],
      ["/api/prospects/1/counts", 6],
      ["/api/prospects/1/counts?assignedTo=me", 6],
    ] as const) {
      for (const caller of [officer, onboarding]) {
        const answer = await caller.call("GET", path);
        expect(answer.status, path).toBe(200);
        expect(answer.meter.rowsRead, path).toBeLessThanOrEqual(usual(answered));
        expect(answer.meter.trips, path).toBeLessThanOrEqual(2);
      }
    }
  });

  it("reads for the team overview no more than the open work it counts", () => compareTeam(among()));

  // The last one, since it changes prospects.
  it("lists each of them once, page by page, in the order of deadlines, within budget, also when prospects change between pages", async () => {
    const { officer } = among();
    // A whole bulk change of deadlines at one moment, and many people without any.
    await raw.DB.prepare(
      "update prospects set deadline = '2030-01-01T00:00:00.000Z' where id % 50 = 0",
    ).run();
    const seen: Prospect[] = [];
    let next: string | null = "/api/prospects/1?limit=500";
    for (let page = 0; next !== null; page++) {
      expect(page).toBeLessThan(30);
      const answer = await officer.call("GET", next);
      const items = JSON.parse(answer.text) as Prospect[];
      expect(answer.meter.rowsRead).toBeLessThanOrEqual(usual(items.length));
      seen.push(...items);
      next = nextOf(answer.headers);
      const { id } = items[3] as Prospect;
      await officer.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "Changed while paging" });
      await officer.ok("POST", "/api/prospects", { displayName: "New", deadline: "2001-01-01T00:00:00Z" });
      await officer.ok("PATCH", `/api/prospects/${id}/assign`, { assignedTo: officer.memberId });
    }
    const ids = seen.map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(10_000);
    const keys = seen.map((each) => `${each.deadline ?? "~"} ${String(each.id).padStart(6, "0")}`);
    expect(keys).toEqual([...keys].sort());
  });
});

it("refuses a cursor that the API did not make", async () => {
  const officer = await person("officer");
  for (const cursor of ["x", btoa("[1]"), btoa('["2030",1]'), btoa("{}"), "%F0"]) {
    const problem = await officer.fails("GET", `/api/prospects/1?cursor=${encodeURIComponent(cursor)}`);
    expect(problem).toMatchObject({ status: 400, code: "invalid_input" });
  }
});
