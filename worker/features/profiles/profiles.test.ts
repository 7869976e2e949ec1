import { beforeEach, describe, expect, it } from "vitest";
import { fill } from "../../testing/fill.ts";
import { nextOf } from "../../testing/pipeline.ts";
import { type Caller, organization, person, prospect, raw, value } from "../../testing/world.ts";
import { noted, over } from "../attendance/testing/attendance.factory.ts";
import { contract } from "../contracts/testing/contracts.factory.ts";
import { event } from "../events/testing/events.factory.ts";
import { addTo } from "../hangar/testing/hangar.factory.ts";
import { leaveOf } from "../leave/testing/leave.factory.ts";
import { ship } from "../ships/testing/ships.factory.ts";
import type { MemberProfile, TimelineEntry } from "./profiles.schema.ts";

let officer: Caller;
let member: Caller;
let prospectId: number;
beforeEach(async () => {
  await person("administrator");
  officer = await person("officer", 1, "Otto");
  member = await person("member", 1, "Mona");
  prospectId = await prospect({ user_id: member.userId, status: "active", display_name: "Mona" });
});

const profileOf = (caller: Caller) => `/api/members/${caller.memberId}/profile`;
const timelineOf = (caller: Caller) => `/api/members/${caller.memberId}/history`;

/** A recruiter who sees their own prospects alone, as the onboarding team does. */
const onboarding = () => person("onboarding_team");
/** A reader of members who may not see the pipeline. */
async function outsider(): Promise<Caller> {
  const caller = await person("recruiter");
  await raw.DB.prepare(`update roles set permissions = '["members.read"]' where key = 'recruiter'`).run();
  return caller;
}

describe("a profile", () => {
  it("holds the member, and their prospect for readers who may see it", async () => {
    expect(await officer.ok<MemberProfile>("GET", profileOf(member))).toMatchObject({
      id: member.memberId,
      displayName: "Mona",
      roleKey: "member",
      inDiscord: false,
      lastSeen: null,
      version: 1,
      can: { changeStatus: true, changeRole: true, endSessions: true },
      prospect: { id: prospectId, status: "active" },
    });
    for (const reader of [await onboarding(), await outsider()]) {
      expect((await reader.ok<MemberProfile>("GET", profileOf(member))).prospect).toBeNull();
    }
    expect((await officer.ok<MemberProfile>("GET", profileOf(officer))).prospect).toBeNull();
  });

  it("answers 404 in another organization, and for an unknown member", async () => {
    const foreign = await person("administrator", await organization());
    for (const path of [profileOf(member), timelineOf(member)]) {
      expect((await foreign.fails("GET", path)).code).toBe("not_found");
    }
    expect((await officer.fails("GET", "/api/members/9999/profile")).code).toBe("not_found");
    expect((await officer.fails("GET", "/api/members/9999/history")).code).toBe("not_found");
  });
});

describe("a timeline", () => {
  beforeEach(async () => {
    await officer.ok("PATCH", `/api/prospects/${prospectId}/notes`, { notes: "Speaks Danish" });
    await officer.ok("PATCH", `/api/prospects/${prospectId}/status`, { status: "inactive", reason: "Rests" });
    await officer.ok("PATCH", `/api/prospects/${prospectId}/status`, { status: "active" });
    const recruiter = await value("select id from roles where key = 'recruiter' and organization_id = 1");
    await officer.ok("PUT", `/api/members/${member.memberId}/role`, { roleId: recruiter });
  });
  const sentences = (list: TimelineEntry[]) =>
    list.map(({ kind, action, previousValue, newValue }) => [kind, action, previousValue, newValue]);
  const ofMember = [
    ["member", "role", "Member", "Recruiter"],
    ["member", "status", "inactive", "active"],
    ["member", "status", "active", "inactive"],
  ];

  it("merges membership and pipeline, the newest first", async () => {
    const list = await officer.ok<TimelineEntry[]>("GET", timelineOf(member));
    expect(sentences(list).sort()).toEqual(
      [
        ...ofMember,
        ["pipeline", "status", "inactive", "active"],
        ["pipeline", "status", "active", "inactive"],
        ["pipeline", "notes", null, "Speaks Danish"],
      ].sort(),
    );
    expect(list[0]).toMatchObject({ kind: "member", action: "role", performedBy: "Otto" });
    const times = list.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("omits the pipeline for readers who may not see it", async () => {
    for (const reader of [await onboarding(), await outsider()]) {
      expect(sentences(await reader.ok<TimelineEntry[]>("GET", timelineOf(member)))).toEqual(ofMember);
    }
  });

  it("shows the Discord role that caused a change", async () => {
    await raw.DB.batch([
      raw.DB.prepare(
        `insert into prospect_history (prospect_id, action, performed_by, new_value, changes, created_at)
         values (?, 'status', 'Sync', 'active', '{"discordRole":{"from":null,"to":"Crew"}}', '2999-01-02')`,
      ).bind(prospectId),
      raw.DB.prepare(
        `insert into member_history (organization_id, member_id, action, performed_by, new_value, because, created_at)
         values (1, ?, 'role', 'Sync', 'Officer', 'Staff', '2999-01-01')`,
      ).bind(member.memberId),
    ]);
    const list = await officer.ok<TimelineEntry[]>("GET", timelineOf(member));
    expect(list.slice(0, 3).map(({ because }) => because)).toEqual(["Crew", "Staff", null]);
  });

  it("is filtered by kind and comes in pages", async () => {
    const all = await officer.ok<TimelineEntry[]>("GET", timelineOf(member));
    for (const kind of ["member", "pipeline"]) {
      expect(await officer.ok("GET", `${timelineOf(member)}?kind=${kind}`)).toEqual(
        all.filter((entry) => entry.kind === kind),
      );
    }
    const paged: TimelineEntry[] = [];
    for (let path: string | null = `${timelineOf(member)}?limit=2`; path; ) {
      const { text, headers } = await officer.call("GET", path);
      paged.push(...(JSON.parse(text) as TimelineEntry[]));
      path = nextOf(headers);
    }
    expect(paged).toEqual(all);
    for (const query of ["kind=ships", "cursor=nonsense", "limit=0"]) {
      expect((await officer.fails("GET", `${timelineOf(member)}?${query}`)).code).toBe("invalid_input");
    }
  });
});

it("begins with becoming a member, for each way to become one", async () => {
  const administrator = await person("administrator", 1, "Ada");
  const added = await administrator.ok<{ member: { id: number } }>("POST", "/api/register", {
    username: "vega.rook",
    displayName: "vega.rook",
    password: "nebula-drift-9",
    role: "Recruiter",
  });
  const id = await prospect({ status: "onboarding", discord_status: "active" });
  await officer.ok("PATCH", `/api/prospects/${id}/status`, { status: "active" });
  const memberId = await value<number>("select max(id) from members");
  for (const [path, by, role] of [
    [`/api/members/${added.member.id}/history?kind=member`, "Ada", "Recruiter"],
    [`/api/members/${memberId}/history?kind=member`, "Otto", "Member"],
  ]) {
    expect(await officer.ok("GET", String(path))).toMatchObject([
      { kind: "member", action: "joined", performedBy: by, previousValue: null, newValue: role },
    ]);
  }
  expect((await officer.ok<MemberProfile>("GET", `/api/members/${memberId}/profile`)).inDiscord).toBe(true);
});

it("reads the same rows at any number of members and entries", async () => {
  const read = async () => {
    const figures: number[] = [];
    await officer.cached();
    for (const path of [profileOf(member), timelineOf(member)]) {
      const { meter, status } = await officer.call("GET", path);
      expect([status, meter.trips]).toEqual([200, 1]);
      figures.push(meter.rowsRead);
    }
    return figures;
  };
  const before = await read();
  await fill(2_000, [officer.memberId]);
  await raw.DB.prepare(
    `insert into member_history (organization_id, member_id, action, performed_by, new_value, created_at)
     select organization_id, id, 'role', 'Otto', 'Member', '' from members where id <> ?`,
  )
    .bind(member.memberId)
    .run();
  const after = await read();
  for (const [at, rows] of after.entries()) expect(rows).toBeLessThanOrEqual((before[at] ?? 0) + 50);
});

it("a timeline has contracts, events and ships of the member as far as its reader may see them", async () => {
  const closed = { status: "closed", closed_at: "2026-11-01T20:00:00.000Z", assigned_to: member.userId };
  await contract({ title: "Escort", ...closed, posted_at: closed.closed_at });
  const past = { starts_at: "2026-11-02T20:00:00.000Z", ends_at: "2026-11-02T22:00:00.000Z" };
  const ofMember = { organizer_id: member.userId, created_by: member.userId, ...past };
  await event({ title: "Convoy", ...ofMember });
  await event({ title: "Council", ...ofMember, audience: "[-1]" });
  await event({ title: "Draft", ...ofMember, status: "draft" });
  await addTo(member, await ship({ name_full: "Aegis Hammerhead" }));
  await leaveOf(member.userId, -9, 0, { from_day: "2026-11-01", to_day: "2026-11-10" });
  const titles = async (reader: Caller) =>
    (await reader.ok<TimelineEntry[]>("GET", timelineOf(member)))
      .filter(({ kind }) => kind !== "pipeline" && kind !== "member")
      .map(({ kind, newValue }) => `${kind} ${newValue}`);
  expect((await titles(officer)).sort()).toEqual([
    "contract Escort",
    "event Convoy",
    "event Council",
    "leave 2026-11-10",
    "ship Aegis Hammerhead",
  ]);
  // A recruiter may not see the event.
  expect((await titles(await person("recruiter"))).sort()).toEqual([
    "contract Escort",
    "event Convoy",
    "leave 2026-11-10",
    "ship Aegis Hammerhead",
  ]);
  await raw.DB.prepare("update hangars set is_hidden = 1").run();
  expect(await titles(await outsider())).toEqual(["leave 2026-11-10"]);
});

it("a timeline has the events that a member was at, for themselves and for others if they share that", async () => {
  const was = async (answer: string | null, title: string, values: Record<string, unknown> = {}) =>
    noted(await over(1, { title, ...values }), member.userId, { answer });
  await was("yes", "Convoy");
  await was("partly", "Patrol");
  await was("no", "Missed");
  await was(null, "Claimed");
  await was("yes", "Cancelled", { status: "cancelled" });
  await was("yes", "Council", { audience: "[-1]" });
  await noted(await over(1, { title: "Of another" }), officer.userId, { answer: "yes" });
  const seen = async (reader: Caller) =>
    (await reader.ok<TimelineEntry[]>("GET", `${timelineOf(member)}?kind=attendance`))
      .map(({ action, newValue }) => `${action} ${newValue}`)
      .sort();
  expect(await seen(officer)).toEqual([]);
  const share = (is: number) =>
    raw.DB.prepare(
      `insert into event_statistics (user_id, organization_id, is_shared, updated_at) values (?, 1, ?, '')
       on conflict do update set is_shared = excluded.is_shared`,
    )
      .bind(member.userId, is)
      .run();
  await share(1);
  expect(await seen(officer)).toEqual(["partly Patrol", "yes Convoy", "yes Council"]);
  expect(await seen(await person("recruiter"))).toEqual(["partly Patrol", "yes Convoy"]);
  await share(0);
  expect(await seen(officer)).toEqual([]);
  // The member reads their own profile where their role opens profiles.
  await raw.DB.prepare(
    "update roles set permissions = json_insert(permissions, '$[#]', 'members.read') where key = 'member'",
  ).run();
  expect(await seen(member)).toEqual(["partly Patrol", "yes Convoy"]);
  await share(1);
  expect(await seen(await outsider())).toEqual([]);
});
