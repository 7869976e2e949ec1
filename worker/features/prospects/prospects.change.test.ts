import { describe, expect, it } from "vitest";
import { auditOf, everything, historyOf, nextOf, stored } from "../../testing/pipeline.ts";
import { hoursFromNow, person, prospect, raw, value } from "../../testing/world.ts";
import type { Prospect, ProspectHistoryEntry } from "./prospects.schema.ts";

describe("adding a prospect", () => {
  it("stores every field, at intro, with history and audit", async () => {
    const officer = await person("officer");
    const deadline = hoursFromNow(5);
    const made = await officer.ok<Prospect>("POST", "/api/prospects", {
      organizationId: 1,
      displayName: "  Ærø Østergård ",
      username: "aeroe",
      email: "aeroe@example.org",
      discordId: "200000000000000001",
      starCitizenId: "Aeroe",
      referralSource: "A friend",
      notes: " Flies a Carrack ",
      assignedTo: officer.memberId,
      deadline,
    });
    expect(made).toMatchObject({
      organizationId: 1,
      displayName: "Ærø Østergård",
      username: "aeroe",
      email: "aeroe@example.org",
      discordId: "200000000000000001",
      starCitizenId: "Aeroe",
      referralSource: "A friend",
      notes: "Flies a Carrack",
      assignedTo: officer.memberId,
      deadline,
      status: "intro",
      stage: "intro",
      memberId: null,
      version: 1,
    });
    expect(await officer.ok("GET", `/api/prospects/${made.id}/record`)).toEqual(made);
    expect(await historyOf(made.id)).toMatchObject([
      { action: "created", newValue: "intro", performedById: officer.userId },
    ]);
    expect(await auditOf(made.id)).toMatchObject([
      { action: "prospect.created", actor_user_id: officer.userId },
    ]);
  });

  it("stores empty fields as null, and the name as the username", async () => {
    const officer = await person("officer");
    const made = await officer.ok<Prospect>("POST", "/api/prospects", {
      displayName: "Bo",
      username: "",
      email: "",
      discordId: "",
      starCitizenId: "",
      referralSource: "",
      notes: "  ",
      assignedTo: null,
      deadline: null,
    });
    expect(made).toMatchObject({
      username: "Bo",
      email: null,
      discordId: null,
      starCitizenId: null,
      notes: null,
    });
  });

  it("refuses a Discord id that another prospect has, and writes nothing", async () => {
    const officer = await person("officer");
    await prospect({ discord_id: "200000000000000001" });
    const before = await everything();
    const problem = await officer.fails("POST", "/api/prospects", {
      displayName: "Bo",
      discordId: "200000000000000001",
    });
    expect(problem).toMatchObject({ status: 409, code: "discord_id_taken" });
    expect(await everything()).toBe(before);
  });

  it("refuses to assign without the permission, and to a member who is not assignable", async () => {
    const onboarding = await person("onboarding_team");
    const recruiter = await person("recruiter");
    const member = await person("member");
    const before = await everything();
    expect(
      await onboarding.fails("POST", "/api/prospects", {
        displayName: "Bo",
        assignedTo: onboarding.memberId,
      }),
    ).toMatchObject({ status: 403, code: "forbidden" });
    expect(
      await recruiter.fails("POST", "/api/prospects", { displayName: "Bo", assignedTo: member.memberId }),
    ).toMatchObject({ status: 409, code: "assignee_unavailable" });
    expect(await member.fails("POST", "/api/prospects", { displayName: "Bo" })).toMatchObject({
      status: 403,
    });
    expect(await everything()).toBe(before);
  });

  it("refuses invalid input, field by field", async () => {
    const officer = await person("officer");
    const before = await everything();
    const problem = await officer.fails("POST", "/api/prospects", {
      displayName: " ",
      email: "nobody",
      discordId: "12",
      status: "active",
    });
    expect(problem.status).toBe(400);
    expect(Object.keys(problem.errors ?? {}).sort()).toEqual(["discordId", "displayName", "email", "status"]);
    expect(await everything()).toBe(before);
  });
});

describe("notes, deadline and time", () => {
  it("replaces the notes and keeps the old ones in the history", async () => {
    const officer = await person("officer");
    const id = await prospect({ notes: "Old" });
    const after = await officer.ok<Prospect>("PATCH", `/api/prospects/${id}/notes`, {
      notes: " New ",
      version: 1,
    });
    expect(after).toMatchObject({ notes: "New", version: 2 });
    expect(await stored(id)).toMatchObject({ notes: "New", version: 2 });
    expect(await historyOf(id)).toMatchObject([{ action: "notes", previousValue: "Old", newValue: "New" }]);
    expect(await auditOf(id)).toMatchObject([{ action: "prospect.notes" }]);
  });

  it("sets a deadline in UTC, clears it, accepts a comment alone, and refuses an empty input", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const path = `/api/prospects/${id}/deadline`;
    const set = await officer.ok<Prospect>("PATCH", path, {
      deadline: "2030-05-01T12:00:00+02:00",
      notes: "Call first",
    });
    expect(set).toMatchObject({ deadline: "2030-05-01T10:00:00.000Z", version: 2 });
    const commented = await officer.ok<Prospect>("PATCH", path, { notes: "No answer" });
    expect(commented).toMatchObject({ deadline: "2030-05-01T10:00:00.000Z", version: 2 });
    const cleared = await officer.ok<Prospect>("PATCH", path, { deadline: null });
    expect(cleared).toMatchObject({ deadline: null, version: 3 });
    const before = await everything();
    expect(await officer.fails("PATCH", path, { notes: "  " })).toMatchObject({
      status: 400,
      code: "nothing_to_save",
    });
    expect(await officer.fails("PATCH", path, { deadline: "tomorrow" })).toMatchObject({ status: 400 });
    expect(await everything()).toBe(before);
    expect(await historyOf(id)).toMatchObject([
      { action: "deadline", previousValue: null, newValue: "2030-05-01T10:00:00.000Z", notes: "Call first" },
      { action: "notes", previousValue: null, newValue: null, notes: "No answer" },
      { action: "deadline", previousValue: "2030-05-01T10:00:00.000Z", newValue: null, notes: null },
    ]);
    expect((await auditOf(id)).map((entry) => entry.action)).toEqual([
      "prospect.deadline",
      "prospect.notes",
      "prospect.deadline",
    ]);
  });

  it("logs minutes as a history entry", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const entry = await officer.ok<ProspectHistoryEntry>("POST", `/api/prospects/${id}/time`, {
      minutes: 45,
      notes: "First flight",
    });
    expect(entry).toMatchObject({ action: "time", newValue: "45", notes: "First flight" });
    expect(await historyOf(id)).toMatchObject([
      { id: entry.id, action: "time", minutes: 45, notes: "First flight" },
    ]);
    expect(await auditOf(id)).toMatchObject([{ action: "prospect.time", details: '{"minutes":45}' }]);
    expect((await stored(id)).version).toBe(1);
    for (const minutes of [0, -5, 1441, 1.5, "45"]) {
      expect(await officer.fails("POST", `/api/prospects/${id}/time`, { minutes })).toMatchObject({
        status: 400,
      });
    }
    expect(await historyOf(id)).toHaveLength(1);
  });

  it("logs minutes once for a repeated key, and returns the first entry again", async () => {
    const officer = await person("officer");
    const id = await prospect();
    const log = (minutes: number) =>
      officer.call("POST", `/api/prospects/${id}/time`, {
        body: { minutes },
        headers: { "Idempotency-Key": "once" },
      });
    const [first, again] = [await log(45), await log(50)];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(await historyOf(id)).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
    await raw.DB.prepare("delete from prospects").run();
    const other = await prospect();
    await (await person("officer")).ok("POST", `/api/prospects/${other}/time`, { minutes: 5 });
    expect((await log(45)).status).toBe(404);
  });
});

describe("history", () => {
  it("is answered newest first with the fields of its entries", async () => {
    const officer = await person("officer", 1, "Captain Holm");
    const id = await prospect();
    await officer.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "One" });
    await officer.ok("PATCH", `/api/prospects/${id}/assign`, { assignedTo: officer.memberId });
    const history = await officer.ok<ProspectHistoryEntry[]>("GET", `/api/prospects/${id}/history`);
    expect(history.map((entry) => entry.action)).toEqual(["assigned", "notes"]);
    expect(Object.keys(history[0] ?? {}).sort()).toEqual(
      ["action", "changes", "createdAt", "id", "newValue", "notes", "performedBy", "previousValue"].sort(),
    );
    expect(history[0]).toMatchObject({ performedBy: "Captain Holm", newValue: "Captain Holm" });
  });

  it("is answered page by page to its first entry, also when entries are added between pages", async () => {
    const officer = await person("officer");
    const id = await prospect();
    await raw.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 250)
       insert into prospect_history (prospect_id, action, created_at, performed_by, performed_by_id, minutes)
       select ?, 'time', '2026-01-01T00:00:00.000Z', 'Test', ?, i from n`,
    )
      .bind(id, officer.userId)
      .run();
    const all = (await historyOf(id)).map((entry) => entry.id).reverse();
    const read: number[] = [];
    for (let at: string | null = `/api/prospects/${id}/history?limit=100`; at; ) {
      const answer = await officer.call("GET", at);
      const page = JSON.parse(answer.text) as ProspectHistoryEntry[];
      expect(answer.meter.rowsRead).toBeLessThanOrEqual(3 * page.length + 20);
      read.push(...page.map((entry) => entry.id));
      await officer.ok("POST", `/api/prospects/${id}/time`, { minutes: 5 });
      at = nextOf(answer.headers);
    }
    expect(read).toEqual(all);
  });

  it("refuses a cursor that the API did not make", async () => {
    const officer = await person("officer");
    const id = await prospect();
    for (const query of ["cursor=nonsense", "cursor=WyIxIl0", "limit=0", "page=2"]) {
      const answer = await officer.call("GET", `/api/prospects/${id}/history?${query}`);
      expect(answer.status, query).toBe(400);
      expect(JSON.parse(answer.text).errors, query).toHaveProperty(query.split("=")[0] ?? "");
    }
  });

  it("cannot be edited or deleted: not by a route, not by a statement", async () => {
    const administrator = await person("administrator");
    const id = await prospect();
    await administrator.ok("PATCH", `/api/prospects/${id}/notes`, { notes: "One" });
    const [entry] = await historyOf(id);
    for (const path of [`/api/prospects/${id}/history`, `/api/prospects/${id}/history/${entry?.id}`]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        expect((await administrator.call(method, path, { body: { notes: "Two" } })).status).toBe(404);
      }
    }
    await expect(
      raw.DB.prepare("update prospect_history set notes = 'Two' where id = ?").bind(entry?.id).run(),
    ).rejects.toThrow("history cannot be edited");
    await expect(raw.DB.prepare("update audit_log set actor_name = 'Nobody'").run()).rejects.toThrow(
      "the audit log cannot be edited",
    );
    expect(await historyOf(id)).toEqual([entry]);
    expect(await value("select count(*) from audit_log")).toBe(1);
  });
});
