import { beforeEach, describe, expect, it } from "vitest";
import { FEATURES } from "../../features.ts";
import { type Actor, actorWithoutSession } from "../../lib/actor.ts";
import { auditSentence, defineAudit } from "../../lib/audit.ts";
import type { MemberContext } from "../../lib/context.ts";
import { type Permission, SYSTEM_PERMISSIONS } from "../../lib/permissions.schema.ts";
import { contextOf } from "../../testing/beacons.ts";
import { metered } from "../../testing/meter.ts";
import { type Caller, nobody, person, prospect, raw } from "../../testing/world.ts";
import type { Activity } from "./audit.schema.ts";
import { ACTIVITY_LIMIT, listActivity } from "./list.ts";
import { type AuditRow, tellEntry } from "./tell.ts";

describe("the recent activity", () => {
  let people: Record<
    "administrator" | "officer" | "recruiter" | "onboarding" | "colleague" | "member",
    Caller
  >;
  let theirs: number;

  beforeEach(async () => {
    people = {
      administrator: await person("administrator", 1, "Ada"),
      officer: await person("officer", 1, "Otto"),
      recruiter: await person("recruiter", 1, "Rita"),
      onboarding: await person("onboarding_team", 1, "Ona"),
      colleague: await person("onboarding_team", 1, "Olaf"),
      member: await person("member", 1, "Mona"),
    };
    theirs = await prospect({
      display_name: "Vega",
      status: "onboarding",
      assigned_to: people.onboarding.memberId,
    });
    const other = await prospect({
      display_name: "Lyra",
      status: "onboarding",
      assigned_to: people.colleague.memberId,
    });
    await people.onboarding.ok("PATCH", `/api/prospects/${theirs}/notes`, { notes: "Speaks Danish" });
    await people.colleague.ok("PATCH", `/api/prospects/${other}/notes`, { notes: "Flies at night" });
    await people.officer.ok("PATCH", `/api/prospects/${theirs}/status`, { status: "active" });
    await people.administrator.ok("POST", "/api/discord-bots", { name: "Scout" });
    await people.member.ok("PATCH", "/api/user/language", { language: "en" });
    await nobody.ok("POST", "/api/register", { username: "Newcomer", password: "nebula-drift-9" });
  });
  const seen = async (name: keyof typeof people) =>
    (await people[name].ok<Activity[]>("GET", "/api/activities/1")).map(({ description }) => description);

  const everyone = ["Vega became a member"];
  const pipeline = [
    "Newcomer created an account",
    "Vega became a member",
    "Otto moved Vega from Onboarding to Active",
    "Olaf added a note to Lyra",
    "Ona added a note to Vega",
  ];

  it("shows the pipeline, the reader's own part of it or none of it, by permissions, and no private entries", async () => {
    expect(await seen("member")).toEqual(everyone);
    expect(await seen("onboarding")).toEqual([...everyone, "Ona added a note to Vega"]);
    expect(await seen("colleague")).toEqual([...everyone, "Olaf added a note to Lyra"]);
    expect(await seen("recruiter")).toEqual(pipeline);
    expect(await seen("officer")).toEqual(pipeline);
    expect(await seen("administrator")).toEqual([
      pipeline[0],
      "Ada added the bot Scout",
      ...pipeline.slice(1),
    ]);
    // Another organization sees none of these entries.
    await raw.DB.prepare(
      "insert into organizations (id, name, created_at) values (5, 'Elsewhere', '')",
    ).run();
    await raw.DB.prepare("update users set organization_id = 5 where id = ?")
      .bind(people.administrator.userId)
      .run();
    expect(await people.administrator.ok("GET", "/api/activities/5")).toEqual([]);
  });

  it("keeps the names of that time, and links the prospect's page only for readers who can open it", async () => {
    await raw.DB.prepare("update users set display_name = 'Renamed'").run();
    await raw.DB.prepare("update prospects set display_name = 'Renamed'").run();
    const [joined, moved] = (await people.officer.ok<Activity[]>("GET", "/api/activities/1")).slice(1);
    expect(moved).toMatchObject({
      type: "prospect.status",
      actor: { name: "Otto", kind: "user" },
      subject: { name: "Vega", opens: `/crm?prospect=${theirs}` },
      from: "Onboarding",
      to: "Active",
    });
    expect(joined?.subject.name).toBe("Vega");
    const [forMember] = await people.member.ok<Activity[]>("GET", "/api/activities/1");
    expect(forMember?.subject).toEqual({ name: "Vega", opens: null });
  });

  it("opens the page that a feature declares, with the record's id, for readers with the permission to open it", () => {
    const page = "/fleet?ship={id}";
    const text = { readers: "everyone", opens: { page, needs: "tools.view" }, en: "", da: "" } as const;
    const row = { action: "ship.named", entityId: 7, entityName: "Vega", details: null } as AuditRow;
    const opened = (...permissions: Permission[]) => {
      const actor = { permissions: new Set(permissions) } as unknown as Actor;
      return tellEntry(row, [defineAudit({ "ship.named": text })], { actor, language: "en" }).opens;
    };
    expect([opened("tools.view"), opened("prospects.read")]).toEqual(["/fleet?ship=7", null]);
  });

  it("is in the reader's language", async () => {
    await people.officer.ok("PATCH", "/api/user/language", { language: "da" });
    const list = await people.officer.ok<Activity[]>("GET", "/api/activities/1");
    expect(list[2]).toMatchObject({
      description: "Otto flyttede Vega fra Onboarding til Aktiv",
      to: "Aktiv",
    });
  });

  it("has the newest twenty entries", async () => {
    for (let turn = 0; turn < ACTIVITY_LIMIT + 2; turn++) {
      await people.officer.ok("POST", `/api/prospects/${theirs}/time`, { minutes: turn + 1 });
    }
    const list = await people.recruiter.ok<Activity[]>("GET", "/api/activities/1");
    expect(list).toHaveLength(ACTIVITY_LIMIT);
    expect(list[0]?.description).toBe(`Otto logged ${ACTIVITY_LIMIT + 2} minutes on Vega`);
    expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort((a, b) => b - a));
  });

  it("is not filled by the reader's own signing in and out", async () => {
    for (let turn = 0; turn < ACTIVITY_LIMIT; turn++) {
      await people.onboarding.ok("PATCH", "/api/user/language", { language: turn % 2 ? "en" : "da" });
    }
    expect(await seen("onboarding")).toContain("Ona added a note to Vega");
  });
});

it("has the newest entries of a dozen audiences, and reads few others", async () => {
  const audiences = SYSTEM_PERMISSIONS.slice(0, 12);
  const texts = Object.fromEntries(
    audiences.map((readers) => [readers, { readers, en: readers, da: readers }]),
  );
  // Each audience has more entries than the answer, the last one the newest.
  await raw.DB.prepare(
    `insert into audit_log (organization_id, action, readers, actor_kind, actor_name, created_at)
     with recursive n(v) as (select 1 union all select v + 1 from n where v < 40)
     select 1, value, value, 'job', 'Upkeep', '2026-11-22T12:00:00.000Z' from json_each(?), n order by key, v`,
  )
    .bind(JSON.stringify(audiences))
    .run();
  const { database, meter } = metered(raw.DB);
  const actor = {
    ...actorWithoutSession("user", 1, "Ada"),
    permissions: new Set<string>(audiences),
  };
  const list = await listActivity(contextOf({ database, actor }) as MemberContext, [defineAudit(texts)]);
  expect(list.map(({ description }) => description)).toEqual(
    Array.from({ length: ACTIVITY_LIMIT }, () => audiences.at(-1)),
  );
  expect(meter.rowsRead).toBeLessThan(3 * ACTIVITY_LIMIT + 100);
});

it("has a sentence for every audit action in both languages, with the same details", () => {
  const actions = FEATURES.flatMap(({ audit }) =>
    audit ? Object.keys(audit.texts).map((action) => ({ audit, action })) : [],
  );
  expect(actions.length).toBeGreaterThan(20);
  for (const { audit, action } of actions) {
    const facts = (["en", "da"] as const).map((language) => {
      const used = new Set<string>();
      const values = new Proxy({}, { get: (_, name) => used.add(String(name)) && `<${String(name)}>` });
      const sentence = auditSentence(audit, action, language, values);
      expect(sentence).not.toMatch(/[{}–]/);
      return [...used].sort();
    });
    expect([action, facts[1]]).toEqual([action, facts[0]]);
  }
});

it("refuses updates and deletes of the audit log in the database", async () => {
  const member = await person("member");
  await member.ok("PATCH", "/api/user/language", { language: "da" });
  await expect(raw.DB.prepare("update audit_log set actor_name = 'Nobody'").run()).rejects.toThrow(
    "cannot be edited",
  );
});
