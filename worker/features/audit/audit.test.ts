import { beforeEach, describe, expect, it } from "vitest";
import { encodeCursor } from "../../lib/page.ts";
import { fill } from "../../testing/fill.ts";
import { nextOf } from "../../testing/pipeline.ts";
import { type Caller, organization, person, prospect, raw, rows, value } from "../../testing/world.ts";
import type { AuditActionOption, AuditEntry } from "./audit.schema.ts";
import { LOOKED_THROUGH } from "./list.ts";

const PATH = "/api/audit/1";
const search = (caller: Caller, query = "") => caller.ok<AuditEntry[]>("GET", `${PATH}?${query}`);
const sentences = async (caller: Caller, query = "") =>
  (await search(caller, query)).map(({ sentence }) => sentence);

/** All entries of all pages, and the number of pages. */
async function allPages(caller: Caller, query: string): Promise<{ entries: AuditEntry[]; pages: number }> {
  const entries: AuditEntry[] = [];
  let pages = 0;
  for (let path: string | null = `${PATH}?${query}`; path; pages += 1) {
    const { text, headers } = await caller.call("GET", path);
    entries.push(...(JSON.parse(text) as AuditEntry[]));
    path = nextOf(headers);
  }
  return { entries, pages };
}

/** Adds old entries, each a minute after the one before. */
const addEntries = (count: number, organizationId = 1) =>
  raw.DB.prepare(
    `insert into audit_log (organization_id, action, readers, actor_kind, actor_user_id, actor_name, created_at)
     with recursive n(v) as (select 1 union all select v + 1 from n where v < ?)
     select ?, 'bot.started', 'admin.users', 'user', 5000 + v, 'Pilot ' || v,
       strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (v - 1) || ' minutes') from n`,
  )
    .bind(count, organizationId)
    .run();

const insertEntry = (at: string) =>
  raw.DB.prepare(
    `insert into audit_log (organization_id, action, readers, actor_kind, actor_name, created_at)
     values (1, 'discord.synced', 'everyone', 'job', 'Discord sync', ?)`,
  )
    .bind(at)
    .run();

/** A reader of the audit log with these permissions alone. */
async function reader(...permissions: string[]): Promise<Caller> {
  const caller = await person("recruiter");
  await raw.DB.prepare("update roles set permissions = ? where key = 'recruiter' and organization_id = 1")
    .bind(JSON.stringify(["audit.read", ...permissions]))
    .run();
  return caller;
}

describe("the audit log", () => {
  let administrator: Caller;
  let officer: Caller;
  let vega: number;

  beforeEach(async () => {
    administrator = await person("administrator", 1, "Ada");
    officer = await person("officer", 1, "Otto");
    vega = await prospect({ display_name: "Vega Ørsted", status: "onboarding" });
    await officer.ok("PATCH", `/api/prospects/${vega}/notes`, { notes: "Speaks Danish" });
    await officer.ok("PATCH", `/api/prospects/${vega}/status`, { status: "active" });
    await administrator.ok("POST", "/api/discord-bots", { name: "Scout" });
    await officer.ok("PATCH", "/api/user/language", { language: "en" });
  });

  const bot = "Ada added the bot Scout";
  const pipeline = ["Vega Ørsted became a member", "Otto moved Vega Ørsted from Onboarding to Active"];
  const note = "Otto added a note to Vega Ørsted";

  it("shows readers the entries that their permissions allow", async () => {
    expect(await sentences(administrator)).toEqual(["Otto changed language", bot, ...pipeline, note]);
    expect(await sentences(officer)).toEqual([bot, ...pipeline, note]);
    expect(await sentences(await reader())).toEqual([bot, "Vega Ørsted became a member"]);
    const restricted = await reader("prospects.read", "prospects.write");
    const theirs = await prospect({ status: "onboarding", assigned_to: restricted.memberId });
    await restricted.ok("PATCH", `/api/prospects/${theirs}/notes`, { notes: "Mine" });
    expect((await sentences(restricted)).slice(1)).toEqual([bot, "Vega Ørsted became a member"]);
    expect((await search(restricted))[0]).toMatchObject({
      record: { id: theirs, opens: `/crm?prospect=${theirs}` },
    });
  });

  it("leaves out signing in and out on request, unless a session is asked for", async () => {
    await raw.DB.prepare(
      `insert into audit_log (organization_id, action, readers, actor_kind, actor_name, session_id, created_at)
       values (1, 'user.signed_in', 'private', 'user', 'Otto', 77, '2026-01-01T00:00:00Z')`,
    ).run();
    expect(await sentences(administrator, "signIns=hidden")).not.toContain("Otto signed in");
    expect(await sentences(administrator, "signIns=hidden&session=77")).toEqual(["Otto signed in"]);
  });

  it("shows no entries of another organization", async () => {
    const foreigner = await person("administrator", await organization());
    expect((await foreigner.fails("GET", PATH)).code).toBe("not_found");
    const own = await value<number>("select organization_id from users where id = ?", foreigner.userId);
    expect(await foreigner.ok("GET", `/api/audit/${own}`)).toEqual([]);
    expect((await foreigner.call("GET", `/api/audit/${own}/export`)).text.trim().split("\r\n")).toHaveLength(
      1,
    );
  });

  it("names the user, the record, and the values before and after", async () => {
    const [entry] = await search(officer, "action=prospect.status");
    expect(entry).toMatchObject({
      actor: { kind: "user", name: "Otto", userId: officer.userId },
      action: "prospect.status",
      changes: [{ field: null, from: "Onboarding", to: "Active" }],
      record: { id: vega, name: "Vega Ørsted", opens: `/crm?prospect=${vega}` },
    });
    await officer.ok("PATCH", "/api/user/language", { language: "da" });
    expect((await search(officer, "action=prospect.status"))[0]).toMatchObject({
      sentence: "Otto flyttede Vega Ørsted fra Onboarding til Aktiv",
      changes: [{ field: null, from: "Onboarding", to: "Aktiv" }],
    });
  });

  it("keeps values before and after for every kind of edit, and no secret", async () => {
    const deadline = "2030-05-01T10:00:00.000Z";
    const later = "2030-06-01T10:00:00.000Z";
    await officer.ok("PATCH", `/api/prospects/${vega}/status`, {
      status: "onboarding",
      reason: "Again",
      assignedTo: administrator.memberId,
      deadline,
    });
    await officer.ok("PATCH", `/api/prospects/${vega}/deadline`, { deadline: later });
    await officer.ok("PATCH", `/api/prospects/${vega}/assign`, {
      assignedTo: officer.memberId,
      deadline: null,
    });
    const bot = "/api/discord-bots/1";
    await administrator.ok("PATCH", bot, { name: "Ranger", description: "Greets" });
    await administrator.ok("PATCH", `${bot}/auto-start`, { autoStart: true });
    await administrator.ok("PATCH", `${bot}/token`, { token: `${"a".repeat(24)}.b.${"c".repeat(30)}` });
    const changes = (await search(officer, "limit=6")).map(({ action, changes: [first, ...more] }) => {
      return [action, ...[first, ...more].map((change) => change && [change.from, change.to])];
    });
    expect(changes).toEqual([
      ["bot.token", undefined],
      ["bot.auto_start", ["off", "on"]],
      ["bot.updated", ["Scout", "Ranger"], [null, "Greets"]],
      ["prospect.assigned", [later, null], ["Ada", "Otto"]],
      ["prospect.deadline", [deadline, later]],
      ["prospect.status", ["Active", "Onboarding"], [null, deadline], [null, "Ada"]],
    ]);
  });

  it("is searched by user, action, text in any case, and record id", async () => {
    expect(await sentences(administrator, `by=${administrator.userId}`)).toEqual([bot]);
    expect(await sentences(officer, "action=prospect.notes")).toEqual([note]);
    expect(await sentences(officer, "q=ØRSTED")).toEqual([...pipeline, note]);
    expect(await sentences(officer, "q=onboarding to")).toEqual([pipeline[1]]);
    expect(await sentences(officer, "q=Nobody")).toEqual([]);
    expect((await search(officer, `q=${vega}&action=prospect.notes`)).map(({ record }) => record.id)).toEqual(
      [vega],
    );
    expect(await sentences(administrator, `by=${officer.userId}&q=vega&action=prospect.notes`)).toEqual([
      note,
    ]);
    expect(await sentences(administrator, "by=none")).toEqual([]);
  });

  it("is searched by area, and by one of the area's own records", async () => {
    expect(await sentences(officer, "area=prospects")).toEqual([pipeline[1], note]);
    expect(await sentences(officer, `area=prospects&record=${vega}`)).toEqual([pipeline[1], note]);
    const member = await value<number>("select max(id) from members");
    expect(await sentences(officer, `area=members&record=${member}`)).toEqual([pipeline[0]]);
    expect(await sentences(officer, `area=wishes&record=${vega}`)).toEqual([]);
    expect(await sentences(officer, `area=prospects&record=${vega + 1}`)).toEqual([]);
    expect(await sentences(administrator, "area=bots")).toEqual([bot]);
  });

  it("refuses invalid filters", async () => {
    for (const query of [
      "by=x",
      "area=x",
      "action=DROP",
      "from=yesterday",
      `q=${"x".repeat(65)}`,
      "cursor=x",
      "z=1",
    ]) {
      expect([query, (await officer.fails("GET", `${PATH}?${query}`)).code]).toEqual([
        query,
        "invalid_input",
      ]);
    }
  });

  it("names every action in the reader's language", async () => {
    const options = await officer.ok<AuditActionOption[]>("GET", `${PATH}/actions`);
    expect(options).toContainEqual({ action: "prospect.status", text: "Moved … from … to …" });
    expect(options).toContainEqual({ action: "member.joined", text: "Became a member" });
    await officer.ok("PATCH", "/api/user/language", { language: "da" });
    expect(await officer.ok("GET", `${PATH}/actions`)).toContainEqual({
      action: "prospect.status",
      text: "Flyttede … fra … til …",
    });
  });

  it("cannot be changed or deleted, not even by SQL", async () => {
    for (const statement of [
      "update audit_log set actor_name = 'Nobody'",
      "delete from audit_log where id = 1",
    ]) {
      await expect(raw.DB.prepare(statement).run()).rejects.toThrow("the audit log cannot be edited");
    }
    expect(await value("select count(*) from audit_log")).toBe(5);
  });
});

describe("a long audit log", () => {
  it("comes in pages, newest first, without gaps or repeated entries", async () => {
    await addEntries(25);
    const officer = await person("officer");
    const { entries, pages } = await allPages(officer, "limit=10");
    expect([entries.length, pages]).toEqual([25, 3]);
    expect(entries.map(({ id }) => id)).toEqual(entries.map((_, at) => 25 - at));
    const beyond = await allPages(officer, `limit=10&cursor=${encodeCursor(1e300)}`);
    expect([beyond.entries.length, beyond.pages]).toEqual([25, 3]);
  });

  it("is searched to its end over several pages", async () => {
    await addEntries(2 * LOOKED_THROUGH + 10);
    const officer = await person("officer");
    for (const query of ["by=5003", "q=pilot 3 started"]) {
      const { entries, pages } = await allPages(officer, query);
      expect([query, entries.map(({ id }) => id), pages]).toEqual([query, [3], 3]);
    }
  });

  it("is limited to the time between two instants", async () => {
    await addEntries(600);
    const officer = await person("officer");
    const between = async (query: string) => {
      const { entries } = await allPages(officer, query);
      return [entries.at(-1)?.at, entries[0]?.at, entries.length];
    };
    const [first, last] = ["2026-01-01T01:40:00.000Z", "2026-01-01T03:19:00.000Z"];
    expect(await between(`from=${first}&to=2026-01-01T03:20:00Z`)).toEqual([first, last, 100]);
    expect(await between(`from=${first}&to=2026-01-01T03:20:00Z&limit=7`)).toEqual([first, last, 100]);
    expect(await between("from=2026-01-01T09:58:30Z")).toEqual([
      ...Array(2).fill("2026-01-01T09:59:00.000Z"),
      1,
    ]);
    expect(await between("to=2026-01-01T00:00:00Z")).toEqual([undefined, undefined, 0]);
    expect(await between("from=2027-01-01T00:00:00Z")).toEqual([undefined, undefined, 0]);
    expect((await between("to=2027-01-01T00:00:00Z&from=2025-01-01T00:00:00Z"))[2]).toBe(600);
  });

  it("includes within a time an entry of a job, which is older than entries before it", async () => {
    for (const minute of ["00", "40", "05", "50"]) {
      await insertEntry(`2026-01-01T10:${minute}:00.000Z`);
    }
    const officer = await person("officer");
    const minutes = async (from: string, to: string) =>
      (await search(officer, `from=2026-01-01T10:${from}:00Z&to=2026-01-01T10:${to}:00Z`)).map(({ at }) =>
        at.slice(14, 16),
      );
    expect(await minutes("03", "10")).toEqual(["05"]);
    expect(await minutes("30", "45")).toEqual(["40"]);
    expect(await minutes("00", "41")).toEqual(["05", "40", "00"]);
  });

  it("costs the same rows at 100 and at 10,000 entries", async () => {
    const administrator = await (await person("administrator")).cached();
    await fill(10_000, [administrator.memberId], ["audit"]);
    for (const query of [
      "q=nothing of this",
      "by=7",
      "by=4321",
      "session=123456789",
      "action=bot.created",
      "to=2020-01-01T00:00:00Z",
    ]) {
      const { meter } = await administrator.call("GET", `${PATH}?${query}`);
      expect([query, meter.trips, meter.rowsRead <= 2_000]).toEqual([query, 1, true]);
    }
  });
});

describe("the export of the audit log", () => {
  it("has all entries of the search, as CSV without formulas", async () => {
    const officer = await person("officer", 1, "Otto");
    await prospect({ display_name: '=HYPERLINK("x"), "Vega"', status: "onboarding" });
    const id = await value<number>("select max(id) from prospects");
    await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "inactive", reason: "Rests" });
    const answer = await officer.call("GET", `${PATH}/export?action=prospect.status`);
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="audit-log-[\d-]+\.csv"$/,
    );
    const [head, ...lines] = answer.text.trimEnd().split("\r\n");
    expect(head).toContain("Time (UTC),Person,Kind,What happened,Changes,Record");
    const [{ created_at: at } = {}] = await rows<{ created_at: string }>("select created_at from audit_log");
    const name = `"'=HYPERLINK(""x""), ""Vega"""`;
    const sentence = `"Otto moved =HYPERLINK(""x""), ""Vega"" from Onboarding to Inactive"`;
    const minute = at?.slice(0, 16).replace("T", " ");
    expect(lines).toEqual([`${minute},Otto,Person,${sentence},,${name},${id},Moved … from … to …,`]);
    await raw.DB.prepare("update users set language = 'da'").run();
    const danish = (await officer.call("GET", `${PATH}/export?action=prospect.status`)).text;
    expect(danish).toMatch(
      new RegExp(`Tid \\(UTC\\);Person;Art;[^]+\\r\\n${minute};Otto;Person;[^]+;${id};[^;]+;\\r\\n$`),
    );
  });

  it("reads the whole log", async () => {
    await addEntries(2 * LOOKED_THROUGH + 10);
    const officer = await person("officer");
    const lines = (await officer.call("GET", `${PATH}/export`)).text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(2 * LOOKED_THROUGH + 11);
    expect(new Set(lines).size).toBe(lines.length);
    expect((await officer.call("GET", `${PATH}/export?by=5003`)).text.trimEnd().split("\r\n")).toHaveLength(
      2,
    );
  });
});
