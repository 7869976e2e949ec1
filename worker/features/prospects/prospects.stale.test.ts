import { describe, expect, it } from "vitest";
import { auditOf, everything, historyOf, sizes, stored } from "../../testing/pipeline.ts";
import { type Caller, hoursFromNow, person, prospect, value } from "../../testing/world.ts";
import type { Prospect } from "./prospects.schema.ts";

const bodies = (memberId: number) =>
  [
    ["notes", { notes: "Mine" }],
    ["deadline", { deadline: hoursFromNow(2) }],
    ["deadline", { notes: "A comment alone" }],
    ["assign", { assignedTo: memberId }],
    ["status", { status: "inactive", reason: "Gone" }],
    ["status", { status: "active" }],
  ] as const;

describe("two people editing at once", () => {
  it("refuses the later edit with the current record, and writes nothing", async () => {
    const first = await person("officer");
    const second = await person("crm_manager");
    for (const [what, body] of bodies(second.memberId)) {
      const id = await prospect();
      const seen = await second.ok<Prospect>("GET", `/api/prospects/${id}/record`);
      await first.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "First", version: seen.version });
      const before = await everything();
      const problem = await second.fails("PATCH", `/api/prospects/${id}/${what}`, {
        ...body,
        version: seen.version,
      });
      expect(problem, what).toMatchObject({ status: 409, code: "stale_version" });
      expect(problem.detail).toContain(seen.displayName);
      expect(problem.current).toEqual(await second.ok("GET", `/api/prospects/${id}/record`));
      expect(problem.current).toMatchObject({ notes: "First", version: 2 });
      expect(await everything()).toBe(before);
    }
  });

  it("applies an edit without a version to the current record", async () => {
    const first = await person("officer");
    const second = await person("crm_manager");
    const id = await prospect();
    await first.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "First", version: 1 });
    await second.ok("PATCH", `/api/prospects/${id}/deadline`, { deadline: "2030-01-01T00:00:00Z" });
    expect(await stored(id)).toMatchObject({
      notes: "First",
      deadline: "2030-01-01T00:00:00.000Z",
      version: 3,
    });
  });

  it("applies exactly one of many edits at once, as a whole", async () => {
    const people = await Promise.all([
      person("officer"),
      person("officer"),
      person("recruiter"),
      person("crm_manager"),
    ]);
    const id = await prospect();
    for (let version = 1; version <= 5; version++) {
      const answers = await Promise.all(
        people.map((each, at) =>
          each.call("PATCH", `/api/prospects/${id}/notes`, {
            body: { notes: `${version} of ${at}`, version },
          }),
        ),
      );
      const winners = answers.flatMap((answer, at) => (answer.status === 200 ? [at] : []));
      expect(winners).toHaveLength(1);
      for (const answer of answers.filter((each) => each.status !== 200)) {
        expect(JSON.parse(answer.text)).toMatchObject({
          code: "stale_version",
          current: { notes: `${version} of ${winners[0]}`, version: version + 1 },
        });
      }
      const history = await historyOf(id);
      expect(history).toHaveLength(version);
      expect(history.at(-1)?.newValue).toBe(`${version} of ${winners[0]}`);
    }
    expect(await auditOf(id)).toHaveLength(5);
  });

  it("applies each of two edits without versions as a whole or refuses it", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        officer.call("PATCH", `/api/prospects/${id}/notes`, { body: { notes: `Note ${at}` } }),
      ),
    );
    const applied = answers.filter((each) => each.status === 200).length;
    expect(applied).toBeGreaterThan(0);
    expect(answers.filter((each) => each.status !== 200 && each.status !== 409)).toEqual([]);
    const history = await historyOf(id);
    expect(history).toHaveLength(applied);
    // The previous value of every entry is the value of the entry before it.
    expect(history.map((entry) => entry.previousValue)).toEqual([
      null,
      ...history.slice(0, -1).map((entry) => entry.newValue),
    ]);
    expect(await stored(id)).toMatchObject({ notes: history.at(-1)?.newValue, version: applied + 1 });
  });
});

describe("a double click", () => {
  it("makes one change, with and without a version", async () => {
    const officer = await person("officer");
    const cases: [string, Record<string, unknown>, Parameters<typeof prospect>[0]][] = [
      ["notes", { notes: "Once" }, {}],
      ["deadline", { deadline: hoursFromNow(2) }, {}],
      ["assign", { assignedTo: officer.memberId, deadline: hoursFromNow(2) }, {}],
      ["status", { status: "intro_completed" }, {}],
      ["status", { status: "active" }, { status: "onboarding" }],
      ["status", { status: "inactive", reason: "Gone", outcome: "declined" }, {}],
    ];
    for (const [what, body, from] of cases) {
      for (const versioned of [true, false]) {
        const id = await prospect(from);
        const send = () =>
          officer.call("PATCH", `/api/prospects/${id}/${what}`, {
            body: { ...body, ...(versioned ? { version: 1 } : {}) },
          });
        const answers = await Promise.all([send(), send(), send()]);
        const statuses = answers.map((answer) => answer.status).sort();
        expect(statuses[0], what).toBe(200);
        expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
        expect(await historyOf(id), `${what} ${versioned}`).toHaveLength(1);
        expect((await stored(id)).version).toBe(2);
        expect((await auditOf(id)).filter((entry) => entry.action.startsWith("prospect."))).toHaveLength(1);
      }
    }
  });

  it("makes one member of a prospect", async () => {
    const officer = await person("officer");
    const visitor = await person(null);
    const id = await prospect({ status: "onboarding", user_id: visitor.userId });
    const [members = 0, users = 0] = await sizes("members", "users");
    const send = () => officer.call("PATCH", `/api/prospects/${id}/status`, { body: { status: "active" } });
    await Promise.all([send(), send()]);
    expect(await sizes("members", "users")).toEqual([members + 1, users]);
  });
});

describe("an idempotency key", () => {
  const body = { displayName: "Nova Hale", username: "novahale" };
  const add = (caller: Caller, key: string, more = {}) =>
    caller.call("POST", "/api/prospects", {
      body: { ...body, ...more },
      headers: { "Idempotency-Key": key },
    });

  it("adds one prospect for a double click, with one history and one audit entry, and returns it twice", async () => {
    const officer = await person("officer");
    const answers = await Promise.all([add(officer, "one"), add(officer, "one")]);
    answers.push(await add(officer, "one"));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => (JSON.parse(answer.text) as Prospect).id)).size).toBe(1);
    expect(await sizes("prospects", "prospect_history", "audit_log")).toEqual([1, 1, 1]);
  });

  it("returns the first result even if the request would now be refused", async () => {
    const officer = await person("officer");
    const discord = { discordId: "200000000000000007" };
    const first = await add(officer, "one", discord);
    const again = await add(officer, "one", discord);
    expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text));
    expect((await add(officer, "two", discord)).status).toBe(409);
  });

  it("belongs to one user; without one, or with another, each request adds a prospect", async () => {
    const officer = await person("officer");
    await add(officer, "one");
    await add(await person("recruiter"), "one");
    await add(officer, "two");
    await officer.ok("POST", "/api/prospects", body);
    expect(await value("select count(*) from prospects")).toBe(4);
  });

  it("is refused when it is too long or has invisible characters", async () => {
    const officer = await person("officer");
    for (const key of ["x".repeat(101), "two words"]) {
      const answer = await add(officer, key);
      expect(JSON.parse(answer.text)).toMatchObject({ code: "invalid_input", status: 400 });
    }
  });
});
