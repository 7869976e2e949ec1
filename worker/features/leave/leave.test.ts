import { beforeEach, describe, expect, it } from "vitest";
import { stopClock } from "../../testing/clock.ts";
import { type Caller, interrupted, organization, person, raw, rows, value } from "../../testing/world.ts";
import { customRole, holderOf } from "../roles/testing/roles.factory.ts";
import { type Leave, MOST_LEAVES } from "./leave.schema.ts";
import { inDays, leaveOf } from "./testing/leave.factory.ts";

const LEAVES = "/api/leaves";
stopClock();
let mona: Caller;
let officer: Caller;
beforeEach(async () => {
  mona = await person("member", 1, "Mona");
  officer = await person("officer", 1, "Olga Officer");
});

const days = (from: number, to: number) => ({ from: inDays(from), to: inDays(to) });
const add = (from: number, to: number, more: object = {}, caller = mona) =>
  caller.ok<Leave>("POST", LEAVES, { ...days(from, to), ...more });
const refused = (from: number, to: number, more: object = {}, caller = mona) =>
  caller.fails("POST", LEAVES, { ...days(from, to), ...more });
const list = (caller: Caller, query = "") => caller.ok<Leave[]>("GET", `${LEAVES}/1${query}`);
const stored = () => rows("select from_day, to_day from leaves order by from_day");
const path = ({ id }: Leave) => `${LEAVES}/${id}`;

describe("a leave", () => {
  it("is added by a member for themself, and answered as stored", async () => {
    const leave = await add(3, 10, { note: "  Moving house " });
    expect(leave).toEqual({
      ...{ id: expect.any(Number), userId: mona.userId, name: "Mona", ...days(3, 10) },
      ...{ note: "Moving house", addedBy: null, version: 1, can: { change: true } },
    });
    expect(await list(mona)).toEqual([leave]);
  });

  it("can begin in the past, and has 1 to 366 days", async () => {
    await add(-5, 0);
    await add(1, 1);
    await add(2, 367);
    const { errors } = await refused(400, 766);
    expect(errors).toEqual({ to: ["Time away has at most 366 days"] });
    expect(await stored()).toHaveLength(3);
  });

  it("is refused if its last day is before its first or before today, or no day", async () => {
    expect((await refused(5, 4)).errors).toEqual({ to: ["The last day cannot come before the first"] });
    expect((await refused(-5, -1)).errors).toEqual({ to: ["The last day cannot be before today"] });
    for (const from of ["2027-02-29", "1999-12-31", "2200-01-01", "2027-02-28T10:00:00Z", ""]) {
      const { errors } = await mona.fails("POST", LEAVES, { from, to: "2027-03-01" });
      expect([from, errors]).toEqual([from, { from: ["Enter a day from 2000 to 2199"] }]);
    }
    expect(await stored()).toEqual([]);
  });

  it("is refused if it shares a day with another one of the member, with the other's days", async () => {
    await leaveOf(mona.userId, 3, 10);
    await raw.DB.prepare("update leaves set from_day = '2199-12-03', to_day = '2199-12-10'").run();
    for (const [from, to] of [
      ["2199-12-01", "2199-12-03"],
      ["2199-12-10", "2199-12-12"],
      ["2199-12-05", "2199-12-06"],
      ["2199-12-01", "2199-12-20"],
    ]) {
      const { code, detail } = await mona.fails("POST", LEAVES, { from, to });
      expect(code).toBe("leave_overlaps");
      expect(detail).toContain("the time away from 3 December 2199 to 10 December 2199.");
    }
    await mona.ok("PATCH", "/api/user/language", { language: "da" });
    const { detail } = await mona.fails("POST", LEAVES, { from: "2199-12-01", to: "2199-12-03" });
    expect(detail).toContain("fraværet fra 3. december 2199 til 10. december 2199.");
    await mona.ok("POST", LEAVES, { from: "2199-12-11", to: "2199-12-12" });
    await officer.ok("POST", LEAVES, { from: "2199-12-05", to: "2199-12-06" });
  });

  it("is stored for one of two overlapping requests at once", async () => {
    const meanwhile = () => add(3, 10);
    const body = days(10, 12);
    const answer = await mona.call("POST", LEAVES, { body, database: interrupted(2, meanwhile) });
    expect([answer.status, await stored()]).toEqual([409, [{ from_day: inDays(3), to_day: inDays(10) }]]);
    const both = await Promise.all([5, 6].map((to) => mona.call("POST", LEAVES, { body: days(4, to) })));
    expect(both.map(({ status }) => status)).toEqual([409, 409]);
    const apart = await Promise.all([21, 22].map((to) => mona.call("POST", LEAVES, { body: days(20, to) })));
    expect(apart.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("is refused beyond 20 that have not ended", async () => {
    await leaveOf(mona.userId, -9, -8);
    for (let each = 1; each < MOST_LEAVES; each++) await leaveOf(mona.userId, 2 * each, 2 * each);
    await add(0, 0);
    const { code, detail } = await refused(90, 91);
    expect([code, detail]).toEqual([
      "leave_too_many",
      expect.stringMatching(/^Mona has 20 current and coming/),
    ]);
  });

  it("is added once by a repeated request with the same key", async () => {
    const options = { body: days(3, 4), headers: { "Idempotency-Key": "only-once" } };
    const [first, second] = [
      await mona.call("POST", LEAVES, options),
      await mona.call("POST", LEAVES, options),
    ];
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(await stored()).toHaveLength(1);
  });
});

describe("the list of leaves", () => {
  it("has current and coming leaves of all members, in order of their end, in pages", async () => {
    await leaveOf(mona.userId, -5, -1);
    await leaveOf(mona.userId, 7, 8);
    await leaveOf(mona.userId, -3, 0);
    await leaveOf(officer.userId, 1, 4);
    await leaveOf((await person("member", await organization())).userId, 1, 2, { organization_id: 2 });
    const all = await list(officer);
    expect(all.map(({ name, to }) => [name, to])).toEqual([
      ["Mona", inDays(0)],
      ["Olga Officer", inDays(4)],
      ["Mona", inDays(8)],
    ]);
    const page = await officer.call("GET", `${LEAVES}/1?limit=2`);
    const [, next = ""] = /<(.+)>; rel="next"/.exec(page.headers.get("Link") ?? "") ?? [];
    expect([...(JSON.parse(page.text) as Leave[]), ...(await officer.ok<Leave[]>("GET", next))]).toEqual(all);
    expect(await list(officer, `?userId=${officer.userId}`)).toEqual([all[1]]);
  });

  it("has only a reader's own without members.read", async () => {
    await leaveOf(officer.userId, 1, 4);
    const own = await add(1, 4);
    expect(await list(mona)).toEqual([own]);
    expect(await list(mona, `?userId=${officer.userId}`)).toEqual([]);
  });

  it("shows a note and its officer only to its member and to holders of members.write", async () => {
    await add(3, 4, { note: "Surgery", userId: mona.userId }, officer);
    const recruiter = await person("recruiter");
    const hidden = { note: null, addedBy: null, can: { change: false } };
    expect(await list(recruiter)).toEqual([expect.objectContaining({ ...days(3, 4), ...hidden })]);
    const shown = { note: "Surgery", addedBy: "Olga Officer", can: { change: true } };
    for (const reader of [mona, officer])
      expect(await list(reader)).toEqual([expect.objectContaining(shown)]);
  });
});

describe("for another member", () => {
  it("leave is added, changed and ended by holders of members.write with a higher role", async () => {
    const leave = await add(3, 4, { userId: mona.userId }, officer);
    const changed = await officer.ok<Leave>("PATCH", path(leave), { to: inDays(6), version: 1 });
    expect(changed).toMatchObject({ ...days(3, 6), name: "Mona", addedBy: "Olga Officer", version: 2 });
    await officer.ok("DELETE", path(leave));
    expect(await stored()).toEqual([]);
    const writer = await holderOf(await customRole(["members.write"], { priority: 30 }));
    expect(await add(3, 4, { userId: mona.userId }, writer)).toMatchObject({ can: { change: true } });
  });

  it("leave is refused to other users, and for a role as high as one's own", async () => {
    const administrator = await person("administrator", 1, "Ada");
    const recruiter = await person("recruiter");
    const { userId } = administrator;
    expect((await refused(3, 4, { userId: mona.userId }, recruiter)).code).toBe("forbidden");
    expect((await refused(3, 4, { userId }, officer)).code).toBe("outranked");
    const leave = await add(3, 4, {}, administrator);
    expect((await officer.fails("PATCH", path(leave), { note: "x" })).code).toBe("outranked");
    expect((await officer.fails("DELETE", path(leave))).code).toBe("outranked");
    expect((await recruiter.fails("DELETE", path(leave))).code).toBe("forbidden");
    expect((await mona.fails("DELETE", path(leave))).code).toBe("not_found");
    expect(await list(officer)).toEqual([{ ...leave, can: { change: false } }]);
  });

  it("leave is refused for a user without a role, and of another organization", async () => {
    const visitor = await person(null);
    expect((await refused(3, 4, { userId: visitor.userId }, officer)).code).toBe("without_role");
    const foreigner = await person("member", await organization());
    expect((await refused(3, 4, { userId: foreigner.userId }, officer)).code).toBe("not_found");
    const leave = await add(3, 4, {}, foreigner);
    expect((await officer.fails("DELETE", path(leave))).code).toBe("not_found");
  });

  it("refuses an officer whom the member outranks by the time of writing", async () => {
    const leave = await add(3, 4);
    const promote = () =>
      raw.DB.prepare(
        `update members set version = version + 1, role_id =
           (select id from roles where organization_id = 1 and key = 'administrator') where id = ?`,
      )
        .bind(mona.memberId)
        .run();
    const answer = await officer.call("DELETE", path(leave), { database: interrupted(3, promote) });
    expect([answer.status, await stored()]).toEqual([403, [{ from_day: inDays(3), to_day: inDays(4) }]]);
  });
});

describe("a change of a leave", () => {
  it("is refused from an older version with 409 and the current leave", async () => {
    const leave = await add(3, 4);
    const current = await mona.ok<Leave>("PATCH", path(leave), { note: "Tired", version: 1 });
    const stale = await mona.fails("PATCH", path(leave), { to: inDays(9), version: 1 });
    expect(stale).toMatchObject({ status: 409, code: "stale_version", current });
    expect(current).toMatchObject({ ...days(3, 4), note: "Tired", version: 2 });
  });

  it("follows the rules of a new one, and may overlap its former days", async () => {
    const leave = await add(3, 6);
    await add(10, 12);
    expect(await mona.ok("PATCH", path(leave), days(4, 9))).toMatchObject({ ...days(4, 9), version: 2 });
    expect((await mona.fails("PATCH", path(leave), { to: inDays(10) })).code).toBe("leave_overlaps");
    expect((await mona.fails("PATCH", path(leave), { to: inDays(3) })).errors).toHaveProperty("to");
    expect((await mona.fails("PATCH", path(leave), { from: inDays(-9), to: inDays(-8) })).errors).toEqual({
      to: ["The last day cannot be before today"],
    });
    expect(await mona.ok("PATCH", path(leave), { note: null })).toMatchObject({ version: 2 });
  });

  it("is refused once it has ended, with its last day", async () => {
    const id = await leaveOf(mona.userId, -4, -1);
    for (const answer of [
      await mona.fails("PATCH", `${LEAVES}/${id}`, { note: "x" }),
      await mona.fails("DELETE", `${LEAVES}/${id}`),
    ])
      expect(answer.code).toBe("leave_over");
    expect(await value("select version from leaves")).toBe(1);
  });
});

describe("coming back early", () => {
  it("makes yesterday the last day of a running leave", async () => {
    const leave = await add(-3, 5);
    await mona.ok("DELETE", path(leave));
    expect(await stored()).toEqual([{ from_day: inDays(-3), to_day: inDays(-1) }]);
    await add(0, 2);
  });

  it("deletes a leave that begins today or later", async () => {
    for (const first of [0, 3]) await mona.ok("DELETE", path(await add(first, 5)));
    expect(await stored()).toEqual([]);
  });
});
